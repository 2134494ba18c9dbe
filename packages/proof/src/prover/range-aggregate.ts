import { compareBytes } from '@dapikit/protocol/codec';
import type { ProofNode } from '../merk-proof/proof-node.js';
import type { Operation } from '../merk-proof/operation.js';
import type { MerkLink, MerkNode } from '../merk-tree/merk-node.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import type { Pacer } from '../merk-tree/pacer.js';
import { NULL_HASH } from '../merk/hashes.js';
import { hashedAggregate } from '../merk/tree-kind.js';
import { boundsOf, type Bounds, type QueryItem } from '../path-query/query-item.js';
import { UnprovableQueryError } from './unprovable-query-error.js';

/** Keys between which the keys of a subtree lie, both excluded; undefined at an edge of the tree. */
interface KeySpan {
  readonly low: Uint8Array | undefined;
  readonly high: Uint8Array | undefined;
}

/**
 * Returns the operations that prove the count, the sum or both of a range of keys: whole subtrees inside or outside of the range as
 * one node with its aggregate, and the nodes between them with their keys. An empty tree has no operations.
 *
 * Source: `merk/src/proofs/query/aggregate_count`, `aggregate_sum` and `aggregate_count_and_sum` of grovedb.
 * @throws UnprovableQueryError for a tree whose hashes cover no aggregate, a single key or the full range
 */
export async function rangeAggregateOperations(
  tree: MerkTree,
  range: QueryItem,
  pacer: Pacer,
): Promise<readonly Operation[]> {
  const { count, sum } = hashedAggregate(tree.kind, { count: 0n, sum: 0n });
  if (count === undefined && sum === undefined)
    throw new UnprovableQueryError('the hashes of the tree cover neither counts nor sums');
  if (range.type === 'key' || range.type === 'rangeFull')
    throw new UnprovableQueryError('the range is a single key or has no end');
  const operations: Operation[] = [];
  await new RangeProver(tree, boundsOf(range), operations, pacer).prove(tree.root, {
    low: undefined,
    high: undefined,
  });
  return operations;
}

class RangeProver {
  constructor(
    private readonly tree: MerkTree,
    private readonly range: Bounds,
    private readonly operations: Operation[],
    private readonly pacer: Pacer,
  ) {}

  /** Adds the operations of a subtree; returns whether it has any. */
  async prove(link: MerkLink | undefined, span: KeySpan): Promise<boolean> {
    if (link === undefined) return false;
    const node = await this.tree.load(link);
    const turn = this.pacer.step();
    if (turn !== undefined) await turn;
    if (isDisjoint(span, this.range) || isContained(span, this.range)) {
      this.#push(this.#wholeSubtree(node, link));
      return true;
    }
    const { key } = node;
    const hasLeft = await this.prove(node.left, { low: span.low, high: key });
    const aggregate = hashedAggregate(this.tree.kind, link.aggregate);
    this.#push({ type: 'kvDigest', key, valueHash: node.content.valueHash(), aggregate });
    if (hasLeft) this.operations.push({ type: 'parent', isInverted: false });
    const hasRight = await this.prove(node.right, { low: key, high: span.high });
    if (hasRight) this.operations.push({ type: 'child', isInverted: false });
    return true;
  }

  #push(node: ProofNode): void {
    this.operations.push({ type: 'push', node, isInverted: false });
  }

  #wholeSubtree({ key, content, left, right }: MerkNode, link: MerkLink): ProofNode {
    return {
      type: 'hashWithAggregate',
      kvHash: content.kvHash(key),
      left: left?.knownHash() ?? NULL_HASH,
      right: right?.knownHash() ?? NULL_HASH,
      aggregate: hashedAggregate(this.tree.kind, link.aggregate),
    };
  }
}

/** Returns whether no key of a span is in the range. */
const isDisjoint = ({ low, high }: KeySpan, { lower, upper }: Bounds): boolean =>
  (lower !== undefined && high !== undefined && compareBytes(high, lower.key) <= 0) ||
  (upper !== undefined && low !== undefined && compareBytes(low, upper.key) >= 0);

/** Returns whether all keys of a span are in the range. */
const isContained = ({ low, high }: KeySpan, { lower, upper }: Bounds): boolean =>
  (lower === undefined || (low !== undefined && compareBytes(low, lower.key) >= 0)) &&
  (upper === undefined || (high !== undefined && compareBytes(high, upper.key) <= 0));
