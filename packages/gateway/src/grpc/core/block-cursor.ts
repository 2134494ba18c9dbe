import { NodeRejectionError, type ChainTip, type Layer1 } from '@dapikit/chain';
import type { NotifiedChain } from '../../json-rpc/subscriptions/notified-chain.js';
import type { GrpcContext } from '../method/grpc-method.js';
import { untilAborted } from '../method/until-aborted.js';
import { previousHashOf, type ReadHeader } from '../method/shared-reads.js';
import { retryPause } from './retry-pause.js';

/** Describes a block of the best chain, with its header of 80 bytes. */
export interface HeadedBlock extends ReadHeader {
  readonly height: number;
}

/** Blocks that a reorganisation can be followed through; behind a deeper one they come again. */
const MAX_DELIVERED = 1000;

/**
 * Goes along the best chain for one stream: each block follows the one before it, and none is left out or comes twice. After a
 * reorganisation it continues after the last common block of both branches, also where that is below the first block.
 */
export class BlockCursor {
  readonly #layer1: Layer1;
  readonly #chain: NotifiedChain;
  readonly #reads: GrpcContext['reads'];
  readonly #signal: AbortSignal;
  /** The blocks that were delivered last, without gaps; before the first one those below it, as the client knows them. */
  readonly #delivered: ChainTip[] = [];
  /** Height of the next block, where none was delivered. */
  #first: number;

  /**
   * @param first the height of the first block
   * @param last the height of the last one: where there is one, no block below the first is delivered
   */
  constructor(
    { layer1, chain, reads, signal }: Pick<GrpcContext, 'layer1' | 'chain' | 'reads' | 'signal'>,
    first: number,
    last: number,
  ) {
    this.#layer1 = layer1;
    this.#chain = chain;
    this.#reads = reads;
    this.#first = first;
    this.#signal = signal;
    if (last !== Infinity || first > chain.tip.height + 1) return;
    for (let height = Math.max(0, first - MAX_DELIVERED); height < first; height += 1) {
      const block = chain.at(height);
      if (block !== undefined) this.#delivered.push(block);
    }
  }

  /** Returns the height of the last delivered block. */
  get height(): number {
    return this.#delivered.at(-1)?.height ?? this.#first - 1;
  }

  /**
   * Returns the next blocks up to a height, `max` at most; none at the tip.
   * @throws what layer 1 throws; {GrpcError} UNAVAILABLE while the chain changes faster than it can be read
   */
  async next(max: number, lastHeight = Infinity): Promise<readonly HeadedBlock[]> {
    for (let attempt = 0; ; attempt += 1) {
      await this.#leaveAbandoned();
      const from = this.height + 1;
      const count = Math.min(max, Math.min(this.#chain.tip.height, lastHeight) - from + 1);
      if (count <= 0) return [];
      const blocks = await this.#read(from, count);
      if (blocks !== undefined) return blocks;
      await retryPause(attempt, this.#signal);
    }
  }

  /** Takes a block of {@link next} as delivered. */
  deliver({ hash, height }: ChainTip): void {
    this.#delivered.push({ hash, height });
    if (this.#delivered.length > MAX_DELIVERED) this.#delivered.shift();
  }

  /** Steps back from blocks that left the best chain. */
  async #leaveAbandoned(): Promise<void> {
    for (let last = this.#delivered.at(-1); last !== undefined; last = this.#delivered.at(-1)) {
      if (this.#isKnownBest(last) ?? (await this.#isBest(last))) return;
      this.#delivered.pop();
      this.#first = last.height;
    }
  }

  /** Returns whether a block is known to be in the best chain; `undefined` where only layer 1 knows. */
  #isKnownBest(block: ChainTip): boolean | undefined {
    return block.height > this.#chain.tip.height ? false : this.#chain.has(block);
  }

  async #isBest(block: ChainTip): Promise<boolean> {
    return (await this.#layer1.blockHash(block.height, { signal: this.#signal })) === block.hash;
  }

  /** Reads blocks; returns `undefined` where the chain changed meanwhile. */
  async #read(from: number, count: number): Promise<readonly HeadedBlock[] | undefined> {
    try {
      return await this.#readHeaders(from, count);
    } catch (error) {
      // The chain is shorter than it was notified to be.
      if (error instanceof NodeRejectionError) return undefined;
      throw error;
    }
  }

  async #readHeaders(from: number, count: number): Promise<readonly HeadedBlock[] | undefined> {
    const first =
      this.#chain.at(from)?.hash ?? (await this.#layer1.blockHash(from, { signal: this.#signal }));
    const headers = await untilAborted(this.#reads.headers(first, count), this.#signal);
    this.#signal.throwIfAborted();
    const [read] = headers;
    const before = this.#delivered.at(-1);
    if (read?.hash !== first) return undefined;
    if (before !== undefined && previousHashOf(read.header) !== before.hash) return undefined;
    return headers.map(({ header, hash }, index) => ({ header, hash, height: from + index }));
  }
}
