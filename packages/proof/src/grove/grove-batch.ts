import { compareBytes } from '@dapikit/protocol/codec';
import { contributionOf, treeKindOf } from '../element/element-tree.js';
import { decodeElement, encodeElement, unwrapElement, type Element } from '../element/element.js';
import { resolveReference, type Path } from '../element/reference-path.js';
import type { MerkChange } from '../merk-tree/apply-batch.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import { NodeContent } from '../merk-tree/node-content.js';
import { combineHashes, valueHash } from '../merk/hashes.js';
import { NO_AGGREGATE } from '../merk/tree-kind.js';
import { textOf, type GroveLayer } from './grove-layer.js';
import { emptyContentRoot } from './append-only-tree.js';
import {
  GroveOperationError,
  type DeleteOperation,
  type GroveOperation,
  type PutOperation,
  type PutTreeOperation,
} from './operation.js';
import { withLayer } from './tree-element.js';

/** Has the operations on one layer by key, and the length of the shortest path down to which empty layers are removed. */
interface LayerBatch {
  readonly layer: GroveLayer;
  readonly operations: Map<string, GroveOperation>;
  pruneAbove: number;
}

/**
 * Applies operations to the layers of a grove as grovedb does: grouped by path, the deepest layers first, one batch of a Merk tree for
 * each layer. A later operation on the same key replaces an earlier one. The root key and aggregate of a changed layer are written into
 * the element above it when the grove is hashed: that changes no shape, as all nodes of a Merk tree are balanced after every batch.
 * Source: `grovedb/src/batch/batch_structure.rs` and `grovedb/src/batch/mod.rs` of grovedb.
 */
export class GroveBatch {
  /** The batches by the length of their path. */
  readonly #levels: Map<GroveLayer, LayerBatch>[] = [];
  /** The path of the operation before, and the layers along it: the next one is mostly near. */
  #path: Path = [];
  #layers: readonly GroveLayer[];

  constructor(root: GroveLayer, operations: readonly GroveOperation[]) {
    this.#layers = [root];
    for (const operation of operations) {
      const batch = this.#batchOf(this.#layerAt(root, operation.path));
      batch.operations.set(textOf(operation.key), operation);
      if (operation.type === 'delete' && operation.pruneAbove !== undefined)
        batch.pruneAbove = Math.min(batch.pruneAbove, operation.pruneAbove);
    }
  }

  #layerAt(root: GroveLayer, path: Path): GroveLayer {
    let shared = 0;
    while (shared < path.length && path[shared] === this.#path[shared]) shared += 1;
    const layers = this.#layers.slice(0, shared + 1);
    let layer = layers.at(-1) ?? root;
    for (const key of path.slice(shared)) {
      layer = layer.child(key);
      layers.push(layer);
    }
    this.#path = path;
    this.#layers = layers;
    return layer;
  }

  #batchOf(layer: GroveLayer): LayerBatch {
    const level = (this.#levels[layer.depth] ??= new Map<GroveLayer, LayerBatch>());
    let batch = level.get(layer);
    if (batch === undefined) {
      batch = { layer, operations: new Map(), pruneAbove: Infinity };
      level.set(layer, batch);
    }
    return batch;
  }

  /** Applies the batches. Throws GroveOperationError or AggregateOverflowError; the grove has to be opened again then. */
  async apply(): Promise<void> {
    for (let depth = this.#levels.length - 1; depth >= 0; depth -= 1)
      for (const batch of this.#levels[depth]?.values() ?? []) await this.#applyTo(batch);
  }

  async #applyTo(batch: LayerBatch): Promise<void> {
    const { layer, operations } = batch;
    const tree = layer.openTree ?? (await this.#open(layer)) ?? this.#createTree(layer);
    const sorted =
      operations.size === 1
        ? [...operations.values()]
        : [...operations.values()].toSorted((a, b) => compareBytes(a.key, b.key));
    const keys = sorted.map(({ key }) => key);
    if (!tree.hasPaths(keys)) await tree.loadPaths(keys);
    const changes: MerkChange[] = [];
    for (const operation of sorted) {
      const change = changeOf(layer, tree, operation);
      if (change !== undefined) changes.push(change instanceof Promise ? await change : change);
    }
    if (changes.length > 0) {
      await tree.apply(changes);
      layer.markChanged();
    }
    this.#prune(batch, tree);
  }

  /**
   * Returns the tree of a layer; undefined if there is none. The store is not read for one whose element does not exist
   * yet.
   */
  async #open(layer: GroveLayer): Promise<MerkTree | undefined> {
    return (await this.#isNew(layer)) ? undefined : layer.tree();
  }

  async #isNew(layer: GroveLayer): Promise<boolean> {
    const { parent } = layer;
    if (parent === undefined || layer.isOpen || this.#operationAbove(layer)?.type !== 'putTree') return false;
    const above = parent.layer.openTree ?? (await this.#open(parent.layer));
    if (above === undefined) return true;
    if (!above.hasPaths([parent.key])) await above.loadPaths([parent.key]);
    return above.loaded(parent.key) === undefined;
  }

  /** Creates the tree of a layer whose element is inserted in the same batch. */
  #createTree(layer: GroveLayer): MerkTree {
    const kind = kindOfNewLayer(this.#operationAbove(layer));
    if (kind === undefined)
      throw new GroveOperationError('the path does not exist: put the trees of its keys first');
    return layer.create(kind);
  }

  #operationAbove({ depth, parent }: GroveLayer): GroveOperation | undefined {
    if (parent === undefined) return undefined;
    return this.#levels[depth - 1]?.get(parent.layer)?.operations.get(textOf(parent.key));
  }

  /** Removes a layer that the batch leaves empty, where an operation wants it. */
  #prune({ layer, pruneAbove }: LayerBatch, tree: MerkTree): void {
    if (layer.parent === undefined || tree.root !== undefined || layer.depth <= pruneAbove) return;
    if (this.#operationAbove(layer)?.type === 'putTree') return;
    const { layer: above, key } = layer.parent;
    const batch = this.#batchOf(above);
    batch.operations.set(textOf(key), { type: 'delete', path: above.path, key });
    batch.pruneAbove = Math.min(batch.pruneAbove, pruneAbove);
  }
}

const kindOfNewLayer = (operation: GroveOperation | undefined) =>
  operation?.type === 'putTree' ? treeKindOf(operation.element) : undefined;

/** Returns the change of the tree that an operation makes, if any, and notes what has to be hashed before. The path is loaded. */
function changeOf(
  layer: GroveLayer,
  tree: MerkTree,
  operation: GroveOperation,
): MerkChange | Promise<MerkChange> | undefined {
  const { key } = operation;
  const node = tree.loaded(key);
  if (operation.type === 'putTree' && operation.isKept === true && node !== undefined) return undefined;
  const existing = node === undefined ? undefined : decodeElement(node.content.value);
  switch (operation.type) {
    case 'put':
      return putElement(layer, tree, operation, existing);
    case 'putTree':
      return putTree(layer, operation, existing);
    default:
      return existing === undefined ? undefined : remove(layer, operation, existing);
  }
}

function putElement(
  layer: GroveLayer,
  tree: MerkTree,
  { key, element, contentRoot }: PutOperation,
  existing: Element | undefined,
): MerkChange {
  if (treeKindOf(element) !== undefined)
    throw new GroveOperationError('expected an item or a reference, found a tree');
  if (existing !== undefined && treeKindOf(existing) !== undefined)
    throw new GroveOperationError('a tree exists in the place of the element: delete it first');
  const plain = unwrapElement(element);
  const value = encodeElement(element);
  const own = contributionOf(element, tree.kind);
  if (plain.type === 'reference' || plain.type === 'referenceWithSumItem') {
    const content = new NodeContent(value, own, 'combined');
    layer.markPending(key, { content, target: resolveReference(plain.path, layer.path, key) });
    return { key, content };
  }
  layer.unmarkPending(key);
  const root = contentRoot ?? emptyContentRoot(plain);
  if (root === undefined) return { key, content: new NodeContent(value, own, 'simple') };
  const combined = combineHashes(valueHash(value), root);
  return { key, content: new NodeContent(value, own, 'combined', { valueHash: combined }) };
}

async function putTree(
  layer: GroveLayer,
  { key, element }: PutTreeOperation,
  existing: Element | undefined,
): Promise<MerkChange> {
  const kind = treeKindOf(element);
  if (kind === undefined) throw new GroveOperationError('expected a tree, found an element without a layer');
  if (existing !== undefined && treeKindOf(existing) !== kind)
    throw new GroveOperationError(
      'an element of another kind exists in the place of the tree: delete it first',
    );
  const child = layer.child(key);
  if ((await child.tree()) === undefined) child.create(kind);
  child.markChanged();
  const empty = withLayer(element, undefined, NO_AGGREGATE);
  return { key, content: new NodeContent(encodeElement(empty), NO_AGGREGATE, 'combined') };
}

/** Removes an element, and all layers below it. */
async function remove(
  layer: GroveLayer,
  { key, isRecursive }: DeleteOperation,
  existing: Element,
): Promise<MerkChange> {
  await removeLayers(layer.child(key), existing, isRecursive === true);
  layer.unmarkPending(key);
  return { key, content: undefined };
}

/**
 * Writes the root key, the aggregate and the root hash of all layers below that changed into their elements. These layers are hashed.
 * Throws AggregateOverflowError.
 */
export async function settleLayer(layer: GroveLayer): Promise<void> {
  const { stale } = layer;
  const tree = stale.size === 0 ? undefined : await layer.tree();
  if (tree === undefined) return;
  const children = [...stale].flatMap((child) => (child.parent ? [{ child, key: child.parent.key }] : []));
  children.sort((a, b) => compareBytes(a.key, b.key));
  await tree.loadPaths(children.map(({ key }) => key));
  const changes: MerkChange[] = [];
  for (const { child, key } of children) {
    const node = tree.loaded(key);
    const element = node === undefined ? undefined : decodeElement(node.content.value);
    // What was removed has nothing to write.
    if (element === undefined || treeKindOf(element) === undefined) continue;
    const below = child.openTree ?? (await child.tree());
    if (below === undefined) throw new RangeError('a tree element has no layer');
    const updated = withLayer(element, below.root?.key, below.root?.aggregate ?? NO_AGGREGATE);
    const value = encodeElement(updated);
    const hash = combineHashes(valueHash(value), below.rootHash());
    const own = contributionOf(updated, tree.kind);
    changes.push({ key, content: new NodeContent(value, own, 'combined', { valueHash: hash }) });
  }
  await tree.apply(changes);
}

/** Removes the layer below an element that is removed, and all layers below that. */
async function removeLayers(layer: GroveLayer, element: Element, isRecursive: boolean): Promise<void> {
  if (treeKindOf(element) === undefined) return;
  const tree = await layer.tree();
  if (tree?.root !== undefined) {
    if (!isRecursive) throw new GroveOperationError('the tree to delete is not empty');
    for (const { key, content } of await tree.all())
      await removeLayers(layer.child(key), decodeElement(content.value), true);
  }
  await layer.remove();
}
