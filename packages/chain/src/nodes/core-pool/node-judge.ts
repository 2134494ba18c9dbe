import type { ChainLock } from '../../layer1/layer1.js';

/** Judges what nodes report by data that are verified apart from them. */
export interface NodeJudge {
  /** Returns whether trusted quorums signed a ChainLock; `undefined` where that cannot be told now. */
  readonly isSigned: (chainLock: ChainLock) => boolean | undefined;
  /** Returns whether a node gets no requests. */
  readonly isRejected: (node: string) => boolean;
}

/** Judges nothing: nodes are trusted. */
export const TRUSTING: NodeJudge = { isSigned: () => undefined, isRejected: () => false };
