import { compareBytes } from '@dapikit/protocol/codec';
import { decodeOperations } from '../merk-proof/operation.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { proofNodeHash, type ProofNode } from '../merk-proof/proof-node.js';
import { NULL_HASH, type HashedAggregate } from '../merk/hashes.js';
import { hashedAggregate, NO_AGGREGATE, type Aggregate, type TreeKind } from '../merk/tree-kind.js';
import { boundsOf, selectsKey, type QueryItem } from '../path-query/query-item.js';

/** Keys between which the keys of a subtree lie, both excluded; undefined at an edge of the tree. */
interface KeySpan {
  readonly low: Uint8Array | undefined;
  readonly high: Uint8Array | undefined;
}

/** Subtree of a proof. */
interface ProofTree {
  readonly node: ProofNode;
  left: ProofTree | undefined;
  right: ProofTree | undefined;
  height: number;
}

/** Aggregates of a whole subtree and of its part in the range. */
interface SubtreeAggregate {
  readonly hash: Uint8Array;
  readonly all: Aggregate;
  readonly inRange: Aggregate;
}

/** Limits the height of a tree. Source: `MAX_PROOF_TREE_HEIGHT` in grovedb `merk/src/proofs/tree.rs`. */
const MAX_HEIGHT = 92;
const MAX_OPERATIONS = 50_000;
const EMPTY: SubtreeAggregate = { hash: NULL_HASH, all: NO_AGGREGATE, inRange: NO_AGGREGATE };

/**
 * Verifies the proof of the count and the sum of a range in one layer, and returns them with the hash of the layer. Subtrees that lie
 * wholly inside or outside of the range are shown as one node with its aggregate, which its hash covers.
 *
 * @param kind is the kind of the tree; the aggregate that its hashes do not cover is zero
 * @throws DecodeError, ProofError
 *
 * Source: `merk/src/proofs/query/aggregate_count`, `aggregate_sum` and `aggregate_count_and_sum` of grovedb.
 */
export function rangeAggregate(
  bytes: Uint8Array,
  range: QueryItem,
  kind: TreeKind,
): { readonly rootHash: Uint8Array; readonly aggregate: Aggregate } {
  const { count, sum } = hashedAggregate(kind, NO_AGGREGATE);
  if (count === undefined && sum === undefined)
    throw new ProofError('unexpected-element', `the hashes of a ${kind} tree cover no aggregates`);
  if (range.type === 'key' || range.type === 'rangeFull')
    throw new ProofError('unsupported', 'only a range with an end has a proof of its aggregate');
  const { hash, inRange } = new AggregateReader(range, kind).read(buildTree(bytes), {
    low: undefined,
    high: undefined,
  });
  if (BigInt.asIntN(64, inRange.sum) !== inRange.sum)
    throw new ProofError('unexpected-element', 'the sum of the range has more than 64 bits');
  return { rootHash: hash, aggregate: inRange };
}

/** Builds the tree of a proof; no operation is an empty tree. */
function buildTree(bytes: Uint8Array): ProofTree | undefined {
  const stack: ProofTree[] = [];
  let count = 0;
  for (const operation of decodeOperations(bytes)) {
    count += 1;
    if (count > MAX_OPERATIONS) throw malformed(`it has more than ${MAX_OPERATIONS} operations`);
    if (operation.isInverted) throw malformed('it runs from right to left');
    if (operation.type === 'push') {
      stack.push({ node: operation.node, left: undefined, right: undefined, height: 1 });
      continue;
    }
    const [last, beforeLast] = [stack.pop(), stack.pop()];
    if (last === undefined || beforeLast === undefined) throw malformed('the stack is empty');
    const isParent = operation.type === 'parent';
    const [parent, child] = isParent ? [last, beforeLast] : [beforeLast, last];
    const side = isParent ? 'left' : 'right';
    if (parent[side] !== undefined) throw malformed('a node has two children on one side');
    parent[side] = child;
    parent.height = Math.max(parent.height, child.height + 1);
    if (parent.height > MAX_HEIGHT) throw malformed(`its tree is higher than ${MAX_HEIGHT}`);
    stack.push(parent);
  }
  if (stack.length > 1) throw malformed(`it forms ${stack.length} trees instead of one`);
  return stack[0];
}

const malformed = (text: string): ProofError =>
  new ProofError('malformed', `the aggregate proof is malformed: ${text}`);

class AggregateReader {
  constructor(
    private readonly range: QueryItem,
    private readonly kind: TreeKind,
  ) {}

  read(tree: ProofTree | undefined, span: KeySpan): SubtreeAggregate {
    if (tree === undefined) return EMPTY;
    const place = this.#placeOf(span);
    return place === 'boundary'
      ? this.#readBoundary(tree, span)
      : this.#readWhole(tree, place === 'contained');
  }

  /** Reads a subtree that lies wholly inside or outside of the range. */
  #readWhole({ node, left, right }: ProofTree, isInRange: boolean): SubtreeAggregate {
    if (node.type !== 'hashWithAggregate' || left !== undefined || right !== undefined)
      throw malformed('a subtree on one side of the range is not shown as one node');
    const all = this.#aggregateOf(node.aggregate);
    return { hash: proofNodeHash(node, NULL_HASH, NULL_HASH), all, inRange: isInRange ? all : NO_AGGREGATE };
  }

  /** Reads a node between whose neighbours the range begins or ends. */
  #readBoundary({ node, left, right }: ProofTree, { low, high }: KeySpan): SubtreeAggregate {
    if (node.type !== 'kvDigest') throw malformed('a node at an end of the range does not show its key');
    const { key } = node;
    if (
      (low !== undefined && compareBytes(key, low) <= 0) ||
      (high !== undefined && compareBytes(key, high) >= 0)
    )
      throw malformed('its keys are not in order');
    const all = this.#aggregateOf(node.aggregate);
    const before = this.read(left, { low, high: key });
    const behind = this.read(right, { low: key, high });
    const own = {
      count: all.count - before.all.count - behind.all.count,
      sum: all.sum - before.all.sum - behind.all.sum,
    };
    if (own.count < 0n) throw malformed('a node counts less than its children');
    const mine = selectsKey(this.range, key) ? own : NO_AGGREGATE;
    return {
      hash: proofNodeHash(node, before.hash, behind.hash),
      all,
      inRange: {
        count: mine.count + before.inRange.count + behind.inRange.count,
        sum: mine.sum + before.inRange.sum + behind.inRange.sum,
      },
    };
  }

  /** Returns the aggregate of a node; it must have exactly what the hashes of the tree cover. */
  #aggregateOf(aggregate: HashedAggregate): Aggregate {
    const expected = hashedAggregate(this.kind, NO_AGGREGATE);
    if (
      (aggregate.count === undefined) !== (expected.count === undefined) ||
      (aggregate.sum === undefined) !== (expected.sum === undefined)
    )
      throw malformed(`a node does not have the aggregate of a ${this.kind} tree`);
    return { count: aggregate.count ?? 0n, sum: aggregate.sum ?? 0n };
  }

  #placeOf({ low, high }: KeySpan): 'disjoint' | 'contained' | 'boundary' {
    const { lower, upper } = boundsOf(this.range);
    const isBefore = lower !== undefined && high !== undefined && compareBytes(high, lower.key) <= 0;
    const isBehind = upper !== undefined && low !== undefined && compareBytes(low, upper.key) >= 0;
    if (isBefore || isBehind) return 'disjoint';
    const isFromLower = lower === undefined || (low !== undefined && compareBytes(low, lower.key) >= 0);
    const isToUpper = upper === undefined || (high !== undefined && compareBytes(high, upper.key) <= 0);
    return isFromLower && isToUpper ? 'contained' : 'boundary';
  }
}
