import { compareBytes } from '@dapikit/protocol/codec';
import { encodeElement, unwrapElement, type Element } from '../element/element.js';
import { resolveReference, type Path } from '../element/reference-path.js';
import { treeKindOf } from '../element/element-tree.js';
import type { MerkTree } from '../merk-tree/merk-tree.js';
import type { NodeStore, NodeWrites } from '../merk-tree/node-store.js';
import { Pacer, type Pause } from '../merk-tree/pacer.js';
import { combineHashes, valueHash } from '../merk/hashes.js';
import { GroveBatch } from './grove-batch.js';
import { settleLayer } from './settle-layer.js';
import { GroveLayer, type PendingContent } from './grove-layer.js';
import { loadAhead } from './load-ahead.js';
import type { GroveOperation } from './operation.js';
import { ProofPackageError } from '../errors/proof-package-error.js';

/** Limits how many references lead from one to the next. Source: `MAX_REFERENCE_HOPS` in grovedb `grovedb/src/lib.rs`. */
const MAX_REFERENCE_HOPS = 10;

/** Reports a reference whose target is missing, is a tree, or is too many references away. */
export class ReferenceTargetError extends ProofPackageError {
  override readonly name = 'ReferenceTargetError';
}

/**
 * Tree of Merk trees above a stored state. Changes take place in memory without hashing; {@link Grove.hash} computes all missing
 * hashes, in slices, and {@link Grove.store} writes them. After an error, or where a write failed, open a new one.
 */
export class Grove {
  readonly #root: GroveLayer;

  private constructor(root: GroveLayer) {
    this.#root = root;
  }

  /** Returns the grove of a store, an empty one if the store has none. */
  static async open(nodes: NodeStore): Promise<Grove> {
    const root = GroveLayer.root(nodes);
    if ((await root.tree()) === undefined) root.create('normal');
    return new Grove(root);
  }

  /** Returns the tree of the layer at a path; undefined if there is none. */
  async layer(path: Path): Promise<MerkTree | undefined> {
    return this.#root.at(path).tree();
  }

  /** Returns the element of a key; undefined if the path or the key does not exist. References are returned as they are. */
  async get(path: Path, key: Uint8Array): Promise<Element | undefined> {
    const node = await (await this.layer(path))?.get(key);
    return node?.content.element;
  }

  /**
   * Returns the element at the end of the references that begin at a key. Throws ReferenceTargetError if there is none.
   * @param target is a path and a key in one list
   */
  async follow(target: Path): Promise<Element> {
    let place = target;
    for (let hops = 0; hops <= MAX_REFERENCE_HOPS; hops += 1) {
      const [path, key] = [place.slice(0, -1), place.at(-1)];
      const element = key === undefined ? undefined : await this.get(path, key);
      if (element === undefined || key === undefined)
        throw new ReferenceTargetError('the target of a reference does not exist');
      const plain = unwrapElement(element);
      if (plain.type !== 'reference' && plain.type !== 'referenceWithSumItem') return element;
      place = resolveReference(plain.path, path, key);
    }
    throw new ReferenceTargetError(`more than ${MAX_REFERENCE_HOPS} references lead from one to the next`);
  }

  /**
   * Loads what operations need of the store in few requests, before they are applied in one batch or several. Changes nothing.
   * @param pause as for {@link Grove.hash}
   */
  async load(operations: readonly GroveOperation[], pause?: Pause): Promise<void> {
    await loadAhead(this.#root, this.#root.nodes, operations, new Pacer(pause));
  }

  /**
   * Applies operations as one batch; how operations are grouped decides the shapes of the trees, and so the root hash. The elements of
   * trees have the root keys and aggregates of before until the grove is hashed. Throws GroveOperationError or AggregateOverflowError.
   * @param pause as for {@link Grove.hash}
   */
  async apply(operations: readonly GroveOperation[], pause?: Pause): Promise<void> {
    await new GroveBatch(this.#root, operations).apply(new Pacer(pause));
  }

  /**
   * Computes all missing aggregates and hashes, the deepest layers first, and returns the root hash. Throws ReferenceTargetError or
   * AggregateOverflowError.
   * @param pause is called again and again; it may wait for a turn of the event loop
   */
  async hash(pause?: Pause): Promise<Uint8Array> {
    const pacer = new Pacer(pause);
    const targets = new TargetLayers(this.#root);
    const levels: GroveLayer[][] = [];
    for (const layer of this.#root.changed) (levels[layer.depth] ??= []).push(layer);
    for (let depth = levels.length - 1; depth >= 0; depth -= 1)
      for (const layer of levels[depth] ?? []) {
        const settled = settleLayer(layer, pacer);
        if (settled !== undefined) await settled;
        for (const pending of layer.pending.values()) {
          if (!targets.hashContent(pending)) await this.#hashContent(pending);
          const pause = pacer.step();
          if (pause !== undefined) await pause;
        }
        layer.clearMarks();
        const hashed = layer.openTree?.hash(pacer);
        if (hashed !== undefined) await hashed;
        const turn = pacer.step();
        if (turn !== undefined) await turn;
      }
    return this.rootHash();
  }

  /** Sets the value hash of a reference: its own combined with that of its target. */
  async #hashContent({ content, target: place }: PendingContent): Promise<void> {
    const target = await this.follow(place);
    if (treeKindOf(target) !== undefined)
      throw new ReferenceTargetError('the target of a reference is a tree');
    content.setValueHash(combineHashes(valueHash(content.value), valueHash(encodeElement(target))));
  }

  /** Returns the root hash of the topmost layer: the hash of the whole state. Throws RangeError before {@link Grove.hash}. */
  rootHash(): Uint8Array {
    const tree = this.#root.openTree;
    if (tree === undefined) throw new RangeError('the topmost layer is not open');
    return tree.rootHash();
  }

  /**
   * Writes what changed. Throws RangeError before {@link Grove.hash}.
   * @param pause as for {@link Grove.hash}
   */
  async store(writes: NodeWrites, pause?: Pause): Promise<void> {
    const pacer = new Pacer(pause);
    const { changed } = this.#root;
    // A removed element may occupy the position of a new one.
    for (const layer of changed) if (layer.hasRemoved) await layer.clearRemoved(writes);
    for (const layer of changed) {
      await layer.openTree?.store(writes, pacer);
      layer.unloadWhole();
      const turn = pacer.step();
      if (turn !== undefined) await turn;
    }
    changed.clear();
  }
}

/** Hashes references whose targets are loaded items: nearly all are. */
class TargetLayers {
  #path: Path = [];
  #tree: MerkTree | undefined;

  constructor(private readonly root: GroveLayer) {}

  /** Sets the value hash of a reference. Returns false, and does nothing, where the target is not loaded or no item. */
  hashContent({ content, target }: PendingContent): boolean {
    const key = target.at(-1);
    const tree = this.#treeAt(target);
    if (key === undefined || tree?.hasPath(key) !== true) return false;
    const item = tree.loaded(key)?.content;
    if (item?.valueHashKind !== 'simple') return false;
    content.setValueHash(combineHashes(valueHash(content.value), item.valueHash()));
    return true;
  }

  /** Returns the open tree that has a target. Most targets are in the tree of the one before. */
  #treeAt(target: Path): MerkTree | undefined {
    const depth = target.length - 1;
    if (depth !== this.#path.length || this.#path.some((key, at) => !isSame(key, target[at]))) {
      this.#path = target.slice(0, depth);
      this.#tree = this.root.at(this.#path).openTree;
    }
    return this.#tree;
  }
}

const isSame = (key: Uint8Array, other: Uint8Array | undefined): boolean =>
  key === other || (other !== undefined && compareBytes(key, other) === 0);
