import { encodeAddress } from '../../address/address.js';
import { hexToBytes, isHex } from '../../bytes/hex.js';
import { hash160 } from '../../crypto/hashes.js';
import { describeScript } from '../describe-script.js';
import type { FaceMethod } from '../face-method.js';
import { invalidParameter } from '../rpc-params.js';

export const decodeScript: FaceMethod = {
  name: 'decodescript',
  category: 'Rawtransactions',
  summary: 'what a script is',
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
