import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bytesToHex, hexToBytes } from '../../base/bytes/hex.js';
import { blsPublicKeyOf } from '../../base/crypto/bls.js';
import { legacyFromBasic } from '../../base/crypto/legacy-bls.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

const SECRET_KEY = /^[0-9a-fA-F]{64}$/;
const GROUP_ORDER = bls12_381.fields.Fr.ORDER;

/** Source: `bls_generate` in `src/rpc/evo.cpp` of dashpay/dash. */
export const blsGenerate: EmulatorMethod = {
  name: 'bls generate',
  category: 'Evo',
  summary: 'returns a new BLS secret key with its public key',
  params: [{ name: 'legacy', type: 'boolean', isOptional: true, about: 'rejected: it is deprecated' }],
  answer(_, params) {
    if (params.isGiven(0))
      throw new NodeRejectionError(
        RPC_ERROR_CODES.misc,
        'DEPRECATED: Pass config option -deprecatedrpc=legacy_mn to set this argument',
      );
    return describeKey(bls12_381.shortSignatures.keygen().secretKey, false);
  },
};

/** Source: `bls_fromsecret` in `src/rpc/evo.cpp` and `CBLSWrapper::SetHexStr` in `src/bls/bls.h` of dashpay/dash. */
export const blsFromsecret: EmulatorMethod = {
  name: 'bls fromsecret',
  category: 'Evo',
  summary: 'returns a BLS secret key with its public key',
  params: [
    { name: 'secret', type: 'string', about: '64 hexadecimal digits' },
    {
      name: 'legacy',
      type: 'boolean',
      isOptional: true,
      about: 'true for a public key of the legacy scheme',
    },
  ],
  answer(_, params) {
    const isLegacy = params.looseFlag(1, 'bls_legacy_scheme', false);
    const secret = params.text(0);
    const number = SECRET_KEY.test(secret) ? BigInt(`0x${secret}`) : 0n;
    if (number === 0n || number >= GROUP_ORDER)
      throw invalidParameter('secretKey must be a valid BLS secret key');
    return describeKey(hexToBytes(secret), isLegacy);
  },
};

function describeKey(secretKey: Uint8Array, isLegacy: boolean): object {
  const publicKey = bytesToHex(blsPublicKeyOf(secretKey));
  return {
    secret: bytesToHex(secretKey),
    public: isLegacy ? legacyFromBasic(publicKey) : publicKey,
    scheme: isLegacy ? 'legacy' : 'basic',
  };
}
