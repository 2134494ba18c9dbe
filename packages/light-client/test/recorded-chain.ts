import { DevChain, encodeChainLock, useBlsBackend } from '@dapikit/chain';
import {
  BLOCK_HEADER_SIZE,
  ZERO_HASH,
  type ChainLock,
  type MasternodeListDiff,
} from '@dapikit/chain/browser';
import { loadBls } from '@dapikit/protocol/wasm';
import type { CorePeer } from '../src/client/core-peer.js';
import { PeerError } from '../src/peers/peer-error.js';
import type { TrustedState } from '../src/walk/walk.js';
import { verifyBlock } from '../src/coinbase/verified-block.js';
import { REGTEST, stateAt } from './dev-network.js';
import type { VirtualClock } from './virtual-clock.js';

// As a client in Node does: these chains have thousands of signatures.
useBlsBackend(await loadBls());

/** A development chain with the ChainLocks of its blocks, of which peers show a part. */
export class RecordedChain {
  readonly chain: DevChain;
  readonly #locks = new Map<number, ChainLock>();
  readonly #keys = new Map<number, ReadonlyMap<string, string>>();
  readonly #diffs = new Map<string, Promise<MasternodeListDiff>>();

  constructor(options: ConstructorParameters<typeof DevChain>[0] = {}, chain?: DevChain) {
    this.chain = chain ?? new DevChain({ mining: 'manual', chainLocks: true, ...options });
  }

  get height(): number {
    return this.chain.tip().height;
  }

  /** Mines blocks, each with the ChainLock of the block before in its coinbase. */
  mine(count: number): void {
    for (let mined = 0; mined < count; mined += 1) this.chain.mine(1);
  }

  hashAt(height: number): string {
    const hash = this.chain.blockHash(height);
    if (typeof hash !== 'string') throw new Error('the chain answers at once');
    return hash;
  }

  block(at: number | string): Uint8Array | undefined {
    const height = typeof at === 'number' ? at : this.#heightOf(at);
    return height === undefined ? undefined : this.chain.serializedBlock(height);
  }

  lockOf(height: number): ChainLock {
    const known = this.#locks.get(height);
    if (known !== undefined) return known;
    const best = this.chain.bestChainLock();
    const lock = best?.height === height ? best : this.#lockInCoinbase(height);
    this.#locks.set(height, lock);
    return lock;
  }

  async diff(base: string, height: number): Promise<MasternodeListDiff> {
    const key = `${base} ${height}`;
    const known = this.#diffs.get(key) ?? this.chain.masternodeListDiff(base, String(height));
    this.#diffs.set(key, known);
    return structuredClone(await known);
  }

  /** Returns the public keys of all active quorums after a block, by their keys in lists. */
  keysAt(height: number): ReadonlyMap<string, string> {
    const known = this.#keys.get(height);
    if (known === undefined) throw new Error(`the keys at ${height} were not read`);
    return known;
  }

  /** Reads the keys of quorums at all heights from one on. */
  async readKeys(from: number): Promise<void> {
    for (let height = from; height <= this.height; height += 1) {
      const { newQuorums } = await this.diff(ZERO_HASH, height);
      const keys = newQuorums.map(({ llmqType, quorumHash, quorumPublicKey }): [string, string] => [
        `${llmqType}-${quorumHash}`,
        quorumPublicKey,
      ]);
      this.#keys.set(height, new Map(keys));
    }
  }

  async stateAt(height: number): Promise<TrustedState> {
    return stateAt(this.chain, height);
  }

  /** Returns the ChainLock of a block that the coinbase of the next one has. */
  #lockInCoinbase(height: number): ChainLock {
    const { coinbase } = verifyBlock(this.block(height + 1)!, height + 1, REGTEST);
    if (!('bestCLSignature' in coinbase) || coinbase.bestCLHeightDiff !== 0)
      throw new Error(`block ${height + 1} has no ChainLock of the block before`);
    return { height, hash: this.hashAt(height), signature: coinbase.bestCLSignature };
  }

  #heightOf(hash: string): number | undefined {
    for (let height = this.height; height > 0; height -= 1) if (this.hashAt(height) === hash) return height;
    return undefined;
  }
}

/** Says which part of a chain a peer shows, and how it answers. */
export interface ShownChain {
  readonly chain: RecordedChain;
  readonly clock: VirtualClock;
  /** Height of the tip that it shows. */
  readonly tip: () => number;
  /** Blocks without a ChainLock at the tip; 0 by default. */
  readonly unlocked?: () => number;
  /** Time of a response in milliseconds. */
  readonly latency?: number;
}

/** Returns the Core service of an honest peer with a part of a chain. */
export function honestPeer({ chain, clock, tip, unlocked = () => 0, latency = 20 }: ShownChain): CorePeer {
  const lockedHeight = (): number => Math.max(1, tip() - unlocked());
  return {
    bestHeight: async () => {
      await clock.sleep(latency);
      return tip();
    },
    block: async (at) => {
      await clock.sleep(latency);
      const bytes = typeof at === 'number' && at > tip() ? undefined : chain.block(at);
      if (bytes === undefined) throw new PeerError('rejected', 'Block not found');
      return bytes;
    },
    headers: async (from, count) => {
      await clock.sleep(latency);
      if (from + count - 1 > tip()) throw new PeerError('rejected', 'count exceeds chain tip');
      const heights = Array.from({ length: count }, (_, at) => from + at);
      return {
        headers: heights.map((height) => chain.block(height)!.subarray(0, BLOCK_HEADER_SIZE)),
        chainLock: encodeChainLock(chain.lockOf(lockedHeight())),
      };
    },
    async *masternodeLists(signal) {
      let base: number | undefined;
      while (!signal.aborted) {
        await clock.sleep(latency);
        const goal = lockedHeight();
        if (base === goal) continue;
        yield await chain.diff(base === undefined ? ZERO_HASH : chain.hashAt(base), goal);
        base = goal;
      }
    },
    blockOf: async (txid) => {
      await clock.sleep(latency);
      const { block } = (await chain.chain.read('transaction', { txid })) ?? {};
      return block?.hash;
    },
    send: async () => {
      throw new PeerError('rejected', 'unused');
    },
  };
}
