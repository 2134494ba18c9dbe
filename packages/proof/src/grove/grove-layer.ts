import type { Path } from '../element/reference-path.js';
import { childLayerId, layerKey, ROOT_LAYER_ID, type LayerId } from '../merk-tree/layer-id.js';
import { MerkTree } from '../merk-tree/merk-tree.js';
import type { NodeContent } from '../merk-tree/node-content.js';
import type { NodeStore, NodeWrites } from '../merk-tree/node-store.js';
import type { TreeKind } from '../merk/tree-kind.js';

/** Content of a reference, whose value hash also covers its target. */
export interface PendingContent {
  readonly content: NodeContent;
  readonly target: Path;
}

/** Shared empty map of layers without children, references or changes below: most layers are such, and have no maps of their own. */
const NONE: ReadonlyMap<string, never> = new Map<string, never>();
const NOBODY: ReadonlySet<never> = new Set<never>();

/** Place of a layer in a grove, with its tree as soon as that is opened. */
export class GroveLayer {
  #id: LayerId | undefined;
  #tree: MerkTree | undefined;
  /** True once it is known if there is a tree. */
  isOpen = false;
  /** Trees that stood here and were removed since the last store. */
  #removed: MerkTree[] | undefined;
  #children: Map<string, GroveLayer> | undefined;
  #pending: Map<string, PendingContent> | undefined;
  #stale: Set<GroveLayer> | undefined;

  private constructor(
    readonly nodes: NodeStore,
    /** The layers of the whole grove that changed since the last store. */
    readonly changed: Set<GroveLayer>,
    /** Number of keys that lead here. */
    readonly depth: number,
    /** The layer above and the key of this one in it; undefined for the topmost layer. */
    readonly parent: { readonly layer: GroveLayer; readonly key: Uint8Array } | undefined,
  ) {}

  /** Returns the place of the topmost layer. */
  static root(nodes: NodeStore): GroveLayer {
    return new GroveLayer(nodes, new Set(), 0, undefined);
  }

  get id(): LayerId {
    this.#id ??=
      this.parent === undefined ? ROOT_LAYER_ID : childLayerId(this.parent.layer.id, this.parent.key);
    return this.#id;
  }

  get path(): Path {
    const keys: Uint8Array[] = [];
    for (let { parent } = this; parent !== undefined; { parent } = parent.layer) keys.push(parent.key);
    return keys.toReversed();
  }

  /** The references to hash before the tree, by key. */
  get pending(): ReadonlyMap<string, PendingContent> {
    return this.#pending ?? NONE;
  }

  /** The layers directly below whose trees changed since their elements here were written. */
  get stale(): ReadonlySet<GroveLayer> {
    return this.#stale ?? NOBODY;
  }

  /** Returns the place of the layer below a key. */
  child(key: Uint8Array): GroveLayer {
    const text = textOf(key);
    let child = this.#children?.get(text);
    if (child === undefined) {
      child = new GroveLayer(this.nodes, this.changed, this.depth + 1, { layer: this, key });
      this.#children ??= new Map();
      this.#children.set(text, child);
    }
    return child;
  }

  /** Returns the place of the layer at a path that begins here. */
  at(path: Path): GroveLayer {
    return path.reduce((layer: GroveLayer, key) => layer.child(key), this);
  }

  /** Returns the tree; undefined if there is no layer here. */
  async tree(): Promise<MerkTree | undefined> {
    if (!this.isOpen) {
      this.#tree = await this.#open();
      this.isOpen = true;
    }
    return this.#tree;
  }

  async #open(): Promise<MerkTree | undefined> {
    const { parent } = this;
    if (parent === undefined) return MerkTree.open(this.nodes, this);
    const above = await parent.layer.tree();
    const node = await above?.get(parent.key);
    if (node === undefined) return undefined;
    const { layer } = node.content;
    return layer === undefined ? MerkTree.open(this.nodes, this) : MerkTree.ofWhole(this.nodes, this, layer);
  }

  /** The key of the tree in the store, where it is not stored with the element above it. */
  get storeKey(): Uint8Array {
    return layerKey(this.id);
  }

  /** Opens the tree from what the store has at its key. Throws DecodeError. */
  openWith(bytes: Uint8Array): void {
    this.#tree = MerkTree.ofStored(this.nodes, this, bytes);
    this.isOpen = true;
  }

  /** Returns a new, empty tree in this place. */
  create(kind: TreeKind): MerkTree {
    this.#tree = MerkTree.create(this.nodes, this, kind);
    this.isOpen = true;
    this.changed.add(this);
    return this.#tree;
  }

  /** Notes that the tree changed: the element above it, and those above that, are written when the grove is hashed. */
  markChanged(): void {
    this.changed.add(this);
    const above = this.parent?.layer;
    if (above === undefined || above.stale.has(this)) return;
    above.#stale ??= new Set();
    above.#stale.add(this);
    above.markChanged();
  }

  /** Notes a reference whose target is hashed before the tree. */
  markPending(key: Uint8Array, content: PendingContent): void {
    this.#pending ??= new Map();
    this.#pending.set(textOf(key), content);
  }

  /** Drops the entry of a deleted reference. */
  unmarkPending(key: Uint8Array): void {
    this.#pending?.delete(textOf(key));
  }

  /** Forgets all references and changed layers that were noted. */
  clearMarks(): void {
    this.#pending = undefined;
    this.#stale = undefined;
  }

  /** Removes the tree from this place. */
  async remove(): Promise<void> {
    const tree = await this.tree();
    this.#removed ??= [];
    if (tree !== undefined) this.#removed.push(tree);
    this.changed.add(this);
    this.#tree = undefined;
    this.clearMarks();
  }

  /** Returns whether trees stood here that are stored. */
  get hasRemoved(): boolean {
    return this.#removed !== undefined;
  }

  /** Unloads the tree where it is stored with the element above it. */
  unloadWhole(): void {
    if (this.#tree?.isWhole === true && this.parent !== undefined)
      this.parent.layer.#children?.delete(textOf(this.parent.key));
  }

  /** Deletes the stored trees that stood here. */
  async clearRemoved(writes: NodeWrites): Promise<void> {
    for (const tree of this.#removed ?? []) await tree.clear(writes);
    this.#removed = undefined;
  }

  /** Returns the tree if it is opened. */
  get openTree(): MerkTree | undefined {
    return this.#tree;
  }
}

/** Returns bytes as a text with one character a byte: the key of a map. */
export const textOf = (bytes: Uint8Array): string => Reflect.apply(String.fromCharCode, undefined, bytes);
