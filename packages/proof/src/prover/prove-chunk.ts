import { compareBytes } from '@dapikit/protocol/codec';
import { unwrapElement } from '../element/element.js';
import type { Path } from '../element/reference-path.js';
import { firstChunkDepth, maxTreeHeight, type ChunkDepths } from '../grove-proof/chunk-depths.js';
import { encodeGroveProof, groveProofOf, type GroveProof, type LayerProof } from '../grove-proof/envelope.js';
import type { Grove } from '../grove/grove.js';
import { encodeOperations, type Operation } from '../merk-proof/operation.js';
import type { ProofNode } from '../merk-proof/proof-node.js';
import { nodeOf, type MerkLink, type MerkNode } from '../merk-tree/merk-node.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import { Pacer, type Pause } from '../merk-tree/pacer.js';
import { hashedAggregate, TREE_KINDS } from '../merk/tree-kind.js';
import { layerSteps } from './layer-steps.js';
import { treeNode } from './tree-node.js';
import { UnprovableQueryError } from './unprovable-query-error.js';

/** Lists the options of a proof of levels of a tree. */
interface ChunkOptions {
  /** The pause, which is called again and again. */
  readonly pause?: Pause | undefined;
}

/**
 * Returns a proof of the upper levels of a tree that counts its elements: all of a small tree. What is below them has
 * proofs of its own, by {@link proveBranch}.
 *
 * Source: `prove_trunk_chunk_non_serialized_v0` and `_v1` in grovedb `grovedb/src/operations/proof/generate.rs`, `trunk_query` in `merk/src/merk/mod.rs`.
 * @param grove is hashed
 * @param options the version of the proof, 1 when left out, and where to pause
 * @throws UnprovableQueryError for a path without a tree, and a tree that does not count
 */
export async function proveTrunk(
  grove: Grove,
  path: Path,
  depths: ChunkDepths,
  { version = 1, pause }: ChunkOptions & { readonly version?: GroveProof['version'] } = {},
): Promise<Uint8Array> {
  const tree = await treeAt(grove, path);
  if (!TREE_KINDS[tree.kind].hasCount)
    throw new UnprovableQueryError('the tree does not count its elements: its trunk has no proof');
  const depth = firstChunkDepth(maxTreeHeight(tree.root?.aggregate.count ?? 0n), depths);
  let layer: LayerProof = {
    type: 'merk',
    bytes: encodeOperations(await chunkOperations(tree, tree.root, depth, new Pacer(pause))),
    lowerLayers: [],
  };
  for (const [at, key] of [...path.entries()].toReversed()) {
    const bytes = await proveTreeKey(await treeAt(grove, path.slice(0, at)), key);
    layer = { type: 'merk', bytes, lowerLayers: [{ key, layer }] };
  }
  return encodeGroveProof(groveProofOf(version, layer));
}

/**
 * Returns a proof of some levels of a tree from the node of a key on. A verifier knows the hash of that node by a proof of what is above.
 *
 * Source: `branch_query` in grovedb `merk/src/merk/mod.rs`.
 * @param grove is hashed
 * @throws UnprovableQueryError for a path without a tree, and a key that the tree does not have
 */
export async function proveBranch(
  grove: Grove,
  path: Path,
  key: Uint8Array,
  depth: number,
  { pause }: ChunkOptions = {},
): Promise<Uint8Array> {
  const tree = await treeAt(grove, path);
  await tree.loadPaths([key]);
  let link = tree.root;
  while (link !== undefined) {
    const node = await tree.load(link);
    const order = compareBytes(key, node.key);
    if (order === 0) return encodeOperations(await chunkOperations(tree, link, depth, new Pacer(pause)));
    link = order < 0 ? node.left : node.right;
  }
  throw new UnprovableQueryError('the tree has no element with this key');
}

async function treeAt(grove: Grove, path: Path): Promise<MerkTree> {
  const tree = await grove.layer(path);
  if (tree === undefined) throw new UnprovableQueryError('the path leads to no tree');
  return tree;
}

/** Proves the key of a tree, whose layer is proven as well. */
async function proveTreeKey(tree: MerkTree, key: Uint8Array): Promise<Uint8Array> {
  const steps = await layerSteps(tree, [{ type: 'key', key }], true, Infinity, new Pacer(undefined));
  return encodeOperations(
    steps.map((step): Operation => {
      if (step.type === 'push') return push(step.node);
      if (step.type !== 'selected') return { type: step.type, isInverted: false };
      return push(treeNode(tree, step.node, step.link));
    }),
  );
}

/** Shows the nodes of some levels; those below them are hashes. */
async function chunkOperations(
  tree: MerkTree,
  link: MerkLink | undefined,
  depth: number,
  pacer: Pacer,
): Promise<readonly Operation[]> {
  if (link === undefined) return [];
  await loadLevels(tree, link, { depth, pacer });
  const operations: Operation[] = [];
  for (const operation of shownOperations(tree, link, depth)) {
    operations.push(operation);
    const paused = pacer.step();
    if (paused !== undefined) await paused;
  }
  return operations;
}

/** Yields the operations that show the loaded nodes of some levels. */
function* shownOperations(tree: MerkTree, link: MerkLink, levels: number): Generator<Operation> {
  if (levels === 0) {
    yield push({ type: 'hash', hash: link.knownHash() });
    return;
  }
  const node = nodeOf(link);
  if (node.left !== undefined) yield* shownOperations(tree, node.left, levels - 1);
  yield push(chunkNode(tree, node, link));
  if (node.left !== undefined) yield { type: 'parent', isInverted: false };
  if (node.right === undefined) return;
  yield* shownOperations(tree, node.right, levels - 1);
  yield { type: 'child', isInverted: false };
}

const push = (node: ProofNode): Operation => ({ type: 'push', node, isInverted: false });

/** Nodes that are loaded together: each is decoded. */
const LOADED_AT_ONCE = 64;

async function loadLevels(
  tree: MerkTree,
  link: MerkLink,
  { depth, pacer }: { readonly depth: number; readonly pacer: Pacer },
): Promise<void> {
  let level = [link];
  for (let levels = depth; levels > 0 && level.length > 0; levels -= 1) {
    for (let at = 0; at < level.length; at += LOADED_AT_ONCE) {
      const loaded = level.slice(at, at + LOADED_AT_ONCE);
      await tree.loadAll(loaded);
      await pacer.step(loaded.length);
    }
    level = level.flatMap(({ node }) => [node?.left, node?.right].filter((child) => child !== undefined));
  }
}

/** Shows an element. Source: `create_proof_node_for_chunk` in grovedb `merk/src/proofs/chunk/chunk.rs`. */
function chunkNode(tree: MerkTree, node: MerkNode, link: MerkLink): ProofNode {
  const { key, content } = node;
  if (content.valueHashKind === 'simple')
    return { type: 'kv', key, value: content.value, aggregate: hashedAggregate(tree.kind, link.aggregate) };
  const { type } = unwrapElement(content.element);
  if (type === 'reference' || type === 'referenceWithSumItem')
    throw new UnprovableQueryError('the tree has references: verifiers reject chunks with them');
  return treeNode(tree, node, link);
}
