/** Describes an entry of a store that contradicts the rest of it. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Where it is stored. */
  readonly key: Uint8Array;
  /** Stored value; nothing when it is missing. */
  readonly found?: Uint8Array;
  /** Correct value; nothing when there should be none. */
  readonly expected?: Uint8Array;
}

export type DifferenceKind =
  /** The layout of the state, which is missing or another one: no start accepts the store. */
  | 'layout'
  /** A document that cannot be read, or is stored under another id than its own. */
  | 'document'
  /** An entry of an index that is missing, or that no document has. */
  | 'index entry'
  /** Two documents with the same values in a unique index. */
  | 'duplicate'
  /** A version that cannot be read or has no document, or a document without its newest version. */
  | 'version'
  /** The aggregate of a type, of values or of a run of values. */
  | 'aggregate'
  /** A contract that cannot be read or is not what its hash or its newest version says, and these without a contract. */
  | 'contract'
  /** An identity that cannot be read or has no balance; a balance or a nonce of none. */
  | 'identity'
  /** A used asset lock that cannot be read, or has more credits left than it had. */
  | 'asset lock'
  /** The number of the next asset unlock, which cannot be read. */
  | 'withdrawal'
  /** A platform address that cannot be read, or changes of their balances that cannot be read or do not fit together. */
  | 'address'
  /** The total of credits, which balances, fees and funds of contests do not add up to, or those that controls gave out. */
  | 'credits'
  /** A masternode that cannot be read, or an identity that goes with one and is missing. */
  | 'masternode'
  /** An epoch that cannot be read, or does not begin after the one before it or only behind the last block; that of the last block where it is missing. */
  | 'epoch'
  /** An executed state transition that cannot be read, or is stored under another hash or height than its own. */
  | 'transition'
  /** A token that cannot be read or of which there is not what its accounts have; an account of none. */
  | 'token'
  /** A contest that cannot be read or lacks something that goes with it, and that without a contest. */
  | 'contest'
  /** An element or a hash of the trees of the state that is missing, or is not what the entries of the store say; the key is its path. */
  | 'tree'
  /** An entry that a document expires, of no document that does then, or one that is missing. */
  | 'expiration'
  /** A statement of moderators that cannot be read, or is of no moderated contract or no identity. */
  | 'moderation'
  /** A key of no document type that is known, or of nothing that is known. */
  | 'stray';
