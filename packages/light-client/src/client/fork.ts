import type { ChainLock } from '@dapikit/chain/browser';

/**
 * Describes two blocks of one height that quorums signed ChainLocks of, or two states of the platform of one height that they signed: honest members never sign both.
 */
export interface Fork {
  readonly of: 'block' | 'state';
  /** Height of layer 1, or of the platform. */
  readonly height: number;
  /** Block hashes in display order, or app hashes: the one that was followed, and the other one. */
  readonly hashes: readonly [followed: string, other: string];
  /** The ChainLocks of the blocks. */
  readonly chainLocks: readonly ChainLock[];
}

const SIGNED = {
  block: 'ChainLocks of two blocks',
  state: 'two states of the platform',
} as const;

/** Returns what quorums signed, and where. */
export const describeFork = ({ of, height, hashes: [followed, other] }: Omit<Fork, 'chainLocks'>): string =>
  `quorums signed ${SIGNED[of]} at height ${height}: ${followed} and ${other}`;

/** Reports a {@link Fork}: nothing is served until an operator accepts one of the hashes. */
export class ForkError extends Error {
  override readonly name = 'ForkError';

  constructor(readonly fork: Fork) {
    super(
      `${describeFork(fork)}. Find out which one the network follows: nothing is served until it is accepted`,
    );
  }
}
