import { expand_message_xmd } from '@noble/curves/abstract/hash-to-curve.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type * as MclWasm from 'mcl-wasm';
import type { Fp, Fp2, Fr, G1, G2 } from 'mcl-wasm';
import { BlsInputError, type BlsLibrary } from './bls-library.js';

/** Separates hashes of the basic scheme. Source: `BasicSchemeMPL::CIPHERSUITE_ID` in `src/dashbls/src/schemes.cpp` of dashpay/dash. */
const DOMAIN = new TextEncoder().encode('BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_');

const SCALAR_BYTES = 32;
const PUBLIC_KEY_BYTES = 48;
const SIGNATURE_BYTES = 96;
/** A coordinate of a hash is this number, modulo the order of the field. Source: RFC 9380, section 8.8.2, `L`. */
const HASHED_BYTES = 64;

/** Package `mcl-wasm`, set to read and write points compressed, to check their subgroups and to hash as RFC 9380 does. */
export type Mcl = (typeof MclWasm)['default'];

/** Loads the package. It decodes and compiles its WebAssembly in one turn of the event loop, of some tens of milliseconds. Rejects where it cannot be loaded. */
export async function loadMcl(): Promise<Mcl> {
  const { default: mcl } = await import('mcl-wasm');
  await mcl.init(mcl.BLS12_381);
  mcl.setETHserialization(true);
  mcl.setMapToMode(mcl.IRTF);
  mcl.verifyOrderG1(true);
  mcl.verifyOrderG2(true);
  return mcl;
}

/** Returns the arithmetic of BLS in the basic scheme, done by the package. */
export function wasmBlsLibrary(mcl: Mcl): BlsLibrary {
  const negativeGenerator = pointOfKey(mcl, bls12_381.G1.Point.BASE.negate().toBytes());
  return {
    signBls: (message, secretKey) =>
      mcl.mul(hashToCurve(mcl, message), secretScalar(mcl, secretKey)).serialize(),
    // A signature is right where e(key, hash) · e(−generator, signature) is one.
    verifyBls: (message, signature, publicKey) =>
      falseFor(() => {
        const point = nonZero(pointOfSignature(mcl, signature));
        const key = nonZero(pointOfKey(mcl, publicKey));
        const expected = mcl.millerLoop(key, hashToCurve(mcl, message));
        return mcl.finalExp(mcl.mul(expected, mcl.millerLoop(negativeGenerator, point))).isOne();
      }),
    blsPublicKey: (secretKey) =>
      mcl.mul(mcl.neg(negativeGenerator), secretScalar(mcl, secretKey)).serialize(),
    isBlsPublicKey: (bytes) => falseFor(() => !pointOfKey(mcl, bytes).isZero()),
    isBlsSignature: (bytes) => falseFor(() => !pointOfSignature(mcl, bytes).isZero()),
    sumBlsPublicKeys: (summands) =>
      summands
        .map(({ publicKey, weight }) => mcl.mul(pointOfKey(mcl, publicKey), scalarOf(mcl, weight)))
        .reduce((sum, point) => mcl.add(sum, point), new mcl.G1())
        .serialize(),
  };
}

/** Hashes a message to a point of G2. Source: RFC 9380, sections 3 and 5.2. */
function hashToCurve(mcl: Mcl, message: Uint8Array): G2 {
  const uniform = expand_message_xmd(message, DOMAIN, 4 * HASHED_BYTES, sha256);
  const coordinate = (index: number): Fp => {
    const value = new mcl.Fp();
    value.setBigEndianMod(uniform.subarray(index * HASHED_BYTES, (index + 1) * HASHED_BYTES));
    return value;
  };
  const element = (first: Fp, second: Fp): Fp2 => {
    const value = new mcl.Fp2();
    value.set_a(first);
    value.set_b(second);
    return value;
  };
  return mcl.add(
    element(coordinate(0), coordinate(1)).mapToG2(),
    element(coordinate(2), coordinate(3)).mapToG2(),
  );
}

/** Reads a compressed point of the right order. @throws {BlsInputError} for other bytes */
const pointOfKey = (mcl: Mcl, bytes: Uint8Array): G1 => read(new mcl.G1(), bytes, PUBLIC_KEY_BYTES);

/** Reads a compressed point of the right order. @throws {BlsInputError} for other bytes */
const pointOfSignature = (mcl: Mcl, bytes: Uint8Array): G2 => read(new mcl.G2(), bytes, SIGNATURE_BYTES);

/** Reads 32 bytes, big-endian, below the order of the groups. @throws {BlsInputError} for other bytes */
const scalarOf = (mcl: Mcl, bytes: Uint8Array): Fr => read(new mcl.Fr(), bytes, SCALAR_BYTES);

/** The package throws an error with this text for bytes that it does not accept. All else that it throws is a failure of its own. */
const REJECTED_BYTES = /callDeserialize/;

function read<Value extends G1 | G2 | Fr>(value: Value, bytes: Uint8Array, length: number): Value {
  if (bytes.length !== length) throw new BlsInputError(`expected ${length} bytes, found ${bytes.length}`);
  try {
    value.deserialize(bytes);
  } catch (error) {
    if (!(error instanceof Error && REJECTED_BYTES.test(error.message))) throw error;
    throw new BlsInputError('the bytes are not a point of the right order, or not a scalar', {
      cause: error,
    });
  }
  return value;
}

/** Reads a secret key of 32 bytes, big-endian, modulo the order of the groups, as `@noble/curves` does. @throws {BlsInputError} where the bytes are not a key */
function secretScalar(mcl: Mcl, bytes: Uint8Array): Fr {
  const scalar = new mcl.Fr();
  if (bytes.length === SCALAR_BYTES) scalar.setBigEndianMod(bytes);
  if (scalar.isZero())
    throw new BlsInputError('a secret key has 32 bytes, and is not a multiple of the order of the groups');
  return scalar;
}

function nonZero<Point extends G1 | G2>(point: Point): Point {
  if (point.isZero()) throw new BlsInputError('the null point is neither a key nor a signature');
  return point;
}

/** Returns false where bytes are wrong. A failure of the package is thrown. */
function falseFor(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof BlsInputError) return false;
    throw error;
  }
}
