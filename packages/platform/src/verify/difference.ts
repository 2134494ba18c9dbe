/** Something in a store that is not what the rest of it says. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Where it is stored. */
  readonly key: Uint8Array;
  /** What is there; nothing when it is missing. */
  readonly found?: Uint8Array;
  /** What would be right; nothing when there should be none. */
  readonly expected?: Uint8Array;
}

export type DifferenceKind =
  /** A document that cannot be read, or stands under another id than its own. */
  | 'document'
  /** An entry of an index that is missing, or that no document has. */
  | 'index entry'
  /** Two documents with the same values in a unique index. */
  | 'duplicate'
  /** A version that cannot be read or has no document, or a document without its newest version. */
  | 'version'
  /** The total of a type, of values or of a run of values. */
  | 'total'
  /** A contract that cannot be read or is not what its hash or its newest version says, and these without a contract. */
  | 'contract'
  /** An identity that cannot be read or has no balance; a balance or a nonce of none. */
  | 'identity'
  /** All credits that were ever given out, which identities, fees and the funds of contests do not add up to. */
  | 'credits'
  /** A masternode that cannot be read, or an identity that goes with one and is missing. */
  | 'masternode'
  /** A token that cannot be read or of which there is not what its accounts have; an account of none. */
  | 'token'
  /** A contest that cannot be read or lacks something that goes with it, and that without a contest. */
  | 'contest'
  /** A key of no document type that is known, or of nothing that is known. */
  | 'stray';
