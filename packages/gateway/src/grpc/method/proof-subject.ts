import type { DocumentTypeDescription } from '@dapikit/contract';
import type { AggregateQuery, DocumentQuery, PathQuery } from '@dapikit/proof';
import type { DataContract, DocumentTransition, IdentityPublicKeyInCreation } from '@dapikit/protocol';

/** Says which documents the proof of a response has to prove; its query is checked with the document type. */
export type DocumentsSubject = {
  readonly contractId: Uint8Array;
  readonly documentTypeName: string;
} & (
  | { readonly kind: 'documents'; readonly query: DocumentQuery }
  | { readonly kind: 'document-aggregates'; readonly query: Omit<AggregateQuery, 'prove'> }
);

/** Describes what a transition leaves of a document. */
export interface ChangedDocument {
  readonly ownerId: Uint8Array;
  readonly revision: bigint;
  /** The price in credits that it is offered for; absent where the transition sets none. */
  readonly price?: bigint;
  /** All properties; absent where the transition changes none. */
  readonly data?: Extract<DocumentTransition, { readonly action: 'replace' }>['data'];
}

/** Says what the proof of a response has to prove, as far as the request alone says it. */
export type ProofSubject =
  | {
      readonly kind: 'selection';
      /** Query of all elements that the proof has to show. */
      readonly query: PathQuery;
      /** True if it has to show at least one; false when left out. */
      readonly isPresent?: boolean;
    }
  | {
      /** The document that a transition created or changed. The proof may show that it was changed again: then nothing is known of the transition. */
      readonly kind: 'changed-document';
      readonly query: PathQuery;
      readonly documentType: DocumentTypeDescription;
      /** True where the transition creates it: then the proof has to show a document. */
      readonly isCreated: boolean;
      /** The document as the transition leaves it; `undefined` where it deletes it. */
      readonly expected: ChangedDocument | undefined;
    }
  | {
      /** The contract that a transition registered: the proof has to show one, which may have been updated. */
      readonly kind: 'created-contract';
      readonly query: PathQuery;
      readonly contract: DataContract;
    }
  | {
      /** The identity that a transition registered: the proof has to show one, which may have other keys by now. */
      readonly kind: 'created-identity';
      readonly identityId: Uint8Array;
      readonly publicKeys: readonly IdentityPublicKeyInCreation[];
    }
  | { readonly kind: 'unique-key-hash'; readonly publicKeyHash: Uint8Array }
  | {
      readonly kind: 'non-unique-key-hash';
      readonly publicKeyHash: Uint8Array;
      readonly startAfter: Uint8Array | undefined;
    }
  /** The upper part of the tree of addresses. */
  | { readonly kind: 'address-trunk' }
  /** Compacted changes of balances of addresses. */
  | { readonly kind: 'compacted-changes'; readonly startHeight: bigint }
  | DocumentsSubject;

/** Returns the subject of a proof of one path query. */
export const selectionOf = (query: PathQuery): ProofSubject => ({ kind: 'selection', query });
