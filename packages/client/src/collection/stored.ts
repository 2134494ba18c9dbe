/** Agrees to pay tokens for a write. */
export interface Payment {
  /** Most that the write may cost, in the smallest unit of the token. */
  readonly maxTokens: bigint;
}

/** A stored document: what a write refers to. */
export interface Stored {
  readonly $id: Uint8Array;
  readonly $ownerId: Uint8Array;
  readonly $revision?: bigint;
}
