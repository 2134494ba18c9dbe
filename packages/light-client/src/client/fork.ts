import type { ChainLock } from '@dapikit/chain/browser';

/** Describes two blocks of one height that quorums signed ChainLocks of: honest members never sign both. */
export interface Fork {
  readonly height: number;
  /** The block that was followed, and the other one. */
  readonly blocks: readonly [followed: string, other: string];
  readonly chainLocks: readonly ChainLock[];
}

/** Reports a {@link Fork}: nothing is served until an operator accepts one of the blocks. */
export class ForkError extends Error {
  override readonly name = 'ForkError';

  constructor(readonly fork: Fork) {
    const [followed, other] = fork.blocks;
    super(
      `quorums signed ChainLocks of two blocks at height ${fork.height}: ${followed} and ${other}. Find out which one the network follows, then restart with --accept-fork and its hash`,
    );
  }
}
