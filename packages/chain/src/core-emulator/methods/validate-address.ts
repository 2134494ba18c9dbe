import { decodeAddress } from '../../address/address.js';
import { AddressError } from '../../address/address-error.js';
import { bytesToHex } from '../../bytes/hex.js';
import { payToPublicKeyHash, payToScriptHash } from '../../script/standard-scripts.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

/** Source: `DecodeBase58` in `src/base58.cpp` of dashpay/dash. */
const SPACES = ' \f\n\r\t\v';

/** Returns a text without the space around it, in one pass. */
function withoutSpaceAround(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SPACES.includes(text.charAt(from))) from += 1;
  while (to > from && SPACES.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

export const validateAddress: EmulatorMethod = {
  name: 'validateaddress',
  category: 'Util',
  summary: 'validates a regtest address and returns its script',
  params: [{ name: 'address', type: 'string', about: 'the text' }],
  answer(_, params) {
    // Base58 text may have space around it.
    const address = withoutSpaceAround(params.text(0));
    try {
      const { kind, hash } = decodeAddress(address, 'regtest');
      const isScript = kind === 'scriptHash';
      const script = isScript ? payToScriptHash(hash) : payToPublicKeyHash(hash);
      return { isvalid: true, address, scriptPubKey: bytesToHex(script), isscript: isScript };
    } catch (error) {
      if (!(error instanceof AddressError)) throw error;
      const isPrefix = error.reason === 'unknown-prefix';
      return {
        isvalid: false,
        error: isPrefix ? 'Invalid prefix for Base58-encoded address' : 'Invalid address format',
      };
    }
  },
};
