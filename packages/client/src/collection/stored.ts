/** Agrees to pay tokens for a write. */
export interface Payment {
  /** Most that the write may cost, in the smallest unit of the token. */
  readonly maxTokens: bigint;
}

/** Agrees to open a contest, or to join one, where masternodes vote on who gets the values of a document. */
export interface ContestAgreement {
  /** Most that the contest may cost, beside the fee of the write. */
  readonly maxContestCredits?: bigint;
}

/** A stored document: what a write refers to. */
export interface Stored {
  readonly $id: Uint8Array;
  readonly $ownerId: Uint8Array;
  readonly $revision?: bigint;
}
