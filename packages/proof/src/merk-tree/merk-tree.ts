import { compareBytes } from '@dapikit/protocol/codec';
import type { TreeKind } from '../merk/tree-kind.js';
import { applyBatch, type MerkChange } from './apply-batch.js';
import { hashTree, rootHashOf } from './hash-tree.js';
import { layerKey, nodeKey, type LayerId } from './layer-id.js';
import { canPutInPlace, putInPlace } from './put-in-place.js';
import { nodeOf, NodeNotLoadedError, type MerkLink, type MerkNode } from './merk-node.js';
import {
  decodeLayer,
  decodeNode,
  decodeWholeLayer,
  encodeLayer,
  encodeNode,
  encodeWholeLayer,
  MAX_WHOLE_HEIGHT,
} from './node-bytes.js';
import type { NodeStore, NodeWrites } from './node-store.js';
import type { NodeContent } from './node-content.js';
import type { Pacer } from './pacer.js';
import { MissingNodeError } from './missing-node-error.js';

/** Id of a layer, computed on demand because it costs a hash: only a layer with entries of its own in a store needs it. */
interface LayerPlace {
  readonly id: LayerId;
}

const NO_KEYS: readonly Uint8Array[] = [];

/** Limits what a tree takes that is stored with the element above it: many such fit in a page of a store. */
const MAX_WHOLE_BYTES = 640;

/**
 * Tree of one layer, above its stored state: nodes are loaded when they are needed and stored by {@link MerkTree.store}. A small
 * tree can be stored as a whole with the element above it; once it has nodes of its own in the store, that stays so.
 */
export class MerkTree {
  /** Keys whose nodes the store has and the tree perhaps does not. */
  #removed: readonly Uint8Array[] = NO_KEYS;
  #isChanged: boolean;
  #root: MerkLink | undefined;
  /** True if the store has nodes of the tree, or will have them. */
  #hasNodes = false;
  #isWhole = false;

  private constructor(
    private readonly place: LayerPlace,
    readonly kind: TreeKind,
    private readonly nodes: NodeStore,
    root: MerkLink | undefined,
    isNew: boolean,
  ) {
    this.#root = root;
    this.#isChanged = isNew;
  }

  /** Returns a new, empty tree, which the store does not have yet. */
  static create(nodes: NodeStore, place: LayerPlace, kind: TreeKind): MerkTree {
    return new MerkTree(place, kind, nodes, undefined, true);
  }

  /** Returns the stored tree; undefined if the store has none with this id. */
  static async open(nodes: NodeStore, place: LayerPlace): Promise<MerkTree | undefined> {
    const [bytes] = await nodes.getMany([layerKey(place.id)]);
    return bytes === undefined ? undefined : MerkTree.ofStored(nodes, place, bytes);
  }

  /** Returns a tree from what the store has at its key. Throws DecodeError. */
  static ofStored(nodes: NodeStore, place: LayerPlace, bytes: Uint8Array): MerkTree {
    const { kind, root } = decodeLayer(bytes);
    const tree = new MerkTree(place, kind, nodes, root, false);
    tree.#hasNodes = true;
    return tree;
  }

  /** Returns a tree from the bytes that {@link MerkTree.whole} gave. Throws DecodeError. */
  static ofWhole(nodes: NodeStore, place: LayerPlace, bytes: Uint8Array): MerkTree {
    const { kind, root } = decodeWholeLayer(bytes);
    const tree = new MerkTree(place, kind, nodes, root, false);
    tree.#isWhole = true;
    return tree;
  }

  /** Returns the link to the root node; undefined for an empty tree. */
  get root(): MerkLink | undefined {
    return this.#root;
  }

  /** Returns the root hash. Throws RangeError before {@link MerkTree.hash}. */
  rootHash(): Uint8Array {
    return rootHashOf(this.#root);
  }

  /** Returns the node of a key; undefined if the tree has none. */
  async get(key: Uint8Array): Promise<MerkNode | undefined> {
    for (let missing = this.firstMissing(key); missing !== undefined; missing = this.firstMissing(key))
      await this.loadAll([missing]);
    return this.loaded(key);
  }

  /** Returns the node of a key on a loaded path; undefined if the tree has none. Throws NodeNotLoadedError for another path. */
  loaded(key: Uint8Array): MerkNode | undefined {
    let link = this.#root;
    while (link !== undefined) {
      const node = nodeOf(link);
      const order = compareBytes(key, node.key);
      if (order === 0) return node;
      link = order < 0 ? node.left : node.right;
    }
    return undefined;
  }

  /**
   * Applies a batch, which is sorted by key and has each key once. Throws AggregateOverflowError where a count or sum does not fit;
   * the tree is unchanged then. Nodes that are missing are loaded one by one: load the paths to the keys before. Returns what to wait
   * for where nodes have to be loaded.
   */
  apply(batch: readonly MerkChange[]): Promise<void> | undefined {
    const [only] = batch;
    try {
      if (batch.length === 1 && only?.content !== undefined && canPutInPlace(this.kind)) {
        this.#root = putInPlace(this.kind, this.#root, only.key, only.content);
        this.#isChanged = true;
      } else this.#change(applyBatch(this.kind, this.#root, batch), batch);
      return undefined;
    } catch (error) {
      // A rotation may need nodes outside the paths to the keys: the batch starts again after each.
      if (error instanceof NodeNotLoadedError) return this.#loadAndApply(error.link, batch);
      throw error;
    }
  }

  async #loadAndApply(link: MerkLink, batch: readonly MerkChange[]): Promise<void> {
    await this.load(link);
    await this.apply(batch);
  }

  #change(root: MerkLink | undefined, batch: readonly MerkChange[]): void {
    if (root === this.#root) return;
    this.#root = root;
    this.#isChanged = true;
    const removed = batch.filter(({ content }) => content === undefined);
    if (removed.length > 0) this.#removed = [...this.#removed, ...removed.map(({ key }) => key)];
  }

  /** Sets the content of keys that exist, on loaded paths. Throws AggregateOverflowError, NodeNotLoadedError. */
  replace(changes: readonly { readonly key: Uint8Array; readonly content: NodeContent }[]): void {
    this.#isChanged = true;
    if (canPutInPlace(this.kind))
      for (const { key, content } of changes) this.#root = putInPlace(this.kind, this.#root, key, content);
    else
      this.#root = applyBatch(
        this.kind,
        this.#root,
        changes.toSorted((a, b) => compareBytes(a.key, b.key)),
      );
  }

  /** Returns the node that a link leads to, loaded if necessary. Throws MissingNodeError. */
  async load(link: MerkLink): Promise<MerkNode> {
    if (link.node === undefined) await this.loadAll([link]);
    return nodeOf(link);
  }

  /** Loads nodes in one request. Throws MissingNodeError. */
  async loadAll(links: readonly MerkLink[]): Promise<void> {
    const missing = links.filter(({ node }) => node === undefined);
    if (missing.length === 0) return;
    const found = await this.nodes.getMany(missing.map((link) => this.storeKey(link)));
    for (const [at, link] of missing.entries()) this.fill(link, found[at]);
  }

  /** Returns the key of a node in the store. */
  storeKey({ key }: MerkLink): Uint8Array {
    return nodeKey(this.place.id, key);
  }

  /** Loads a node from what the store has at its key. Throws MissingNodeError where that is nothing, DecodeError. */
  fill(link: MerkLink, bytes: Uint8Array | undefined): void {
    if (bytes === undefined) throw new MissingNodeError('the store has no node that another one names');
    link.node = decodeNode(this.kind, link.key, bytes);
  }

  /** Returns whether the nodes on the way to each of several keys are loaded. */
  hasPaths(keys: readonly Uint8Array[]): boolean {
    return keys.every((key) => this.hasPath(key));
  }

  /** Returns whether the nodes on the way to a key are loaded. */
  hasPath(key: Uint8Array): boolean {
    return this.firstMissing(key) === undefined;
  }

  /** Loads the nodes on the way to each of several keys, one request for each level. */
  async loadPaths(keys: readonly Uint8Array[]): Promise<void> {
    for (;;) {
      const missing = this.#missing(keys);
      if (missing.size === 0) return;
      await this.loadAll([...missing]);
    }
  }

  /** Returns the first link on the way to each of several keys whose node is not loaded. */
  #missing(keys: readonly Uint8Array[]): Set<MerkLink> {
    const missing = new Set<MerkLink>();
    for (const key of keys) {
      const link = this.firstMissing(key);
      if (link !== undefined) missing.add(link);
    }
    return missing;
  }

  /** Returns the first link on the way to a key whose node is not loaded. @param from a link on that way; the root if absent */
  firstMissing(key: Uint8Array, from = this.#root): MerkLink | undefined {
    let link = from;
    while (link?.node !== undefined) {
      const { node } = link;
      const order = compareBytes(key, node.key);
      if (order === 0) return undefined;
      link = order < 0 ? node.left : node.right;
    }
    return link;
  }

  /** Computes all missing hashes. Returns what to wait for where there are many. */
  hash(pacer: Pacer): Promise<void> | undefined {
    return hashTree(this.kind, this.#root, pacer);
  }

  /**
   * Returns the hashed tree as bytes to store with the element above it; {@link MerkTree.store} writes nothing then. Returns undefined
   * for a tree that is too large, or has nodes in the store. Throws RangeError before {@link MerkTree.hash}.
   */
  whole(): Uint8Array | undefined {
    if (this.#hasNodes) return undefined;
    if ((this.#root?.height ?? 0) <= MAX_WHOLE_HEIGHT) {
      const bytes = encodeWholeLayer({ kind: this.kind, root: this.#root });
      this.#isWhole = bytes.length <= MAX_WHOLE_BYTES;
      if (this.#isWhole) return bytes;
    }
    this.#isWhole = false;
    this.#hasNodes = true;
    this.#isChanged = true;
    return undefined;
  }

  /** Returns whether the tree is stored with the element above it. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Writes what changed since the tree was opened or last stored. Throws RangeError before {@link MerkTree.hash}. */
  async store(writes: NodeWrites, pacer: Pacer): Promise<void> {
    if (this.#isWhole) {
      this.#removed = NO_KEYS;
      this.#isChanged = false;
    }
    if (!this.#isChanged) return;
    this.#hasNodes = true;
    for (const key of this.#removed) writes.delete(nodeKey(this.place.id, key));
    const changed = this.#root === undefined ? [] : [this.#root];
    for (let link = changed.pop(); link !== undefined; link = changed.pop()) {
      const { node } = link;
      if (node === undefined || node.isStored) continue;
      writes.put(nodeKey(this.place.id, link.key), encodeNode(this.kind, node));
      node.isStored = true;
      if (node.left !== undefined) changed.push(node.left);
      if (node.right !== undefined) changed.push(node.right);
      const pause = pacer.step();
      if (pause !== undefined) await pause;
    }
    writes.put(layerKey(this.place.id), encodeLayer({ kind: this.kind, root: this.#root }));
    this.#removed = NO_KEYS;
    this.#isChanged = false;
  }

  /** Deletes the stored tree. What is below its elements stays. */
  async clear(writes: NodeWrites): Promise<void> {
    if (this.#isWhole) return;
    for (const node of await this.all()) writes.delete(nodeKey(this.place.id, node.key));
    for (const key of this.#removed) writes.delete(nodeKey(this.place.id, key));
    writes.delete(layerKey(this.place.id));
    this.#root = undefined;
    this.#removed = NO_KEYS;
    this.#isChanged = false;
  }

  /** Returns all nodes in the order of their keys. */
  async all(): Promise<MerkNode[]> {
    const ordered: MerkNode[] = [];
    const visit = async (link: MerkLink | undefined): Promise<void> => {
      if (link === undefined) return;
      const node = await this.load(link);
      await visit(node.left);
      ordered.push(node);
      await visit(node.right);
    };
    await visit(this.#root);
    return ordered;
  }
}
