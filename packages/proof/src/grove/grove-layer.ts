import type { Path } from '../element/reference-path.js';
import { childLayerId, ROOT_LAYER_ID, type LayerId } from '../merk-tree/layer-id.js';
import { MerkTree } from '../merk-tree/merk-tree.js';
import type { NodeContent } from '../merk-tree/node-content.js';
import type { NodeStore, NodeWrites } from '../merk-tree/node-store.js';
import type { TreeKind } from '../merk/tree-kind.js';

/** Is a content whose value hash also covers a layer below it, or the target of a reference. */
export type PendingContent = { readonly content: NodeContent } & (
  | { readonly child: GroveLayer }
  | { readonly target: Path }
);

/** Is the place of a layer in a grove, with its tree as soon as that is opened. */
export class GroveLayer {
  #id: LayerId | undefined;
  #tree: MerkTree | undefined;
  #isOpen = false;
  /** Trees that stood here and were removed since the last store. */
  #removed: MerkTree[] = [];
  readonly #children = new Map<string, GroveLayer>();
  /** The same by the bytes themselves: callers often pass the same ones again. */
  readonly #childrenByBytes = new WeakMap<Uint8Array, GroveLayer>();
  /** Contents to hash before the tree, by key. */
  readonly pending = new Map<string, PendingContent>();

  private constructor(
    readonly nodes: NodeStore,
    /** The layers of the whole grove that changed since the last store. */
    readonly changed: Set<GroveLayer>,
    readonly path: Path,
    /** The layer above and the key of this one in it; undefined for the topmost layer. */
    readonly parent: { readonly layer: GroveLayer; readonly key: Uint8Array } | undefined,
  ) {}

  /** Returns the place of the topmost layer. */
  static root(nodes: NodeStore): GroveLayer {
    return new GroveLayer(nodes, new Set(), [], undefined);
  }

  get id(): LayerId {
    this.#id ??=
      this.parent === undefined ? ROOT_LAYER_ID : childLayerId(this.parent.layer.id, this.parent.key);
    return this.#id;
  }

  /** Returns the place of the layer below a key. */
  child(key: Uint8Array): GroveLayer {
    let child = this.#childrenByBytes.get(key);
    if (child !== undefined) return child;
    const text = textOf(key);
    child = this.#children.get(text);
    if (child === undefined) {
      child = new GroveLayer(this.nodes, this.changed, [...this.path, key], { layer: this, key });
      this.#children.set(text, child);
    }
    this.#childrenByBytes.set(key, child);
    return child;
  }

  /** Returns the place of the layer at a path that begins here. */
  at(path: Path): GroveLayer {
    return path.reduce((layer: GroveLayer, key) => layer.child(key), this);
  }

  /** Returns the tree; undefined if there is no layer here. */
  async tree(): Promise<MerkTree | undefined> {
    if (!this.#isOpen) {
      this.#tree = await MerkTree.open(this.nodes, this.id);
      this.#isOpen = true;
    }
    return this.#tree;
  }

  /** Returns a new, empty tree in this place. */
  create(kind: TreeKind): MerkTree {
    this.#tree = MerkTree.create(this.nodes, this.id, kind);
    this.#isOpen = true;
    this.changed.add(this);
    return this.#tree;
  }

  /** Removes the tree from this place. */
  async remove(): Promise<void> {
    const tree = await this.tree();
    if (tree !== undefined) this.#removed.push(tree);
    this.changed.add(this);
    this.#tree = undefined;
    this.pending.clear();
  }

  /** Deletes the stored trees that stood here. */
  async clearRemoved(writes: NodeWrites): Promise<void> {
    for (const tree of this.#removed) await tree.clear(writes);
    this.#removed = [];
  }

  /** Returns the tree if it is opened. */
  get openTree(): MerkTree | undefined {
    return this.#tree;
  }
}

/** Returns bytes as a text with one character a byte: the key of a map. */
export const textOf = (bytes: Uint8Array): string => Reflect.apply(String.fromCharCode, undefined, bytes);
