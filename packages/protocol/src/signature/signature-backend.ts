/**
 * Does the arithmetic of signatures. The default is pure TypeScript ({@link nobleSignatures}); `@dapikit/protocol/node` has one that
 * checks ECDSA signatures with libsecp256k1. No method throws for wrong signatures or public keys.
 */
export interface SignatureBackend {
  /**
   * Returns whether a compact signature (r and s, 64 bytes) of a compressed public key (33 bytes) covers SHA-256 of a message. A high s
   * is rejected.
   */
  verifyEcdsa(this: void, message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean;
  /** Returns the compressed public key that made a compact signature over SHA-256 of a message; undefined where there is none. */
  recoverEcdsa(
    this: void,
    message: Uint8Array,
    signature: Uint8Array,
    recoveryId: number,
  ): Uint8Array | undefined;
  /**
   * Signs SHA-256 of a message: the recovery id and r and s, with the nonce of RFC 6979 and a low s, so that the same key and message
   * give the same bytes. Throws where the private key is none.
   */
  signEcdsa(
    this: void,
    message: Uint8Array,
    privateKey: Uint8Array,
  ): { readonly recoveryId: number; readonly signature: Uint8Array };
  /** Returns whether a BLS signature (96 bytes, basic scheme) of a public key (48 bytes) covers a message. */
  verifyBls(this: void, message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean;
  /** Signs a message in the basic scheme: 96 bytes. Throws where the private key is none. */
  signBls(this: void, message: Uint8Array, privateKey: Uint8Array): Uint8Array;
}
