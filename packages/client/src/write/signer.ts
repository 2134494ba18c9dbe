/** Signs what an identity writes. */
export interface Signer {
  /** The identity that owns what is written: base58, or its bytes. */
  readonly identityId: string | Uint8Array;
  /** One of its private keys for authentication, in WIF. It must have the security level that the document type asks for. */
  readonly privateKey: string;
}
