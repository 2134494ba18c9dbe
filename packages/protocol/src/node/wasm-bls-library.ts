import type { BlsLibrary } from './bls-library.js';
import { G1_SIZE, SCALAR_SIZE, loadMcl, type MclInstance } from './mcl-instance.js';
import { MclValues } from './mcl-values.js';

/** Separates hashes of the basic scheme. Source: `BasicSchemeMPL::CIPHERSUITE_ID` in `src/dashbls/src/schemes.cpp` of dashpay/dash. */
const DOMAIN = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_';

/** Loads an instance of mcl for the basic scheme. Rejects where the package cannot be loaded. */
export const loadBasicScheme = async (): Promise<MclInstance> => loadMcl(DOMAIN);

/** Returns the arithmetic of BLS of an instance. Multiplications by secret keys take the same time for all keys. */
export function wasmBlsLibrary(mcl: MclInstance): BlsLibrary {
  const values = new MclValues(mcl);
  const { scalar, pairing, key, negativeGenerator, hash, signature: point } = values;
  return {
    signBls: (message, secretKey) => {
      values.readSecretKey(secretKey);
      values.readMessage(message);
      mcl.mclBnG2_mulCT(point, hash, scalar);
      return values.writeSignature();
    },
    verifyBls: (message, signature, publicKey) => {
      if (!values.readSignature(signature) || !values.readKey(publicKey)) return false;
      values.readMessage(message);
      mcl.mclBn_millerLoopVec(pairing, key, hash, 2);
      mcl.mclBn_finalExp(pairing, pairing);
      return mcl.mclBnGT_isOne(pairing) === 1;
    },
    blsPublicKey: (secretKey) => {
      values.readSecretKey(secretKey);
      mcl.mclBnG1_neg(key, negativeGenerator);
      mcl.mclBnG1_mulCT(key, key, scalar);
      return values.writeKey();
    },
    isBlsPublicKey: (bytes) => values.readKey(bytes),
    isBlsSignature: (bytes) => values.readSignature(bytes),
    sumBlsPublicKeys: (summands) => sumOfKeys(values, summands),
  };
}

function sumOfKeys(values: MclValues, summands: Parameters<BlsLibrary['sumBlsPublicKeys']>[0]): Uint8Array {
  const { mcl, key } = values;
  const points = mcl.malloc(Math.max(1, summands.length) * (G1_SIZE + SCALAR_SIZE));
  if (points === 0) throw new RangeError(`${summands.length} public keys are too many`);
  const weights = points + summands.length * G1_SIZE;
  try {
    for (const [index, { publicKey, weight }] of summands.entries()) {
      if (!values.readPoint(publicKey, points + index * G1_SIZE))
        throw new RangeError('a public key is no point of the right order');
      if (!values.readScalar(weight, weights + index * SCALAR_SIZE))
        throw new RangeError('a weight is no scalar');
    }
    mcl.mclBnG1_mulVec(key, points, weights, summands.length);
    return values.writeKey();
  } finally {
    mcl.free(points);
  }
}
