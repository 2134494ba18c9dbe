import type { TreeKind } from '../merk/tree-kind.js';
import { heightOf, linkTo, nodeOf, otherSide, type MerkLink, type MerkNode, type Side } from './merk-node.js';

/**
 * Repairs a node whose sides differ by more than one in height, once, as grovedb does in `maybe_balance` and `rotate` of
 * `merk/src/tree/ops.rs`. The condition on the child is not symmetric there: a balanced right child is rotated first, a balanced left
 * child is not. Throws NodeNotLoadedError.
 */
export function balanced(kind: TreeKind, node: MerkNode): MerkNode {
  const balance = node.balance();
  if (Math.abs(balance) <= 1) return node;
  const heavy: Side = balance < 0 ? 'left' : 'right';
  const child = childOf(node, heavy);
  const leansRight = child.balance() > 0;
  if ((heavy === 'left') !== leansRight) return rotated(kind, node, heavy);
  const turned = rotated(kind, child, otherSide(heavy));
  return rotated(kind, node.withChild(heavy, linkTo(kind, turned)), heavy);
}

/** Puts the child of one side in the place of its parent, and repairs both, the former parent first. */
function rotated(kind: TreeKind, node: MerkNode, side: Side): MerkNode {
  const child = childOf(node, side);
  const lower = balanced(kind, node.withChild(side, child[otherSide(side)]));
  return balanced(kind, child.withChild(otherSide(side), linkTo(kind, lower)));
}

function childOf(node: MerkNode, side: Side): MerkNode {
  const link = node[side];
  if (link === undefined) throw new RangeError(`a node that is heavy on the ${side} has no ${side} child`);
  return nodeOf(link);
}

/**
 * Returns what takes the place of a removed node; undefined if that is nothing. With two children it is the node next to it on the
 * higher side, the right one where both are as high. Source: `remove`, `promote_edge` and `remove_edge` in grovedb
 * `merk/src/tree/ops.rs`. Throws NodeNotLoadedError.
 */
export function withoutNode(kind: TreeKind, { left, right }: MerkNode): MerkNode | undefined {
  if (left === undefined || right === undefined) {
    const only = left ?? right;
    return only === undefined ? undefined : nodeOf(only);
  }
  const taller: Side = heightOf(left) > heightOf(right) ? 'left' : 'right';
  const shorter = otherSide(taller);
  const [tall, short] = taller === 'left' ? [left, right] : [right, left];
  const { edge, rest } = withoutEdge(kind, nodeOf(tall), shorter);
  return balanced(kind, edge.withChild(taller, rest).withChild(shorter, short));
}

interface Edge {
  readonly edge: MerkNode;
  /** The subtree without that node. */
  readonly rest: MerkLink | undefined;
}

/** Takes the outermost node of one side out of a subtree. */
function withoutEdge(kind: TreeKind, node: MerkNode, side: Side): Edge {
  const link = node[side];
  if (link === undefined) return { edge: node, rest: node[otherSide(side)] };
  const { edge, rest } = withoutEdge(kind, nodeOf(link), side);
  return { edge, rest: linkTo(kind, balanced(kind, node.withChild(side, rest))) };
}
