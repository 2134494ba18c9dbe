import { compareBytes } from '@dapikit/protocol/codec';
import { hasAggregate, type TreeKind } from '../merk/tree-kind.js';
import { applyBatch } from './apply-batch.js';
import { heightOf, linkTo, MerkNode, nodeOf, type MerkLink } from './merk-node.js';
import type { NodeContent } from './node-content.js';

/** Returns whether {@link putInPlace} serves trees of a kind: what it does not compute is an aggregate. */
export const canPutInPlace = (kind: TreeKind): boolean => !hasAggregate(kind);

/**
 * Sets the content of one key as a batch of one change does, but in the nodes that exist: nearly all batches are such. Returns the root of
 * the changed tree. Throws NodeNotLoadedError where a node is needed that is not loaded; nothing is changed then.
 */
export function putInPlace(
  kind: TreeKind,
  root: MerkLink | undefined,
  key: Uint8Array,
  content: NodeContent,
): MerkLink {
  const path: MerkLink[] = [];
  const orders: number[] = [];
  let link = root;
  while (link !== undefined) {
    const node = nodeOf(link);
    const order = compareBytes(key, node.key);
    path.push(link);
    orders.push(order);
    if (order === 0) return replaceAt(path, node, content);
    link = order < 0 ? node.left : node.right;
  }
  const { base, child } = insertion(kind, path, orders, { key, content });
  return hangBelow(path.slice(0, base), orders, child);
}

function replaceAt(path: readonly MerkLink[], node: MerkNode, content: NodeContent): MerkLink {
  node.content = content;
  for (const link of path) {
    link.hash = undefined;
    nodeOf(link).isStored = false;
  }
  const [root] = path;
  if (root === undefined) throw new RangeError('expected a path with a node');
  return root;
}

/** New subtree, and the number of links of the path to it that stay. */
interface Insertion {
  readonly base: number;
  readonly child: MerkLink;
}

/** Returns what an insertion puts below a path: the new node, or the highest subtree that it rotates. Changes nothing. */
function insertion(
  kind: TreeKind,
  path: readonly MerkLink[],
  orders: readonly number[],
  { key, content }: { readonly key: Uint8Array; readonly content: NodeContent },
): Insertion {
  let child = linkTo(kind, new MerkNode(key, content, undefined, undefined));
  let base = path.length;
  let { height } = child;
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const link = path[at];
    if (link === undefined) break;
    const isLeft = (orders[at] ?? 0) < 0;
    const [left, right] = [isLeft ? height : link.leftHeight, isLeft ? link.rightHeight : height];
    const rotated = Math.abs(right - left) > 1 ? applyBatch(kind, link, [{ key, content }]) : undefined;
    if (rotated === undefined) height = 1 + Math.max(left, right);
    else [child, base, height] = [rotated, at, rotated.height];
  }
  return { base, child };
}

/** Hangs a subtree below the end of a path, and returns the root. */
function hangBelow(path: readonly MerkLink[], orders: readonly number[], added: MerkLink): MerkLink {
  let child = added;
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const link = path[at];
    if (link === undefined) break;
    const node = nodeOf(link);
    if ((orders[at] ?? 0) < 0) node.left = child;
    else node.right = child;
    node.isStored = false;
    link.leftHeight = heightOf(node.left);
    link.rightHeight = heightOf(node.right);
    link.hash = undefined;
    child = link;
  }
  return child;
}
