import type { PathQuery } from '@dapikit/proof';

/** Says what the proof of a response has to prove, as far as the request alone says it. */
export type ProofSubject =
  | {
      readonly kind: 'selection';
      /** Of everything that the proof has to show. */
      readonly query: PathQuery;
    }
  | { readonly kind: 'unique-key-hash'; readonly publicKeyHash: Uint8Array }
  | {
      readonly kind: 'non-unique-key-hash';
      readonly publicKeyHash: Uint8Array;
      readonly startAfter: Uint8Array | undefined;
    };

/** Returns the subject of a proof of one path query. */
export const selectionOf = (query: PathQuery): ProofSubject => ({ kind: 'selection', query });
