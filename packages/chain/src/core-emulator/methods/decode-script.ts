import { encodeAddress } from '../../primitives/address/address.js';
import { hexToBytes, isHex } from '../../base/bytes/hex.js';
import { hash160 } from '../../base/crypto/hashes.js';
import { describeScript } from '../json/describe-script.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const decodeScript: EmulatorMethod = {
  name: 'decodescript',
  category: 'Rawtransactions',
  summary: 'decodes a script',
  params: [{ name: 'hexstring', type: 'string', about: 'the script in hexadecimal' }],
  answer(_, params) {
    const hex = params.text(0);
    if (!isHex(hex)) throw invalidParameter(`argument must be hexadecimal string (not '${hex}')`);
    const script = hexToBytes(hex);
    const { asm, desc, address, type } = describeScript(script);
    const isScriptHash = type === 'scripthash';
    return {
      asm,
      desc,
      address,
      type,
      p2sh: isScriptHash
        ? undefined
        : encodeAddress({ kind: 'scriptHash', hash: hash160(script) }, 'regtest'),
    };
  },
};
