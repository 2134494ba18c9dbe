import { NULL_HASH, nodeHash } from '../merk/hashes.js';
import { hasAggregate, hashedAggregate, type TreeKind } from '../merk/tree-kind.js';
import { nodeOf, type MerkLink } from './merk-node.js';
import type { Pacer } from './pacer.js';

/** Limits the height of a tree that is hashed at once. */
const MAX_SMALL_HEIGHT = 4;

/**
 * Computes all missing node hashes of a tree. Throws RangeError where the value hash of a new node is unknown. Returns what to wait for
 * where there are many.
 */
export function hashTree(
  kind: TreeKind,
  root: MerkLink | undefined,
  pacer: Pacer,
): Promise<void> | undefined {
  if (root === undefined || root.hash !== undefined) return undefined;
  if (root.height > MAX_SMALL_HEIGHT) return hashLarge(kind, root, pacer);
  hashSubtree(kind, root);
  return undefined;
}

function hashSubtree(kind: TreeKind, link: MerkLink): void {
  if (link.hash !== undefined) return;
  const { left, right } = nodeOf(link);
  if (left !== undefined) hashSubtree(kind, left);
  if (right !== undefined) hashSubtree(kind, right);
  link.hash = hashOfNode(kind, link);
}

async function hashLarge(kind: TreeKind, root: MerkLink, pacer: Pacer): Promise<void> {
  const links = unhashedLinks(root);
  for (let at = links.length - 1; at >= 0; at -= 1) {
    const link = links[at];
    if (link !== undefined) link.hash = hashOfNode(kind, link);
    const pause = pacer.step();
    if (pause !== undefined) await pause;
  }
}

/** Returns the root hash of a hashed layer. */
export const rootHashOf = (root: MerkLink | undefined): Uint8Array => root?.knownHash() ?? NULL_HASH;

/** Lists the links without a hash, each before those below it. A node without a hash is new, and so are those above it. */
function unhashedLinks(root: MerkLink): MerkLink[] {
  const links = [root];
  for (let at = 0; at < links.length; at += 1) {
    const link = links[at];
    if (link === undefined) break;
    const { left, right } = nodeOf(link);
    if (left !== undefined && left.hash === undefined) links.push(left);
    if (right !== undefined && right.hash === undefined) links.push(right);
  }
  return links;
}

function hashOfNode(kind: TreeKind, link: MerkLink): Uint8Array {
  const { key, content, left, right } = nodeOf(link);
  const [leftHash, rightHash] = [left?.knownHash() ?? NULL_HASH, right?.knownHash() ?? NULL_HASH];
  const aggregate = hasAggregate(kind) ? hashedAggregate(kind, link.aggregate) : undefined;
  return nodeHash(content.kvHash(key), leftHash, rightHash, aggregate);
}
