import type { FakeAnswer, FakeCall } from './fake-node.js';

interface FakeBlock {
  readonly hash: string;
  readonly height: number;
  readonly chainwork: string;
  readonly previousblockhash?: string;
}

/** The same work in each block. */
function workOf(height: number): string {
  return (2 * height + 2).toString(16).padStart(64, '0');
}

/** The blocks of a node that only has headers, and its best chain, which a test moves about. */
export class FakeChain {
  readonly #blocks = new Map<string, FakeBlock>();
  chainLock: { readonly hash: string; readonly height: number } | undefined;
  tip: string;

  constructor(genesis: string, height = 0) {
    this.#blocks.set(genesis, { hash: genesis, height, chainwork: workOf(height) });
    this.tip = genesis;
  }

  /** Adds a block on another and makes it the tip. */
  add(hash: string, previousblockhash: string = this.tip): string {
    const height = this.block(previousblockhash).height + 1;
    this.#blocks.set(hash, { hash, height, chainwork: workOf(height), previousblockhash });
    this.tip = hash;
    return hash;
  }

  /** Forgets a block, as a node does that lost its data. */
  forget(hash: string): void {
    this.#blocks.delete(hash);
  }

  block(hash: string): FakeBlock {
    const block = this.#blocks.get(hash);
    if (!block) throw new Error(`no block ${hash}`);
    return block;
  }

  /** The best chain from the genesis block to the tip. */
  best(): string[] {
    const hashes = [];
    for (let at: string | undefined = this.tip; at !== undefined; at = this.block(at).previousblockhash) {
      hashes.unshift(at);
    }
    return hashes;
  }

  /** What a node answers to what a watch asks. */
  answer({ method, params: [param] }: Pick<FakeCall, 'method' | 'params'>): FakeAnswer {
    if (method === 'getbestblockhash') return { result: this.tip };
    if (method === 'getblockhash') {
      const hash = this.best().find((one) => this.block(one).height === param);
      return hash === undefined
        ? { error: { code: -8, message: 'Block height out of range' } }
        : { result: hash };
    }
    if (method === 'getblockheader') {
      const block = this.#blocks.get(String(param));
      return block ? { result: block } : { error: { code: -5, message: 'Block not found' } };
    }
    if (method === 'getbestchainlock') {
      return this.chainLock
        ? {
            result: {
              blockhash: this.chainLock.hash,
              height: this.chainLock.height,
              signature: '00'.repeat(96),
              known_block: true,
            },
          }
        : { error: { code: -32603, message: 'Unable to find any ChainLock' } };
    }
    return { error: { code: -32601, message: 'Method not found' } };
  }
}
