import { compareBytes } from '@dapikit/protocol/codec';
import type { ProofNode } from '../merk-proof/proof-node.js';
import type { MerkLink, MerkNode, Side } from '../merk-tree/merk-node.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import type { Pacer } from '../merk-tree/pacer.js';
import { hashedAggregate } from '../merk/tree-kind.js';
import { boundsOf, selectsKey, type QueryItem } from '../path-query/query-item.js';

/** Operation of a Merk proof, or a place for a selected node, whose form depends on its element. */
export type LayerStep =
  | { readonly type: 'selected'; readonly node: MerkNode; readonly link: MerkLink }
  | { readonly type: 'push'; readonly node: ProofNode }
  | { readonly type: 'parent' }
  | { readonly type: 'child' };

/** Steps for a subtree, and what its neighbours have to show. */
interface SubtreeSteps {
  readonly steps: LayerStep[];
  /** True if keys were searched beyond the first node of the subtree, in the direction of the query. */
  readonly isBeforeFirst: boolean;
  /** True if keys were searched beyond the last node. */
  readonly isBehindLast: boolean;
  /** Number of further nodes that may be selected. */
  readonly limit: number;
}

/**
 * Returns the proof of what query items select in one tree. Selected nodes are shown; the neighbours of an absent key show their keys;
 * all other nodes on the way hide theirs, and whole subtrees are hashes.
 *
 * Where the limit is used up before the excluded end of a range, that key is hidden: the official prover shows it, and the official
 * verifier rejects that.
 *
 * Source: `create_proof_internal` and `create_child_proof` in grovedb `merk/src/proofs/query/mod.rs`.
 * @param limit is how many nodes may be selected; Infinity for all
 */
export async function layerSteps(
  tree: MerkTree,
  items: readonly QueryItem[],
  isLeftToRight: boolean,
  limit: number,
  pacer: Pacer,
): Promise<readonly LayerStep[]> {
  if (tree.root === undefined) return [];
  const keys = items.flatMap((item) => (item.type === 'key' ? [item.key] : []));
  await tree.loadPaths(keys.toSorted(compareBytes));
  return (await new LayerProver(tree, isLeftToRight, pacer).prove(tree.root, items, limit)).steps;
}

class LayerProver {
  readonly #first: Side;
  readonly #second: Side;

  constructor(
    private readonly tree: MerkTree,
    isLeftToRight: boolean,
    private readonly pacer: Pacer,
  ) {
    [this.#first, this.#second] = isLeftToRight ? ['left', 'right'] : ['right', 'left'];
  }

  async prove(link: MerkLink, items: readonly QueryItem[], limit: number): Promise<SubtreeSteps> {
    const node = await this.tree.load(link);
    const turn = this.pacer.step();
    if (turn !== undefined) await turn;
    const searched = limit === 0 ? [] : items;
    const first = await this.#proveChild(
      node[this.#first],
      itemsBeside(this.#first, searched, node.key),
      limit,
    );
    const isSelected = first.limit > 0 && searched.some((item) => selectsKey(item, node.key));
    const left = first.limit - (isSelected ? 1 : 0);
    const others = left === 0 ? [] : itemsBeside(this.#second, searched, node.key);
    const second = await this.#proveChild(node[this.#second], others, left);
    // Behind the limit nothing is searched: a key shown there would begin a range whose neighbour is hidden.
    const isNeighbour =
      first.limit > 0 &&
      (first.isBehindLast || second.isBeforeFirst || items.some((item) => isExcludedBound(item, node.key)));
    const step: LayerStep = isSelected
      ? { type: 'selected', node, link }
      : { type: 'push', node: this.#hiddenNode(node, link, isNeighbour) };
    const steps = first.steps;
    steps.push(step);
    if (steps.length > 1) steps.push({ type: 'parent' });
    if (second.steps.length > 0) {
      for (const other of second.steps) steps.push(other);
      steps.push({ type: 'child' });
    }
    return {
      steps,
      isBeforeFirst: first.isBeforeFirst,
      isBehindLast: second.isBehindLast,
      limit: second.limit,
    };
  }

  async #proveChild(
    link: MerkLink | undefined,
    items: readonly QueryItem[],
    limit: number,
  ): Promise<SubtreeSteps> {
    if (items.length > 0) {
      if (link !== undefined) return this.prove(link, items, limit);
      return { steps: [], isBeforeFirst: true, isBehindLast: true, limit };
    }
    const steps: LayerStep[] =
      link === undefined ? [] : [{ type: 'push', node: { type: 'hash', hash: link.knownHash() } }];
    return { steps, isBeforeFirst: false, isBehindLast: false, limit };
  }

  #hiddenNode({ key, content }: MerkNode, link: MerkLink, isNeighbour: boolean): ProofNode {
    const aggregate = hashedAggregate(this.tree.kind, link.aggregate);
    return isNeighbour
      ? { type: 'kvDigest', key, valueHash: content.valueHash(), aggregate }
      : { type: 'kvHash', kvHash: content.kvHash(key), aggregate };
  }
}

/** Returns the items that may select keys on one side of a key. */
function itemsBeside(side: Side, items: readonly QueryItem[], key: Uint8Array): readonly QueryItem[] {
  return items.filter((item) => {
    const { lower, upper } = boundsOf(item);
    if (side === 'left') return lower === undefined || compareBytes(lower.key, key) < 0;
    return upper === undefined || compareBytes(upper.key, key) > 0;
  });
}

/** Returns whether a key is the end of an item, and the item excludes it. */
function isExcludedBound(item: QueryItem, key: Uint8Array): boolean {
  const { lower, upper } = boundsOf(item);
  return [lower, upper].some(
    (bound) => bound !== undefined && !bound.isInclusive && compareBytes(bound.key, key) === 0,
  );
}
