import { bls12_381 } from '@noble/curves/bls12-381.js';
import { G1_SIZE, G2_SIZE, PAIRING_SIZE, SCALAR_SIZE, type MclInstance } from './mcl-instance.js';

const SCALAR_BYTES = 32;
const PUBLIC_KEY_BYTES = 48;
const SIGNATURE_BYTES = 96;

/** Bytes of at most this number need no other memory; messages of Dash are hashes of 32 bytes or state transitions. */
const BUFFER_BYTES = 4096;

/**
 * Reads and writes values in the memory of mcl. All calls use the same places, so that the memory does not grow with their number. The
 * points of each group stand side by side: a signature is right where e(key, hash) · e(−generator, signature) is one.
 */
export class MclValues {
  readonly mcl: MclInstance;
  readonly scalar: number;
  readonly pairing: number;
  readonly key: number;
  readonly negativeGenerator: number;
  readonly hash: number;
  readonly signature: number;
  readonly #buffer: number;

  constructor(mcl: MclInstance) {
    this.mcl = mcl;
    this.scalar = mcl.malloc(SCALAR_SIZE);
    this.pairing = mcl.malloc(PAIRING_SIZE);
    this.key = mcl.malloc(2 * G1_SIZE);
    this.negativeGenerator = this.key + G1_SIZE;
    this.hash = mcl.malloc(2 * G2_SIZE);
    this.signature = this.hash + G2_SIZE;
    this.#buffer = mcl.malloc(BUFFER_BYTES);
    this.readPoint(bls12_381.G1.Point.BASE.negate().toBytes(), this.negativeGenerator);
  }

  /** Reads a compressed point of G1 to an address; returns whether the bytes are one of the right order. */
  readPoint(bytes: Uint8Array, to: number): boolean {
    if (bytes.length !== PUBLIC_KEY_BYTES) return false;
    return this.#with(bytes, (at) => this.mcl.mclBnG1_deserialize(to, at, bytes.length)) === bytes.length;
  }

  /** Reads a scalar of 32 bytes, big-endian, to an address; returns whether the bytes are one below the order of the group. */
  readScalar(bytes: Uint8Array, to: number): boolean {
    if (bytes.length !== SCALAR_BYTES) return false;
    return this.#with(bytes, (at) => this.mcl.mclBnFr_deserialize(to, at, bytes.length)) === bytes.length;
  }

  /** Reads a public key; returns whether the bytes are a point of the right order, and not the null point. */
  readKey(bytes: Uint8Array): boolean {
    return this.readPoint(bytes, this.key) && this.mcl.mclBnG1_isZero(this.key) === 0;
  }

  /** Reads a signature; returns whether the bytes are a point of the right order, and not the null point. */
  readSignature(bytes: Uint8Array): boolean {
    if (bytes.length !== SIGNATURE_BYTES) return false;
    const { mcl, signature } = this;
    const length = this.#with(bytes, (at) => mcl.mclBnG2_deserialize(signature, at, bytes.length));
    return length === bytes.length && mcl.mclBnG2_isZero(signature) === 0;
  }

  /** Hashes a message to a point of G2. @throws {RangeError} where the memory is too small for the message */
  readMessage(message: Uint8Array): void {
    this.#with(message, (at) => this.mcl.mclBnG2_hashAndMapTo(this.hash, at, message.length));
  }

  /**
   * Reads a secret key of 32 bytes, big-endian, modulo the order of the group, as `@noble/curves` does.
   * @throws {RangeError} where the bytes are no key
   */
  readSecretKey(bytes: Uint8Array): void {
    const { mcl, scalar } = this;
    if (bytes.length === SCALAR_BYTES)
      this.#with(bytes, (at) => mcl.mclBnFr_setBigEndianMod(scalar, at, bytes.length));
    if (bytes.length !== SCALAR_BYTES || mcl.mclBnFr_isZero(scalar) !== 0)
      throw new RangeError('a secret key has 32 bytes, and is no multiple of the order of the group');
  }

  /** Returns the compressed public key in memory. */
  writeKey(): Uint8Array {
    return this.#written(this.mcl.mclBnG1_serialize(this.#buffer, BUFFER_BYTES, this.key));
  }

  /** Returns the compressed signature in memory. */
  writeSignature(): Uint8Array {
    return this.#written(this.mcl.mclBnG2_serialize(this.#buffer, BUFFER_BYTES, this.signature));
  }

  #written(length: number): Uint8Array {
    return this.mcl.memory().slice(this.#buffer, this.#buffer + length);
  }

  #with<Result>(bytes: Uint8Array, use: (address: number) => Result): Result {
    const isLarge = bytes.length > BUFFER_BYTES;
    const address = isLarge ? this.mcl.malloc(bytes.length) : this.#buffer;
    if (address === 0) throw new RangeError(`a message of ${bytes.length} bytes is too long`);
    try {
      this.mcl.memory().set(bytes, address);
      return use(address);
    } finally {
      if (isLarge) this.mcl.free(address);
    }
  }
}
