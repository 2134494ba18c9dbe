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

/** Loads the ways to the keys of open layers. */
async function loadPaths(nodes: NodeStore, level: LevelKeys, pacer: Pacer): Promise<void> {
  for (;;) {
    const missing = new Map<MerkLink, MerkTree>();
    for (const [{ openTree: tree }, keys] of level) {
      if (tree !== undefined) for (const link of tree.missing(keys)) missing.set(link, tree);
      const pause = pacer.step(keys.size);
      if (pause !== undefined) await pause;
    }
    if (missing.size === 0) return;
    const found = await nodes.getMany([...missing].map(([link, tree]) => tree.storeKey(link)));
    let at = 0;
    for (const [link, tree] of missing) {
      tree.fill(link, found[at]);
      at += 1;
      const pause = pacer.step();
      if (pause !== undefined) await pause;
    }
  }
}
