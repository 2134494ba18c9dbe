import type { SignatureBackend } from '../index.js';
import { ProtocolError } from '../codec/protocol-error.js';

/** Does the arithmetic of BLS in the basic scheme of Dash: keys of 48 bytes in G1, signatures of 96 bytes in G2, both compressed. */
export interface BlsLibrary extends Pick<SignatureBackend, 'signBls' | 'verifyBls'> {
  /** Returns the public key of a secret key of 32 bytes, big-endian. Throws where the bytes are no key. */
  blsPublicKey(this: void, secretKey: Uint8Array): Uint8Array;
  /** Returns whether bytes are a point of G1 of the right order, and not the null point. */
  isBlsPublicKey(this: void, bytes: Uint8Array): boolean;
  /** Returns whether bytes are a point of G2 of the right order, and not the null point. */
  isBlsSignature(this: void, bytes: Uint8Array): boolean;
  /**
   * Returns the sum of public keys, each times its weight: a scalar of 32 bytes, big-endian. Throws where bytes are no point of the right
   * order or no scalar.
   */
  sumBlsPublicKeys(
    this: void,
    summands: readonly { readonly publicKey: Uint8Array; readonly weight: Uint8Array }[],
  ): Uint8Array;
}

/** Reports bytes that are no key, point or scalar. */
export class BlsInputError extends ProtocolError {
  override readonly name = 'BlsInputError';
}

/**
 * Returns a fast library, and a slow one instead as soon as the fast one fails: its memory cannot be relied on from then on. What both throw
 * for wrong arguments is thrown.
 * @param fast throws {@link BlsInputError} for wrong arguments, and anything else for a failure of its own
 * @param onFailure is called with the failure
 */
export function withFallback(
  fast: BlsLibrary,
  slow: BlsLibrary,
  onFailure: (failure: unknown) => void,
): BlsLibrary {
  let library = fast;
  const guarded =
    <Args extends readonly unknown[], Result>(call: (library: BlsLibrary, ...args: Args) => Result) =>
    (...args: Args): Result => {
      try {
        return call(library, ...args);
      } catch (error) {
        if (library === slow || error instanceof BlsInputError) throw error;
        library = slow;
        onFailure(error);
        return call(library, ...args);
      }
    };
  return {
    signBls: guarded((bls, message: Uint8Array, secretKey: Uint8Array) => bls.signBls(message, secretKey)),
    verifyBls: guarded((bls, message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) =>
      bls.verifyBls(message, signature, publicKey),
    ),
    blsPublicKey: guarded((bls, secretKey: Uint8Array) => bls.blsPublicKey(secretKey)),
    isBlsPublicKey: guarded((bls, bytes: Uint8Array) => bls.isBlsPublicKey(bytes)),
    isBlsSignature: guarded((bls, bytes: Uint8Array) => bls.isBlsSignature(bytes)),
    sumBlsPublicKeys: guarded((bls, summands: Parameters<BlsLibrary['sumBlsPublicKeys']>[0]) =>
      bls.sumBlsPublicKeys(summands),
    ),
  };
}
