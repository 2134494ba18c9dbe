import type { AggregateQuery, DocumentQuery, PathQuery } from '@dapikit/proof';

/** Says which documents the proof of a response has to prove; its query is checked with the document type. */
export type DocumentsSubject = {
  readonly contractId: Uint8Array;
  readonly documentTypeName: string;
} & (
  | { readonly kind: 'documents'; readonly query: DocumentQuery }
  | { readonly kind: 'document-aggregates'; readonly query: Omit<AggregateQuery, 'prove'> }
);

/** Says what the proof of a response has to prove, as far as the request alone says it. */
export type ProofSubject =
  | {
      readonly kind: 'selection';
      /** Query of all elements that the proof has to show. */
      readonly query: PathQuery;
      /** True if it has to show at least one; false when left out. */
      readonly isPresent?: boolean;
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
