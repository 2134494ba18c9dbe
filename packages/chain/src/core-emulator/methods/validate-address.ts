import { decodeAddress } from '../../primitives/address/address.js';
import { AddressError } from '../../primitives/address/address-error.js';
import { bytesToHex } from '../../base/bytes/hex.js';
import { payToPublicKeyHash, payToScriptHash } from '../../primitives/script/standard-scripts.js';
import { withoutSpaceAround } from '../rpc/address-params.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

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
