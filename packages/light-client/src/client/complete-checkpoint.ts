import type { NetworkParameters } from '@dapikit/chain/browser';
import { HEADERS_A_REQUEST } from '../checkpoint/short-checkpoint.js';
import { minedCommitment, verifyBlockInTurns, type VerifiedBlock } from '../coinbase/verified-block.js';
import { VerificationError } from '../errors/verification-error.js';
import { PeerError } from '../peers/peer-error.js';
import type { QuorumKey } from '../quorums/chain-lock-quorums.js';
import { MAX_FAILED_CYCLES, type TrustedState } from '../walk/walk.js';
import type { CorePeer } from './core-peer.js';
import { headersTo, type HeaderParts } from './headers-to.js';

/** Describes a checkpoint with its quorums, and what that took. */
export interface CompletedCheckpoint {
  readonly state: TrustedState;
  /** Requests that gave something that was used. */
  readonly requests: number;
}

/** Peers that hang take a part of it each. */
const CALL_MS = 240_000;

/**
 * Reads the ChainLock quorums of a block of which only height and hash are trusted: headers lead from it down over the intervals before it, and the blocks of their mining windows
 * have the commitments. All of it is bound to the hash, so any peer may give it.
 * @throws {PeersUnavailableError} (rejects) where no peer gives blocks that lead to the hash; {VerificationError} `missing-commitment` where too few quorums formed
 */
export async function completeCheckpoint(
  start: TrustedState,
  parts: HeaderParts,
): Promise<CompletedCheckpoint> {
  return new CheckpointReader(start, parts).run();
}

class CheckpointReader {
  readonly #start: TrustedState;
  readonly #parts: HeaderParts;
  readonly #hashes = new Map<number, string>();
  /** The parent of the lowest known header. */
  #parent: { readonly height: number; readonly hash: string };
  #time = 0;
  #requests = 0;

  constructor(start: TrustedState, parts: HeaderParts) {
    this.#start = start;
    this.#parts = parts;
    this.#parent = { height: start.height, hash: start.hash };
  }

  async run(): Promise<CompletedCheckpoint> {
    const { height, network } = this.#start;
    const { cycle, activeQuorums } = network.quorums.chainLocks;
    const quorums: QuorumKey[] = [];
    const newest = height - (height % cycle);
    // Blocks below DIP-3 have no commitments.
    for (
      let at = 0;
      quorums.length < activeQuorums && newest - (at - 1) * cycle > network.heights.dip3;
      at += 1
    ) {
      if (at > activeQuorums + MAX_FAILED_CYCLES)
        throw new VerificationError(
          'missing-commitment',
          `${quorums.length} ChainLock quorums formed in the ${at} intervals before block ${height}, not ${activeQuorums}`,
        );
      const quorum = await this.#quorumOf(newest - at * cycle);
      if (quorum !== undefined) quorums.unshift(quorum);
    }
    if (quorums.length === 0)
      throw new VerificationError('no-signer', `no ChainLock quorum formed before block ${height}`);
    return { state: { ...this.#start, time: this.#time, quorums }, requests: this.#requests };
  }

  /** Returns the quorum that was mined in an interval up to the checkpoint; `undefined` where all of its blocks have null commitments or none. */
  async #quorumOf(base: number): Promise<QuorumKey | undefined> {
    const { heights, quorums } = this.#start.network;
    const { miningWindow } = quorums.chainLocks;
    const last = Math.min(base + miningWindow.last, this.#start.height);
    const first = Math.max(heights.dip3, base + miningWindow.first);
    while (this.#parent.height >= Math.min(first, this.#start.height)) await this.#readHeaders();
    for (let height = first; height <= last; height += 1) {
      const mined = minedCommitment(await this.#block(height));
      if (mined === undefined) continue;
      const { quorumHash, quorumPublicKey } = mined;
      return { quorumHash, quorumPublicKey, height: base };
    }
    return undefined;
  }

  async #readHeaders(): Promise<void> {
    const { height: top, hash } = this.#parent;
    const count = Math.min(HEADERS_A_REQUEST, top);
    const first = top - count + 1;
    const { network } = this.#start;
    const found = await headersTo({ height: top, hash }, count, network, this.#parts);
    this.#requests += 1;
    for (const [at, known] of found.hashes.entries()) this.#hashes.set(first + at, known);
    if (this.#time === 0) this.#time = found.headers.at(-1)?.time ?? 0;
    this.#parent = { height: first - 1, hash: found.headers[0]?.previousBlockHash ?? '' };
  }

  async #block(height: number): Promise<VerifiedBlock> {
    const { network } = this.#start;
    return this.#call(async (core, signal) => {
      const block = await verifiedBlock(core, height, network, signal);
      if (block.hash === this.#hashes.get(height)) return block;
      throw new VerificationError(
        'header-hash',
        `block ${height} of the peer does not lead to the checkpoint`,
      );
    });
  }

  async #call<Result>(ask: (core: CorePeer, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { pool, core, signal } = this.#parts;
    const result = await pool.call(async (turn) => ask(core(turn.address), turn.signal), {
      signal,
      purpose: 'follow',
      callMs: CALL_MS,
    });
    this.#requests += 1;
    return result;
  }
}

async function verifiedBlock(
  core: CorePeer,
  height: number,
  network: NetworkParameters,
  signal: AbortSignal,
): Promise<VerifiedBlock> {
  try {
    return verifyBlockInTurns(await core.block(height, signal), height, network);
  } catch (error) {
    if (!(error instanceof PeerError && error.failure === 'rejected')) throw error;
    throw new PeerError('unhelpful', `the peer has no block ${height}: ${error.message}`, { cause: error });
  }
}
