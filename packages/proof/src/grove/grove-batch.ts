import { compareBytes } from '@dapikit/protocol/codec';
import { contributionOf, treeKindOf } from '../element/element-tree.js';
import { encodeElement, unwrapElement, type Element } from '../element/element.js';
import { resolveReference, type Path } from '../element/reference-path.js';
import type { MerkChange } from '../merk-tree/apply-batch.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import { NodeContent } from '../merk-tree/node-content.js';
import { canPutInPlace } from '../merk-tree/put-in-place.js';
import { combineHashes, valueHash } from '../merk/hashes.js';
import { NO_AGGREGATE, type TreeKind } from '../merk/tree-kind.js';
import type { Pacer } from '../merk-tree/pacer.js';
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

/** Operations on one layer, of which the last one on a key counts. */
class LayerBatch {
  /** The length of the shortest path down to which empty layers are removed. */
  pruneAbove = Infinity;
  readonly #first: GroveOperation[] = [];
  /** All operations by key, where there are many. */
  #byKey: Map<string, GroveOperation> | undefined;

  constructor(readonly layer: GroveLayer) {}

  set(operation: GroveOperation): void {
    if (operation.type === 'delete' && operation.pruneAbove !== undefined)
      this.pruneAbove = Math.min(this.pruneAbove, operation.pruneAbove);
    if (this.#byKey === undefined && this.#first.length === FEW_OPERATIONS)
      this.#byKey = new Map(this.#first.map((first) => [textOf(first.key), first]));
    if (this.#byKey !== undefined) {
      this.#byKey.set(textOf(operation.key), operation);
      return;
    }
    const at = this.#first.findIndex(({ key }) => compareBytes(key, operation.key) === 0);
    if (at < 0) this.#first.push(operation);
    else this.#first[at] = operation;
  }

  get size(): number {
    return this.#byKey?.size ?? this.#first.length;
  }

  get(key: Uint8Array): GroveOperation | undefined {
    if (this.#byKey !== undefined) return this.#byKey.get(textOf(key));
    return this.#first.find((operation) => compareBytes(operation.key, key) === 0);
  }

  /** Returns the operations in the order of their keys. */
  sorted(): readonly GroveOperation[] {
    const operations = this.#byKey === undefined ? this.#first : [...this.#byKey.values()];
    return operations.length < 2 ? operations : operations.toSorted((a, b) => compareBytes(a.key, b.key));
  }
}

/** Up to so many operations on a layer are searched one by one. */
const FEW_OPERATIONS = 8;

/**
 * Applies operations to the layers of a grove as grovedb does: grouped by path, the deepest layers first, one batch of a Merk tree for
 * each layer. A later operation on the same key replaces an earlier one. The root key and aggregate of a changed layer are written into
 * the element above it when the grove is hashed: that changes no shape, as all nodes of a Merk tree are balanced after every batch.
 * Source: `grovedb/src/batch/batch_structure.rs` and `grovedb/src/batch/mod.rs` of grovedb.
 */
export class GroveBatch {
  readonly #batches = new Map<GroveLayer, LayerBatch>();
  /** The batches by the length of their path. */
  readonly #levels: LayerBatch[][] = [];
  /** The path of the operation before, and the layers along it: the next one is mostly near. */
  #path: Path = [];
  readonly #layers: GroveLayer[];

  constructor(root: GroveLayer, operations: readonly GroveOperation[]) {
    this.#layers = [root];
    for (const operation of operations) this.#batchOf(this.#layerAt(root, operation.path)).set(operation);
  }

  #layerAt(root: GroveLayer, path: Path): GroveLayer {
    const layers = this.#layers;
    let depth = 0;
    while (depth < path.length && depth < this.#path.length && path[depth] === this.#path[depth]) depth += 1;
    layers.length = depth + 1;
    let layer = layers[depth] ?? root;
    for (; depth < path.length; depth += 1) {
      const key = path[depth];
      if (key === undefined) break;
      layer = layer.child(key);
      layers.push(layer);
    }
    this.#path = path;
    return layer;
  }

  #batchOf(layer: GroveLayer): LayerBatch {
    let batch = this.#batches.get(layer);
    if (batch === undefined) {
      batch = new LayerBatch(layer);
      this.#batches.set(layer, batch);
      (this.#levels[layer.depth] ??= []).push(batch);
    }
    return batch;
  }

  /** Applies the batches. Throws GroveOperationError or AggregateOverflowError; the grove has to be opened again then. */
  async apply(pacer: Pacer): Promise<void> {
    for (let depth = this.#levels.length - 1; depth >= 0; depth -= 1)
      for (const batch of this.#levels[depth] ?? []) {
        const applied = this.#applyTo(batch);
        if (applied !== undefined) await applied;
        const pause = pacer.step(batch.size);
        if (pause !== undefined) await pause;
      }
  }

  /** Applies one batch; returns what to wait for where nodes have to be loaded. */
  #applyTo(batch: LayerBatch): Promise<void> | undefined {
    const { layer } = batch;
    const tree = layer.openTree ?? (this.#isNew(layer) === true ? this.#createTree(layer) : undefined);
    const operations = batch.sorted();
    if (tree === undefined || !operations.every(({ key }) => tree.hasPath(key)))
      return this.#loadAndApply(batch, operations);
    const changes: MerkChange[] = [];
    for (const operation of operations) {
      const change = changeOf(layer, tree, operation);
      if (change instanceof Promise) return this.#finish(batch, tree, operations, changes, change);
      if (change !== undefined) changes.push(change);
    }
    return this.#change(batch, tree, changes);
  }

  async #loadAndApply(batch: LayerBatch, operations: readonly GroveOperation[]): Promise<void> {
    const { layer } = batch;
    const tree = (await this.#open(layer)) ?? this.#createTree(layer);
    await tree.loadPaths(operations.map(({ key }) => key));
    await this.#applyTo(batch);
  }

  /** Goes on with the operations behind one that waits for its change. */
  async #finish(
    batch: LayerBatch,
    tree: MerkTree,
    operations: readonly GroveOperation[],
    changes: readonly MerkChange[],
    pending: Promise<MerkChange>,
  ): Promise<void> {
    const all = [...changes, await pending];
    const at = operations.findIndex(({ key }) => key === all.at(-1)?.key);
    for (const operation of operations.slice(at + 1)) {
      const change = changeOf(batch.layer, tree, operation);
      if (change !== undefined) all.push(change instanceof Promise ? await change : change);
    }
    await this.#change(batch, tree, all);
  }

  #change(batch: LayerBatch, tree: MerkTree, changes: readonly MerkChange[]): Promise<void> | undefined {
    const applied = changes.length === 0 ? undefined : tree.apply(changes);
    if (changes.length > 0) batch.layer.markChanged();
    if (applied !== undefined) return this.#pruneAfter(applied, batch, tree);
    this.#prune(batch, tree);
    return undefined;
  }

  async #pruneAfter(applied: Promise<void>, batch: LayerBatch, tree: MerkTree): Promise<void> {
    await applied;
    this.#prune(batch, tree);
  }

  /**
   * Returns the tree of a layer; undefined if there is none. The store is not read for one whose element does not exist
   * yet.
   */
  async #open(layer: GroveLayer): Promise<MerkTree | undefined> {
    const { parent } = layer;
    if (parent === undefined || layer.isOpen || !this.#isPut(layer)) return layer.tree();
    const above = parent.layer.openTree ?? (await this.#open(parent.layer));
    if (above === undefined) return undefined;
    await above.loadPaths([parent.key]);
    return above.loaded(parent.key) === undefined ? undefined : layer.tree();
  }

  /** Returns whether a layer begins with this batch; undefined where that has to be loaded. */
  #isNew(layer: GroveLayer): boolean | undefined {
    const { parent } = layer;
    if (parent === undefined || layer.isOpen || !this.#isPut(layer)) return false;
    const above = parent.layer.openTree;
    if (above === undefined) return this.#isNew(parent.layer) === true ? true : undefined;
    return above.hasPath(parent.key) ? above.loaded(parent.key) === undefined : undefined;
  }

  #isPut(layer: GroveLayer): boolean {
    return this.#operationAbove(layer)?.type === 'putTree';
  }

  /** Creates the tree of a layer whose element is inserted in the same batch. */
  #createTree(layer: GroveLayer): MerkTree {
    const kind = kindOfNewLayer(this.#operationAbove(layer));
    if (kind === undefined)
      throw new GroveOperationError('the path does not exist: put the trees of its keys first');
    return layer.create(kind);
  }

  #operationAbove({ parent }: GroveLayer): GroveOperation | undefined {
    return parent && this.#batches.get(parent.layer)?.get(parent.key);
  }

  /** Removes a layer that the batch leaves empty, where an operation wants it. */
  #prune({ layer, pruneAbove }: LayerBatch, tree: MerkTree): void {
    if (layer.parent === undefined || tree.root !== undefined || layer.depth <= pruneAbove) return;
    if (this.#isPut(layer)) return;
    const { layer: above, key } = layer.parent;
    this.#batchOf(above).set({ type: 'delete', path: above.path, key, pruneAbove });
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
  const existing = node?.content.element;
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

function putTree(
  layer: GroveLayer,
  { key, element }: PutTreeOperation,
  existing: Element | undefined,
): MerkChange | Promise<MerkChange> {
  const kind = treeKindOf(element);
  if (kind === undefined) throw new GroveOperationError('expected a tree, found an element without a layer');
  if (existing !== undefined && treeKindOf(existing) !== kind)
    throw new GroveOperationError(
      'an element of another kind exists in the place of the tree: delete it first',
    );
  const child = layer.child(key);
  const empty = withLayer(element, undefined, NO_AGGREGATE);
  const change = { key, content: new NodeContent(empty, NO_AGGREGATE, 'combined') };
  if (existing !== undefined && !child.isOpen) return openAndMark(child, kind, change);
  if (child.openTree === undefined) child.create(kind);
  child.markChanged();
  return change;
}

async function openAndMark(child: GroveLayer, kind: TreeKind, change: MerkChange): Promise<MerkChange> {
  if ((await child.tree()) === undefined) child.create(kind);
  child.markChanged();
  return change;
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
 * Throws AggregateOverflowError. Returns what to wait for where nodes have to be loaded, or there are many.
 */
export function settleLayer(layer: GroveLayer, pacer: Pacer): Promise<void> | undefined {
  const { stale, openTree: tree } = layer;
  if (stale.size === 0) return undefined;
  const children = [...stale].flatMap((child) => (child.parent ? [{ child, key: child.parent.key }] : []));
  if (tree === undefined || stale.size > FEW_OPERATIONS || !tree.hasPaths(children.map(({ key }) => key)))
    return loadAndSettle(layer, children, pacer);
  tree.replace(children.flatMap(({ child, key }) => settledContent(tree, child, key) ?? []));
  return undefined;
}

async function loadAndSettle(
  layer: GroveLayer,
  children: readonly { readonly child: GroveLayer; readonly key: Uint8Array }[],
  pacer: Pacer,
): Promise<void> {
  const tree = await layer.tree();
  if (tree === undefined) return;
  let changes: SettledContent[] = [];
  for (const { child, key } of children) {
    if (!tree.hasPath(key)) await tree.loadPaths(children.map((one) => one.key));
    const change = settledContent(tree, child, key);
    if (change !== undefined) changes.push(change);
    // The sum of all changes may fit where that of some does not.
    if (canPutInPlace(tree.kind)) {
      tree.replace(changes);
      changes = [];
    }
    const turn = pacer.step();
    if (turn !== undefined) await turn;
  }
  if (changes.length > 0) tree.replace(changes);
}

/** Content of the element above a layer, whose key is in the layer above. */
interface SettledContent {
  readonly key: Uint8Array;
  readonly content: NodeContent;
}

/** Returns the content of the element above a layer; undefined where that was removed. */
function settledContent(tree: MerkTree, child: GroveLayer, key: Uint8Array): SettledContent | undefined {
  const element = tree.loaded(key)?.content.element;
  if (element === undefined || treeKindOf(element) === undefined) return undefined;
  const below = child.openTree;
  if (below === undefined) throw new RangeError('a tree element has no layer');
  const updated = withLayer(element, below.root?.key, below.root?.aggregate ?? NO_AGGREGATE);
  const value = encodeElement(updated);
  const hash = combineHashes(valueHash(value), below.rootHash());
  const own = contributionOf(updated, tree.kind);
  return {
    key,
    content: new NodeContent(value, own, 'combined', { valueHash: hash, layer: below.whole() }),
  };
}

/** Removes the layer below an element that is removed, and all layers below that. */
async function removeLayers(layer: GroveLayer, element: Element, isRecursive: boolean): Promise<void> {
  if (treeKindOf(element) === undefined) return;
  const tree = await layer.tree();
  if (tree?.root !== undefined) {
    if (!isRecursive) throw new GroveOperationError('the tree to delete is not empty');
    for (const { key, content } of await tree.all())
      await removeLayers(layer.child(key), content.element, true);
  }
  await layer.remove();
}
