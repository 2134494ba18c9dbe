import { compareBytes } from '@dapikit/protocol/codec';
import type { TreeKind } from '../merk/tree-kind.js';
import { balanced, withoutNode } from './balance.js';
import { linkTo, MerkNode, nodeOf, type MerkLink, type Side } from './merk-node.js';
import type { NodeContent } from './node-content.js';

/** Sets the content of a key, or removes the key. */
export interface MerkChange {
  readonly key: Uint8Array;
  /** The new content; undefined removes the key. */
  readonly content: NodeContent | undefined;
}

/**
 * Applies a batch to a tree and returns the root of the new tree; the tree itself stays as it is. The shape of the new tree is that of
 * grovedb: one batch of several keys gives another shape than the same keys one by one. Removing an absent key changes nothing.
 *
 * Source: `apply_to`, `build`, `apply_sorted` and `recurse` in grovedb `merk/src/tree/ops.rs`.
 * @param batch is sorted by key and has each key once
 * @throws NodeNotLoadedError where a node is needed that is not loaded; nothing is changed then
 * @throws AggregateOverflowError where a count or sum does not fit
 */
export function applyBatch(
  kind: TreeKind,
  root: MerkLink | undefined,
  batch: readonly MerkChange[],
): MerkLink | undefined {
  const node = new BatchRun(kind, batch).apply(root, 0, batch.length);
  if (node === root?.node) return root;
  return node === undefined ? undefined : linkTo(kind, node);
}

/** Applies parts of a batch, each from one index up to another, to subtrees. */
class BatchRun {
  constructor(
    readonly kind: TreeKind,
    readonly batch: readonly MerkChange[],
  ) {}

  apply(link: MerkLink | undefined, from: number, to: number): MerkNode | undefined {
    return link === undefined ? this.#build(from, to) : this.#applyToNode(nodeOf(link), from, to);
  }

  #applyTo(node: MerkNode | undefined, from: number, to: number): MerkNode | undefined {
    return node === undefined ? this.#build(from, to) : this.#applyToNode(node, from, to);
  }

  /** Builds a tree of its own: the middle change becomes the root. */
  #build(from: number, to: number): MerkNode | undefined {
    if (from === to) return undefined;
    const middle = from + Math.floor((to - from) / 2);
    const change = this.batch[middle];
    if (change?.content === undefined) return this.#applyTo(this.#build(from, middle), middle + 1, to);
    const node = new MerkNode(change.key, change.content, undefined, undefined);
    return this.#applyToChildren(node, [from, middle], [middle + 1, to]);
  }

  #applyToNode(node: MerkNode, from: number, to: number): MerkNode | undefined {
    if (from === to) return node;
    const index = this.#search(node.key, from, to);
    const change = index < to ? this.batch[index] : undefined;
    if (change === undefined || compareBytes(change.key, node.key) !== 0)
      return this.#applyToChildren(node, [from, index], [index, to]);
    if (change.content !== undefined)
      return this.#applyToChildren(node.withContent(change.content), [from, index], [index + 1, to]);
    const left = this.#applyTo(withoutNode(this.kind, node), from, index);
    return this.#applyTo(left, index + 1, to);
  }

  #applyToChildren(
    node: MerkNode,
    left: readonly [from: number, to: number],
    right: readonly [from: number, to: number],
  ): MerkNode {
    let result = node;
    if (left[0] < left[1]) result = this.#withChild(result, 'left', this.apply(node.left, ...left));
    if (right[0] < right[1]) result = this.#withChild(result, 'right', this.apply(node.right, ...right));
    return balanced(this.kind, result);
  }

  /** An unchanged child keeps its link and so its hash. */
  #withChild(node: MerkNode, side: Side, child: MerkNode | undefined): MerkNode {
    if (child === node[side]?.node) return node;
    return node.withChild(side, child === undefined ? undefined : linkTo(this.kind, child));
  }

  /** Returns the index of the first change whose key is not smaller. */
  #search(key: Uint8Array, from: number, to: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const change = this.batch[middle];
      if (change !== undefined && compareBytes(change.key, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
