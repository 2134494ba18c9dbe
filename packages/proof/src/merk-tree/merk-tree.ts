import { compareBytes } from '@dapikit/protocol/codec';
import type { TreeKind } from '../merk/tree-kind.js';
import { applyBatch, type MerkChange } from './apply-batch.js';
import { hashTree, rootHashOf } from './hash-tree.js';
import { layerKey, nodeKey, type LayerId } from './layer-id.js';
import { nodeOf, NodeNotLoadedError, type MerkLink, type MerkNode } from './merk-node.js';
import { decodeLayer, decodeNode, encodeLayer, encodeNode } from './node-bytes.js';
import type { NodeStore, NodeWrites } from './node-store.js';
import type { Pacer } from './pacer.js';

/** Reports a store whose nodes do not fit together. */
export class MissingNodeError extends Error {
  override readonly name = 'MissingNodeError';
}

const NO_KEYS: readonly Uint8Array[] = [];

/** Is the tree of one layer, above its stored state: nodes are loaded when they are needed and stored by {@link MerkTree.store}. */
export class MerkTree {
  /** Keys whose nodes the store has and the tree perhaps does not. */
  #removed: readonly Uint8Array[] = NO_KEYS;
  #isChanged: boolean;
  #root: MerkLink | undefined;

  private constructor(
    readonly id: LayerId,
    readonly kind: TreeKind,
    private readonly nodes: NodeStore,
    root: MerkLink | undefined,
    isNew: boolean,
  ) {
    this.#root = root;
    this.#isChanged = isNew;
  }

  /** Returns a new, empty tree, which the store does not have yet. */
  static create(nodes: NodeStore, id: LayerId, kind: TreeKind): MerkTree {
    return new MerkTree(id, kind, nodes, undefined, true);
  }

  /** Returns the stored tree; undefined if the store has none with this id. */
  static async open(nodes: NodeStore, id: LayerId): Promise<MerkTree | undefined> {
    const [bytes] = await nodes.getMany([layerKey(id)]);
    if (bytes === undefined) return undefined;
    const { kind, root } = decodeLayer(bytes);
    return new MerkTree(id, kind, nodes, root, false);
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
    let link = this.#root;
    while (link !== undefined) {
      const node = await this.load(link);
      const order = compareBytes(key, node.key);
      if (order === 0) return node;
      link = order < 0 ? node.left : node.right;
    }
    return undefined;
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
   * the tree is unchanged then. Nodes that are missing are loaded one by one: load the paths to the keys before.
   */
  async apply(batch: readonly MerkChange[]): Promise<void> {
    const root = await this.#applied(batch);
    if (root === this.#root) return;
    this.#root = root;
    this.#isChanged = true;
    const removed = batch.filter(({ content }) => content === undefined);
    if (removed.length > 0) this.#removed = [...this.#removed, ...removed.map(({ key }) => key)];
  }

  /** A rotation may need nodes outside the paths to the keys: the batch starts again after each. */
  async #applied(batch: readonly MerkChange[]): Promise<MerkLink | undefined> {
    for (;;) {
      try {
        return applyBatch(this.kind, this.#root, batch);
      } catch (error) {
        if (!(error instanceof NodeNotLoadedError)) throw error;
        await this.load(error.link);
      }
    }
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
    const found = await this.nodes.getMany(missing.map(({ key }) => nodeKey(this.id, key)));
    for (const [at, link] of missing.entries()) {
      const bytes = found[at];
      if (bytes === undefined) throw new MissingNodeError('the store has no node that another one names');
      link.node = decodeNode(this.kind, link.key, bytes);
    }
  }

  /** Returns whether the nodes on the way to each of several keys are loaded. */
  hasPaths(keys: readonly Uint8Array[]): boolean {
    return keys.every((key) => this.#firstMissing(key) === undefined);
  }

  /** Loads the nodes on the way to each of several keys, one request for each level. */
  async loadPaths(keys: readonly Uint8Array[]): Promise<void> {
    for (;;) {
      const missing = new Set<MerkLink>();
      for (const key of keys) {
        const link = this.#firstMissing(key);
        if (link !== undefined) missing.add(link);
      }
      if (missing.size === 0) return;
      await this.loadAll([...missing]);
    }
  }

  /** Returns the first link on the way to a key whose node is not loaded. */
  #firstMissing(key: Uint8Array): MerkLink | undefined {
    let link = this.#root;
    while (link?.node !== undefined) {
      const { node } = link;
      const order = compareBytes(key, node.key);
      if (order === 0) return undefined;
      link = order < 0 ? node.left : node.right;
    }
    return link;
  }

  /** Computes all missing hashes. */
  async hash(pacer: Pacer): Promise<void> {
    await hashTree(this.kind, this.#root, pacer);
  }

  /** Writes what changed since the tree was opened or last stored. Throws RangeError before {@link MerkTree.hash}. */
  store(writes: NodeWrites): void {
    if (!this.#isChanged) return;
    for (const key of this.#removed) writes.delete(nodeKey(this.id, key));
    const changed = this.#root === undefined ? [] : [this.#root];
    for (let link = changed.pop(); link !== undefined; link = changed.pop()) {
      const { node } = link;
      if (node === undefined || node.isStored) continue;
      writes.put(nodeKey(this.id, link.key), encodeNode(this.kind, node));
      node.isStored = true;
      if (node.left !== undefined) changed.push(node.left);
      if (node.right !== undefined) changed.push(node.right);
    }
    writes.put(layerKey(this.id), encodeLayer({ kind: this.kind, root: this.#root }));
    this.#removed = NO_KEYS;
    this.#isChanged = false;
  }

  /** Deletes the stored tree. What is below its elements stays. */
  async clear(writes: NodeWrites): Promise<void> {
    for (const node of await this.all()) writes.delete(nodeKey(this.id, node.key));
    for (const key of this.#removed) writes.delete(nodeKey(this.id, key));
    writes.delete(layerKey(this.id));
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
