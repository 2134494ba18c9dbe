import { treeKindOf } from '../element/element-tree.js';
import type { Path } from '../element/reference-path.js';
import type { MerkChange } from '../merk-tree/apply-batch.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import type { Pacer } from '../merk-tree/pacer.js';
import type { GroveLayer } from './grove-layer.js';
import { LayerBatch } from './layer-batch.js';
import { changeOf } from './layer-change.js';
import { GroveOperationError, type GroveOperation } from './operation.js';

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
