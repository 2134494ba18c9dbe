import type { Path } from '../element/reference-path.js';
import { treeKindOf } from '../element/element-tree.js';
import type { MerkLink } from '../merk-tree/merk-node.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import type { NodeStore } from '../merk-tree/node-store.js';
import type { Pacer } from '../merk-tree/pacer.js';
import type { GroveLayer } from './grove-layer.js';
import type { GroveOperation } from './operation.js';

/** The keys that operations need of each layer of one depth. */
type LevelKeys = Map<GroveLayer, Set<Uint8Array>>;

/**
 * Loads the nodes of the store that operations need, with one request for each level of all trees of a depth: operations that are applied
 * batch by batch would request them one after the other. Changes nothing. What is not foreseen, such as nodes for rotations after a
 * removal, is loaded when it is needed.
 */
export async function loadAhead(
  root: GroveLayer,
  nodes: NodeStore,
  operations: readonly GroveOperation[],
  pacer: Pacer,
): Promise<void> {
  for (const level of await keysByDepth(root, operations, pacer)) {
    await openLayers(nodes, [...level.keys()], pacer);
    await loadPaths(nodes, level, pacer);
  }
}

/** Returns the keys along the paths of operations, and their own, by depth and layer. */
async function keysByDepth(
  root: GroveLayer,
  operations: readonly GroveOperation[],
  pacer: Pacer,
): Promise<readonly LevelKeys[]> {
  const levels: LevelKeys[] = [];
  const add = (layer: GroveLayer, key: Uint8Array): void => {
    const level = (levels[layer.depth] ??= new Map<GroveLayer, Set<Uint8Array>>());
    const keys = level.get(layer);
    if (keys === undefined) level.set(layer, new Set([key]));
    else keys.add(key);
  };
  const layers = [root];
  let before: Path = [];
  for (const { path, key } of operations) {
    let depth = 0;
    while (depth < path.length && depth < before.length && path[depth] === before[depth]) depth += 1;
    layers.length = depth + 1;
    let layer = layers[depth] ?? root;
    for (const part of path.slice(depth)) {
      add(layer, part);
      layer = layer.child(part);
      layers.push(layer);
    }
    add(layer, key);
    before = path;
    const pause = pacer.step();
    if (pause !== undefined) await pause;
  }
  return levels;
}

/** Opens the layers that the store has, whose parents are open. */
async function openLayers(nodes: NodeStore, layers: readonly GroveLayer[], pacer: Pacer): Promise<void> {
  const stored: GroveLayer[] = [];
  for (const layer of layers) {
    const pause = pacer.step();
    if (pause !== undefined) await pause;
    const { isOpen, parent } = layer;
    const content = parent?.layer.openTree?.loaded(parent.key)?.content;
    if (isOpen || content === undefined || treeKindOf(content.element) === undefined) continue;
    if (content.layer === undefined) stored.push(layer);
    else await layer.tree();
  }
  if (stored.length === 0) return;
  const found = await nodes.getMany(stored.map(({ storeKey }) => storeKey));
  for (const [at, layer] of stored.entries()) {
    const bytes = found[at];
    if (bytes !== undefined) layer.openWith(bytes);
    const pause = pacer.step();
    if (pause !== undefined) await pause;
  }
}

/** Way to a key in a tree, and where it goes on once a node is loaded. */
interface Way {
  readonly tree: MerkTree;
  readonly key: Uint8Array;
  missing: MerkLink;
}

/** Loads the ways to the keys of open layers. */
async function loadPaths(nodes: NodeStore, level: LevelKeys, pacer: Pacer): Promise<void> {
  let ways: Way[] = [];
  for (const [{ openTree: tree }, keys] of level) {
    if (tree === undefined) continue;
    for (const key of keys) {
      const missing = tree.firstMissing(key);
      if (missing !== undefined) ways.push({ tree, key, missing });
    }
    const pause = pacer.step(keys.size);
    if (pause !== undefined) await pause;
  }
  while (ways.length > 0) ways = await goOn(nodes, ways, pacer);
}

/** Loads the first missing node of each way, and returns the ways that lack others. */
async function goOn(nodes: NodeStore, ways: readonly Way[], pacer: Pacer): Promise<Way[]> {
  const trees = new Map(ways.map(({ missing, tree }) => [missing, tree]));
  const found = await nodes.getMany([...trees].map(([link, tree]) => tree.storeKey(link)));
  let at = 0;
  for (const [link, tree] of trees) {
    tree.fill(link, found[at]);
    at += 1;
    const pause = pacer.step();
    if (pause !== undefined) await pause;
  }
  const left: Way[] = [];
  for (const way of ways) {
    const missing = way.tree.firstMissing(way.key, way.missing);
    if (missing === undefined) continue;
    way.missing = missing;
    left.push(way);
  }
  return left;
}
