import { networkOfChain, ZERO_HASH, type Layer1, type MasternodeListDiff } from '@dapikit/chain';
import { LRUCache } from 'lru-cache';

/** After so many blocks a new quorum of the platform can form. */
export const CYCLE_BLOCKS = 24;
/** As many as there are blocks of one cycle, and some that left the chain. */
const MAX_CACHED_LISTS = 64;

/** Describes the final commitment of a quorum. */
export type FinalCommitment = MasternodeListDiff['newQuorums'][number];

/** Gives the quorums that sign the state of the platform, where they are known without reading lists of a layer 1. */
export interface QuorumSource {
  /** Returns those that sign after the newest known block, and after one a cycle before, each with the height of its list. */
  readonly now: () => { readonly height: number; readonly quorums: readonly FinalCommitment[] };
  readonly previous: () => { readonly height: number; readonly quorums: readonly FinalCommitment[] };
  /** Returns the height of the block that a quorum was made at. */
  readonly heightOf: (quorumHash: string) => number | undefined;
}

/** Reads from masternode list diffs which quorums sign the state of the platform. */
export class PlatformQuorums {
  readonly #layer1: Layer1;
  readonly #lists = new LRUCache<string, readonly FinalCommitment[]>({ max: MAX_CACHED_LISTS });

  constructor(layer1: Layer1) {
    this.#layer1 = layer1;
  }

  /** Returns the last block of layer 1. @throws as Layer1 does */
  async tip(): Promise<{ readonly height: number; readonly hash: string }> {
    return await this.#layer1.tip();
  }

  /** Returns the hash of a block of the best chain. @throws as Layer1 does */
  async hashAt(height: number): Promise<string> {
    return await this.#layer1.blockHash(height);
  }

  /** Returns the type of the quorums, or `undefined` on a network without a platform. @throws as Layer1 does */
  async type(): Promise<number | undefined> {
    const { network } = await this.#layer1.status();
    return networkOfChain(network)?.quorums.platform.type;
  }

  /** Returns the quorums that are active at a block. @throws as Layer1 does */
  async at(height: number, hash: string): Promise<readonly FinalCommitment[]> {
    const cached = this.#lists.get(hash);
    if (cached !== undefined) return cached;
    const type = await this.type();
    const { newQuorums } = await this.#layer1.masternodeListDiff(ZERO_HASH, hash);
    const active = newQuorums.filter(({ llmqType }) => llmqType === type);
    if (height > 0) this.#lists.set(hash, active);
    return active;
  }
}
