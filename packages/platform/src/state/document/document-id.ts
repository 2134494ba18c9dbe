import { doubleHash } from '../../base/bytes/double-hash.js';

/** Describes the parts from which the id of a document is derived. */
export interface DocumentIdParts {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  /** The identity that creates the document; 32 bytes. */
  readonly ownerId: Uint8Array;
  readonly documentType: string;
  /** 32 bytes that the creator chooses. */
  readonly entropy: Uint8Array;
}

/**
 * Returns the id of a document, in protocol versions 1 to 13. From 14 on the network's derivation has the nonce too; its form is not
 * published. Unsigned calls get ids of this derivation there, and signed creates are rejected.
 *
 * Source: `packages/rs-dpp/src/document/generate_document_id.rs` in dashpay/platform.
 */
export function documentId({ contractId, ownerId, documentType, entropy }: DocumentIdParts): Uint8Array {
  return doubleHash(contractId, ownerId, Buffer.from(documentType), entropy);
}
