import type { PathQuery } from '@dapikit/proof';

/** Says what the proof of a response has to prove, as far as the request alone says it. */
export type ProofSubject =
  | {
      readonly kind: 'selection';
      /** The path queries that the proof may be of; the state says which one it is. */
      readonly anyOf: readonly PathQuery[];
    }
  | { readonly kind: 'unique-key-hash'; readonly publicKeyHash: Uint8Array }
  | {
      readonly kind: 'non-unique-key-hash';
      readonly publicKeyHash: Uint8Array;
      readonly startAfter: Uint8Array | undefined;
    };

/** Returns the subject of a proof of one path query. */
export const selectionOf = (...anyOf: readonly PathQuery[]): ProofSubject => ({ kind: 'selection', anyOf });
