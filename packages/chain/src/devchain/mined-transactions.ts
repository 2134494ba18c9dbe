import type { ChainState } from '../chain/chainstate/chain-state.js';
import type { ChainTip } from '../layer1/chain-tip.js';

/** Maps each transaction to its block in the best chain. The map is built at the first lookup. */
export class MinedTransactions {
  readonly #chain: ChainState;
  #blocks: Map<string, ChainTip> | undefined;

  constructor(chain: ChainState) {
    this.#chain = chain;
  }

  blockOf(txid: string): ChainTip | undefined {
    return (this.#blocks ??= this.#follow()).get(txid);
  }

  #follow(): Map<string, ChainTip> {
    const blocks = new Map<string, ChainTip>();
    for (let height = 0; height <= this.#chain.tip.height; height += 1) {
      const { hash, block } = this.#chain.blockAt(height) ?? this.#chain.tip;
      for (const { txid } of block.transactions) blocks.set(txid, { hash, height });
    }
    this.#chain.onBlock(({ kind, hash, height }, { block }) => {
      for (const { txid } of block.transactions) {
        if (kind === 'connected') blocks.set(txid, { hash, height });
        else if (blocks.get(txid)?.hash === hash) blocks.delete(txid);
      }
    });
    return blocks;
  }
}
