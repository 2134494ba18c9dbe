import { compareBytes } from '@dapikit/protocol/codec';
import { contributionOf, treeKindOf } from '../element/element-tree.js';
import { decodeElement, encodeElement, unwrapElement, type Element } from '../element/element.js';
import { resolveReference } from '../element/reference-path.js';
import type { MerkChange } from '../merk-tree/apply-batch.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import { NodeContent } from '../merk-tree/node-content.js';
import { combineHashes, valueHash } from '../merk/hashes.js';
import { NO_AGGREGATE } from '../merk/tree-kind.js';
import { textOf, type GroveLayer, type PendingContent } from './grove-layer.js';
import { emptyContentRoot } from './append-only-tree.js';
import { GroveOperationError, type GroveOperation, type PutOperation } from './operation.js';
import { withLayer } from './tree-element.js';

/** Tells a layer that the layer below a key changed. */
interface LayerChange {
  readonly type: 'layerChange';
  readonly key: Uint8Array;
}

type LayerOperation = GroveOperation | LayerChange;

/** Has the operations on one layer by key, and the length of the shortest path down to which empty layers are removed. */
interface LayerBatch {
  readonly layer: GroveLayer;
  readonly operations: Map<string, LayerOperation>;
  pruneAbove: number;
}

/**
 * Applies operations to the layers of a grove as grovedb does: grouped by path, the deepest layers first, one batch of a Merk tree for
 * each layer, and the root key and aggregate of each changed layer in its parent. A later operation on the same key replaces an earlier
 * one. Source: `grovedb/src/batch/batch_structure.rs` and `grovedb/src/batch/mod.rs` of grovedb.
 */
export class GroveBatch {
  /** The batches by the length of their path. */
  readonly #levels: Map<GroveLayer, LayerBatch>[] = [];

  constructor(root: GroveLayer, operations: readonly GroveOperation[]) {
    for (const operation of operations) {
      const batch = this.#batchOf(root.at(operation.path));
      batch.operations.set(textOf(operation.key), operation);
      if (operation.type === 'delete' && operation.pruneAbove !== undefined)
        batch.pruneAbove = Math.min(batch.pruneAbove, operation.pruneAbove);
    }
  }

  #batchOf(layer: GroveLayer): LayerBatch {
    const level = (this.#levels[layer.path.length] ??= new Map<GroveLayer, LayerBatch>());
    let batch = level.get(layer);
    if (batch === undefined) {
      batch = { layer, operations: new Map(), pruneAbove: Infinity };
      level.set(layer, batch);
    }
    return batch;
  }

  /** Applies the batches. Throws GroveOperationError or AggregateOverflowError; the grove has to be opened again then. */
  async apply(): Promise<void> {
    for (let depth = this.#levels.length - 1; depth >= 0; depth -= 1) {
      const batches = [...(this.#levels[depth]?.values() ?? [])];
      for (const batch of batches.toSorted((a, b) => comparePaths(a.layer, b.layer)))
        await this.#applyTo(batch);
    }
  }

  async #applyTo(batch: LayerBatch): Promise<void> {
    const { layer, operations } = batch;
    const tree = (await layer.tree()) ?? this.#createTree(layer);
    layer.changed.add(layer);
    const sorted = [...operations.values()].toSorted((a, b) => compareBytes(a.key, b.key));
    await tree.loadPaths(sorted.map(({ key }) => key));
    const changes: MerkChange[] = [];
    for (const operation of sorted) changes.push(...(await changesOf(layer, tree, operation)));
    await tree.apply(changes);
    this.#notifyParent(batch, tree);
  }

  /** Creates the tree of a layer whose element is put in the same batch. */
  #createTree(layer: GroveLayer): MerkTree {
    const kind = kindOfNewLayer(this.#operationAbove(layer));
    if (kind === undefined)
      throw new GroveOperationError('the path does not exist: put the trees of its keys first');
    return layer.create(kind);
  }

  #operationAbove({ path, parent }: GroveLayer): LayerOperation | undefined {
    if (parent === undefined) return undefined;
    return this.#levels[path.length - 1]?.get(parent.layer)?.operations.get(textOf(parent.key));
  }

  #notifyParent({ layer, pruneAbove }: LayerBatch, tree: MerkTree): void {
    if (layer.parent === undefined) return;
    const { layer: above, key } = layer.parent;
    const batch = this.#batchOf(above);
    const explicit = batch.operations.get(textOf(key));
    const isPruned =
      tree.root === undefined && layer.path.length > pruneAbove && explicit?.type !== 'putTree';
    if (isPruned) {
      batch.operations.set(textOf(key), { type: 'delete', path: above.path, key });
      batch.pruneAbove = Math.min(batch.pruneAbove, pruneAbove);
    } else if (explicit === undefined) {
      batch.operations.set(textOf(key), { type: 'layerChange', key });
    }
  }
}

const kindOfNewLayer = (operation: LayerOperation | undefined) =>
  operation?.type === 'putTree' ? treeKindOf(operation.element) : undefined;

function comparePaths(a: GroveLayer, b: GroveLayer): number {
  for (const [at, key] of a.path.entries()) {
    const order = compareBytes(key, b.path[at] ?? new Uint8Array());
    if (order !== 0) return order;
  }
  return 0;
}

/** Returns the change of the tree that an operation makes, if any, and notes what has to be hashed before. */
async function changesOf(
  layer: GroveLayer,
  tree: MerkTree,
  operation: LayerOperation,
): Promise<MerkChange[]> {
  const { key } = operation;
  const node = await tree.get(key);
  const existing = node === undefined ? undefined : decodeElement(node.content.value);
  switch (operation.type) {
    case 'put':
      return [putElement(layer, tree, operation, existing)];
    case 'putTree': {
      if (existing !== undefined && operation.isKept === true) return treeChange(layer, tree, key, existing);
      return putTree(layer, tree, key, operation.element, existing);
    }
    case 'layerChange':
      if (existing === undefined) throw new GroveOperationError('a layer has no element above it');
      return treeChange(layer, tree, key, existing);
    default:
      if (existing === undefined) return [];
      await removeLayers(layer.child(key), existing, operation.isRecursive === true);
      layer.pending.delete(textOf(key));
      return [{ key, content: undefined }];
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
    throw new GroveOperationError('a tree stands in the place of the element: delete it first');
  const plain = unwrapElement(element);
  const value = encodeElement(element);
  const own = contributionOf(element, tree.kind);
  if (plain.type === 'reference' || plain.type === 'referenceWithSumItem') {
    const content = new NodeContent(value, own, 'combined');
    note(layer, key, { content, target: resolveReference(plain.path, layer.path, key) });
    return { key, content };
  }
  layer.pending.delete(textOf(key));
  const root = contentRoot ?? emptyContentRoot(plain);
  if (root === undefined) return { key, content: new NodeContent(value, own, 'simple') };
  const combined = combineHashes(valueHash(value), root);
  return { key, content: new NodeContent(value, own, 'combined', { valueHash: combined }) };
}

async function putTree(
  layer: GroveLayer,
  tree: MerkTree,
  key: Uint8Array,
  element: Element,
  existing: Element | undefined,
): Promise<MerkChange[]> {
  const kind = treeKindOf(element);
  if (kind === undefined) throw new GroveOperationError('expected a tree, found an element without a layer');
  if (existing !== undefined && treeKindOf(existing) !== kind)
    throw new GroveOperationError(
      'an element of another kind stands in the place of the tree: delete it first',
    );
  const child = layer.child(key);
  if ((await child.tree()) === undefined) child.create(kind);
  return treeChange(layer, tree, key, element);
}

/** Returns the change that gives a tree element the root key and the aggregate of its layer. */
async function treeChange(
  layer: GroveLayer,
  tree: MerkTree,
  key: Uint8Array,
  element: Element,
): Promise<MerkChange[]> {
  const child = layer.child(key);
  const root = (await child.tree())?.root;
  const updated = withLayer(element, root?.key, root?.aggregate ?? NO_AGGREGATE);
  const content = new NodeContent(encodeElement(updated), contributionOf(updated, tree.kind), 'combined');
  note(layer, key, { content, child });
  return [{ key, content }];
}

const note = (layer: GroveLayer, key: Uint8Array, pending: PendingContent): unknown =>
  layer.pending.set(textOf(key), pending);

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
