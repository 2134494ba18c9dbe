import type { BlockEvent } from '../src/layer1/layer1.js';
import type { ChainTip } from '../src/layer1/chain-tip.js';
import type { BlockTree } from './scripted-node.js';

/** A chain as its watcher has it, from a tip and the events since. */
export class ChainReplay {
  readonly #tree: BlockTree;
  readonly #chain: string[] = [];
  /** Each tip there was, in order. */
  readonly tips: string[] = [];
  /** Events that do not fit to the chain. */
  readonly wrong: unknown[] = [];

  constructor(tree: BlockTree, { hash, height }: ChainTip) {
    this.#tree = tree;
    for (let at = 0; at <= height; at += 1) this.#chain.push(tree.at(hash, at)!);
    this.tips.push(hash);
  }

  get tip(): string {
    return this.#chain.at(-1)!;
  }

  apply(event: BlockEvent): void {
    const { kind, hash, height } = event;
    const { previous, height: real } = this.#tree.block(hash);
    const isNext =
      (kind === 'connected' && this.tip === previous) || (kind === 'disconnected' && this.tip === hash);
    if (height !== real || !isNext) this.wrong.push(['event', event, this.tip]);
    if (kind === 'connected') this.#chain.push(hash);
    else this.#chain.pop();
    this.tips.push(this.tip);
  }
}
