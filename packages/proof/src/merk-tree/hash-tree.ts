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

/** Returns how many hashes it computed. */
function hashSubtree(kind: TreeKind, link: MerkLink): number {
  if (link.hash !== undefined) return 0;
  const { left, right } = nodeOf(link);
  let hashes = 1;
  if (left !== undefined) hashes += hashSubtree(kind, left);
  if (right !== undefined) hashes += hashSubtree(kind, right);
  link.hash = hashOfNode(kind, link);
  return hashes;
}

async function hashLarge(kind: TreeKind, link: MerkLink, pacer: Pacer): Promise<void> {
  if (link.hash !== undefined) return;
  let hashes = 1;
  if (link.height <= MAX_SMALL_HEIGHT) hashes = hashSubtree(kind, link);
  else {
    const { left, right } = nodeOf(link);
    if (left !== undefined) await hashLarge(kind, left, pacer);
    if (right !== undefined) await hashLarge(kind, right, pacer);
    link.hash = hashOfNode(kind, link);
  }
  const pause = pacer.step(hashes);
  if (pause !== undefined) await pause;
}

/** Returns the root hash of a hashed layer. */
export const rootHashOf = (root: MerkLink | undefined): Uint8Array => root?.knownHash() ?? NULL_HASH;

function hashOfNode(kind: TreeKind, link: MerkLink): Uint8Array {
  const { key, content, left, right } = nodeOf(link);
  const [leftHash, rightHash] = [left?.knownHash() ?? NULL_HASH, right?.knownHash() ?? NULL_HASH];
  const aggregate = hasAggregate(kind) ? hashedAggregate(kind, link.aggregate) : undefined;
  return nodeHash(content.kvHash(key), leftHash, rightHash, aggregate);
}
