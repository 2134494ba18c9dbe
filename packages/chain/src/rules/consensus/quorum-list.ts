import { QUORUM_TYPES, type QuorumType } from './quorum-types.js';
import type { FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import { quorumListRoot } from '../../primitives/masternode/quorum-list-root.js';

/** Describes the final commitment of a quorum that formed, and where it is. */
export interface MinedCommitment {
  readonly commitment: FinalCommitment;
  /** Height of the block that the quorum was made at. */
  readonly height: number;
  /** Height of the block that the commitment is in. */
  readonly minedHeight: number;
}

interface Link {
  readonly mined: MinedCommitment;
  readonly before: Link | undefined;
}

/** Represents the quorums that formed in a chain up to a block. Never changes: every change gives another list. */
export class QuorumList implements Iterable<MinedCommitment> {
  static readonly empty = new QuorumList(undefined);

  readonly #latest: Link | undefined;
  #root: string | undefined;

  private constructor(latest: Link | undefined) {
    this.#latest = latest;
  }

  get isEmpty(): boolean {
    return this.#latest === undefined;
  }

  /** Returns the list with one more: the latest. */
  with(mined: MinedCommitment): QuorumList {
    return new QuorumList({ mined, before: this.#latest });
  }

  /** Returns the latest first. */
  *[Symbol.iterator](): IterableIterator<MinedCommitment> {
    for (let link = this.#latest; link !== undefined; link = link.before) yield link.mined;
  }

  /** Returns the quorum of a type that was made at a block. */
  find(llmqType: number, quorumHash: string): MinedCommitment | undefined {
    for (const mined of this) {
      const { commitment } = mined;
      if (commitment.llmqType === llmqType && commitment.quorumHash === quorumHash) return mined;
    }
    return undefined;
  }

  /**
   * Returns the latest quorums of a type, the latest first.
   *
   * Source: `CQuorumBlockProcessor::GetMinedCommitmentsUntilBlock` in `src/llmq/blockprocessor.cpp` of dashpay/dash.
   */
  latest({ type }: QuorumType, count: number): MinedCommitment[] {
    const found: MinedCommitment[] = [];
    for (const mined of this) {
      if (found.length === count) break;
      if (mined.commitment.llmqType === type) found.push(mined);
    }
    return found;
  }

  /**
   * Returns the quorums of a type that sign: the latest ones, of a type that rotates the latest of each index.
   *
   * Source: `CQuorumBlockProcessor::GetMinedAndActiveCommitmentsUntilBlock` in `src/llmq/blockprocessor.cpp` of dashpay/dash.
   */
  active(quorumType: QuorumType): MinedCommitment[] {
    if (!quorumType.isRotated) return this.latest(quorumType, quorumType.activeQuorums);
    const byIndex = new Map<number, MinedCommitment>();
    for (const mined of this) {
      const { llmqType, quorumIndex } = mined.commitment;
      if (llmqType === quorumType.type && !byIndex.has(quorumIndex)) byIndex.set(quorumIndex, mined);
      if (byIndex.size === quorumType.activeQuorums) break;
    }
    return [...byIndex].toSorted(([a], [b]) => a - b).map(([, mined]) => mined);
  }

  /** Returns the quorums of a type that were made in the cycle that begins at a height. */
  madeFrom({ type, perCycle }: QuorumType, height: number): MinedCommitment[] {
    const isOfCycle = (at: number): boolean => at >= height && at < height + perCycle;
    return [...this].filter((mined) => mined.commitment.llmqType === type && isOfCycle(mined.height));
  }

  /** Returns the quorums of every type that sign. */
  allActive(): MinedCommitment[] {
    return QUORUM_TYPES.flatMap((quorumType) => this.active(quorumType));
  }

  /** Returns the root that the coinbase of the block commits to, in display order. */
  get root(): string {
    this.#root ??= quorumListRoot(this.allActive().map(({ commitment }) => commitment));
    return this.#root;
  }
}
