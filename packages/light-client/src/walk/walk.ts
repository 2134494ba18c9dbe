import type { ChainLock, FinalCommitment, NetworkParameters } from '@dapikit/chain/browser';
import { SIGN_HEIGHT_OFFSET } from '@dapikit/chain/browser';
import { minedCommitment, verifyBlockInTurns, type VerifiedBlock } from '../coinbase/verified-block.js';
import { VerificationError } from '../errors/verification-error.js';
import type { BlockPoint } from '../headers/link-headers.js';
import { requireChainLock, type QuorumKey } from '../quorums/chain-lock-quorums.js';
import { chainLockIn } from './chain-lock-in.js';

/** Gives blocks of any node: each is verified. */
export interface BlockSource {
  /** Returns the serialised block of the best chain at a height. */
  block(height: number): Promise<Uint8Array>;
}

/** Describes a final block, with the keys that sign the ChainLocks after it. */
export interface TrustedState extends BlockPoint {
  readonly network: NetworkParameters;
  /** Time of the block in seconds, as in {@link Checkpoint}. */
  readonly time: number;
  /** Active ChainLock quorums after the block, the oldest first. */
  readonly quorums: readonly QuorumKey[];
}

/** Describes a step of a walk. */
export interface WalkStep {
  readonly state: TrustedState;
  /** The quorum that was added; `undefined` where none formed in the interval. */
  readonly added: QuorumKey | undefined;
  /** The ChainLock that covers the block of the state. */
  readonly chainLock: ChainLock;
  /** Number of blocks that were read. */
  readonly blocks: number;
  /** Hashes of the blocks that were read in the interval, by their heights. */
  readonly hashes: ReadonlyMap<number, string>;
}

/** Returns the first height from which the next interval after a state can be walked: a node must have so many blocks, and some more. */
export function nextWindow(state: TrustedState): {
  readonly base: number;
  readonly first: number;
  readonly last: number;
} {
  const { cycle, miningWindow } = state.network.quorums.chainLocks;
  const current = state.height - (state.height % cycle);
  const isOver =
    state.height >= current + miningWindow.last || state.quorums.some(({ height }) => height === current);
  const base = isOver ? current + cycle : current;
  return {
    base,
    first: Math.max(state.height + 1, base + miningWindow.first),
    last: base + miningWindow.last,
  };
}

/**
 * Walks one quorum interval forward: reads the blocks of its mining window until one has a commitment, and then the coinbases behind it until a quorum
 * that is trusted already has signed a ChainLock of it or of a block above. Every step is verified, with the blocks of any node.
 * @param through height in the mining window that the ChainLock is to cover as well
 * @throws {VerificationError} when the blocks do not verify; ask another node. Errors of the source pass.
 */
export async function walkInterval(state: TrustedState, source: BlockSource, through = 0): Promise<WalkStep> {
  const walk = new IntervalWalk(state, source);
  const { block, added } = await walk.readWindow();
  const next = added === undefined ? state.quorums : withNewest(state, added);
  const chainLock = await walk.lock(block, next, Math.max(block.height, through));
  return {
    state: {
      network: state.network,
      height: block.height,
      hash: block.hash,
      time: block.header.time,
      quorums: next,
    },
    added,
    chainLock,
    blocks: walk.blocks,
    hashes: walk.hashes,
  };
}

/**
 * Walks from a state until the next interval ends above a height. Returns the last state.
 * @param onStep called after each interval
 * @throws {VerificationError} as {@link walkInterval} does.
 */
export async function walkTo(
  state: TrustedState,
  height: number,
  source: BlockSource,
  onStep?: (step: WalkStep) => void,
): Promise<TrustedState> {
  let current = await orderQuorums(state, source);
  while (nextWindow(current).last < height) {
    const step = await walkInterval(current, source);
    onStep?.(step);
    current = step.state;
  }
  return current;
}

/**
 * Returns a state whose quorums are in the order of their heights: unknown heights are found by the blocks at the starts of earlier intervals, whose hashes
 * name the quorums.
 * @throws {VerificationError} `other-quorums` when a quorum is not found.
 */
export async function orderQuorums(state: TrustedState, source: BlockSource): Promise<TrustedState> {
  const { network, quorums } = state;
  const { cycle, activeQuorums } = network.quorums.chainLocks;
  const heights = new Map(quorums.map(({ quorumHash, height }) => [quorumHash, height]));
  let base = state.height - (state.height % cycle);
  for (let read = 0; [...heights.values()].includes(undefined); read += 1) {
    if (read > MAX_FAILED_CYCLES + activeQuorums || base < 0) {
      throw new VerificationError(
        'other-quorums',
        `a quorum of block ${state.hash} at ${state.height} was made at no interval before it`,
      );
    }
    if (![...heights.values()].includes(base)) {
      const { hash } = await verifyBlockInTurns(await source.block(base), base, network);
      if (heights.has(hash)) heights.set(hash, base);
    }
    base -= cycle;
  }
  const known = quorums.map((quorum) => ({ ...quorum, height: heights.get(quorum.quorumHash) ?? 0 }));
  return { ...state, quorums: known.toSorted((a, b) => a.height - b.height) };
}

/** Defines how many intervals without a quorum there may be among those of the active ones. */
export const MAX_FAILED_CYCLES = 24;

function withNewest({ network, quorums }: TrustedState, added: QuorumKey): QuorumKey[] {
  return [...quorums, added].slice(-network.quorums.chainLocks.activeQuorums);
}

class IntervalWalk {
  readonly #state: TrustedState;
  readonly #source: BlockSource;
  /** Blocks from the last one of the window on, each the parent of the next. */
  readonly #linked: VerifiedBlock[] = [];
  blocks = 0;

  constructor(state: TrustedState, source: BlockSource) {
    this.#state = state;
    this.#source = source;
  }

  get hashes(): ReadonlyMap<number, string> {
    return new Map(this.#linked.map(({ height, hash }) => [height, hash]));
  }

  /** Reads the window up to the block with the commitment; up to its end where no quorum formed. */
  async readWindow(): Promise<{ readonly block: VerifiedBlock; readonly added: QuorumKey | undefined }> {
    const { base, first, last } = nextWindow(this.#state);
    // A state inside of the window may have the commitment already: then no later block has one.
    let isMissed = first === base + this.#state.network.quorums.chainLocks.miningWindow.first;
    for (let height = first; ; height += 1) {
      const block = await this.#next(height);
      const mined = minedCommitment(block);
      if (mined !== undefined) return { block, added: this.#keyOf(mined, base, block) };
      if (block.commitments.length > 0) isMissed = true;
      else if (isMissed) {
        throw new VerificationError(
          'missing-commitment',
          `block ${block.hash} at ${height} has no commitment of a ChainLock quorum, and must have one`,
        );
      }
      if (height >= last) return { block, added: undefined };
    }
  }

  /** Reads blocks behind one with a commitment until a trusted quorum has signed for a height or one above. */
  async lock(block: VerifiedBlock, next: readonly QuorumKey[], covered: number): Promise<ChainLock> {
    const { network, quorums } = this.#state;
    const { cycle, miningWindow } = network.quorums.chainLocks;
    const { base } = nextWindow(this.#state);
    // From there on further quorums could sign.
    const end = base + cycle + miningWindow.first + SIGN_HEIGHT_OFFSET;
    for (let height = block.height + 1; height <= end; height += 1) {
      const chainLock = chainLockIn(await this.#next(height), this.#linked);
      if (chainLock === undefined || chainLock.height < covered) continue;
      const active = chainLock.height - SIGN_HEIGHT_OFFSET < block.height ? quorums : next;
      try {
        requireChainLock(chainLock, active, quorums, network);
        return chainLock;
      } catch (error) {
        if (!(error instanceof VerificationError) || error.reason !== 'unknown-signer') throw error;
      }
    }
    throw new VerificationError(
      'not-chain-locked',
      `no ChainLock of a known quorum covers block ${block.hash} at ${block.height}`,
    );
  }

  async #next(height: number): Promise<VerifiedBlock> {
    const bytes = await this.#source.block(height);
    this.blocks += 1;
    const block = await verifyBlockInTurns(bytes, height, this.#state.network);
    const parent = this.#linked.at(-1);
    if (parent !== undefined && block.header.previousBlockHash !== parent.hash)
      throw new VerificationError(
        'header-link',
        `block ${block.hash} at ${height} does not follow ${parent.hash}`,
      );
    this.#linked.push(block);
    return block;
  }

  #keyOf(commitment: FinalCommitment, base: number, block: VerifiedBlock): QuorumKey {
    const { quorumHash, quorumPublicKey } = commitment;
    if (this.#state.quorums.some((known) => known.quorumHash === quorumHash)) {
      throw new VerificationError(
        'other-quorums',
        `block ${block.hash} at ${block.height} has the commitment of a quorum that was known below it already`,
      );
    }
    return { quorumHash, quorumPublicKey, height: base };
  }
}
