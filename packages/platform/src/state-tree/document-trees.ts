import { indexPosition } from '@dapikit/proof/document-query';
import {
  MEMBERS_KEY,
  NEWEST_VERSION_KEY,
  treeKindOf,
  type GroveOperation,
  type Path,
  type TreeKind,
} from '@dapikit/proof';
import type { IndexDescription } from '@dapikit/contract';
import { decodeDocument } from '../document/binary-form.js';
import type { Document } from '../document/document.js';
import { OWNER_FLAG_BYTES } from '../fee/element-bytes.js';
import { entryDocumentId, indexPrefix, KEY_SPACES } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StateChange, StoreView } from '../store/store.js';
import type { FoundCollection } from './change-operations.js';
import { documentsTree, indexLayers, versionsTree, type PropertyLayer } from './document-layers.js';

type Put = Exclude<GroveOperation, { readonly type: 'delete' }>;

/** The keys of the path of a document type. */
const TYPE_DEPTH = 4;
const ID_BYTES = 32;
const TIME_BYTES = 8;

/** Knows the trees in which a document is, and which of them other documents share. */
export class DocumentTrees {
  readonly isRefreshed = true;
  readonly #shared = new Map<string, boolean>();
  readonly #documents = new Map<Uint8Array, Document>();

  constructor(
    private readonly found: FoundCollection,
    private readonly change: StateChange,
    private readonly view: StoreView,
  ) {}

  /**
   * Returns the bytes of the storage flags of an element. Trees of a type whose documents never change or go need none; an update sets
   * them all the same.
   *
   * Source: `add_indices_for_top_index_level_for_contract_operations` in `packages/rs-drive` of dashpay/platform.
   */
  flagBytes({ type, path }: Put, isRemoved: boolean): number {
    const isUpdated = this.change.before !== undefined && !isRemoved;
    if (type === 'put' || isUpdated) return OWNER_FLAG_BYTES;
    const { config } = this.found.contract.description;
    const isFlagged =
      config.canBeDeleted || (this.found.collection.type.documentsMutable && !isDocumentPath(path));
    return isFlagged ? OWNER_FLAG_BYTES : 0;
  }

  /** Returns the kind of a tree that came with the contract, or of the versions of a document. */
  kindAt(path: Path): TreeKind | undefined {
    const { type } = this.found.collection;
    if (path.length === TYPE_DEPTH + 2 && isDocumentPath(path)) return treeKindOf(versionsTree(type));
    if (path.length !== TYPE_DEPTH + 1) return undefined;
    if (isDocumentPath(path)) return treeKindOf(documentsTree(type));
    const layer = layerOf(indexLayers(type), path[TYPE_DEPTH]);
    return layer && treeKindOf(layer.valuesTree);
  }

  /** Returns whether an element is there for other documents, or other versions, too. @param value the entry that has it */
  async isShared({ type, path, key }: Put, value: Uint8Array): Promise<boolean> {
    if (type === 'put') return this.#isNewestVersion(key) && this.#hasVersions();
    const keys = [...path.slice(TYPE_DEPTH), key];
    if (isDocumentPath(path)) return false;
    const depth = Math.floor(keys.length / 2);
    const isMembers = keys.length % 2 === 1 && isMembersKey(key);
    const layer = this.#layerAt(keys.slice(0, 2 * depth));
    const indices = isMembers ? layer?.index && [layer.index] : layer?.witnesses;
    for (const index of indices ?? []) if (await this.#isSharedIn(index, depth, value)) return true;
    return false;
  }

  #documentOf(value: Uint8Array): Document {
    const known = this.#documents.get(value);
    if (known !== undefined) return known;
    const document = decodeDocument(this.found.collection.type, value);
    this.#documents.set(value, document);
    return document;
  }

  #isNewestVersion(key: Uint8Array): boolean {
    return this.change.key[0] === KEY_SPACES.versions && Buffer.compare(key, NEWEST_VERSION_KEY) === 0;
  }

  async #hasVersions(): Promise<boolean> {
    const prefix = this.change.key.subarray(0, -TIME_BYTES);
    const found = await this.view.scan({ from: prefix, to: behindPrefix(prefix), limit: 2 });
    return found.length > 1;
  }

  /** Returns the name of the index that has an element of a layer of indices; undefined for the document itself. */
  indexOf({ path, key }: Put): string | undefined {
    if (path.length === TYPE_DEPTH || isDocumentPath(path)) return undefined;
    const keys = [...path.slice(TYPE_DEPTH), key];
    const isMembers = keys.findIndex((part, at) => at % 2 === 0 && isMembersKey(part));
    const layer = this.#layerAt(
      keys.slice(0, isMembers === -1 ? 2 * Math.floor(keys.length / 2) : isMembers),
    );
    return (isMembers === -1 ? layer?.via : layer?.index)?.name;
  }

  #layerAt(keys: readonly Uint8Array[]): PropertyLayer | undefined {
    let layers = indexLayers(this.found.collection.type);
    let layer: PropertyLayer | undefined;
    for (let at = 0; at < keys.length; at += 2) {
      layer = layerOf(layers, keys[at]);
      layers = layer?.below ?? [];
    }
    return layer;
  }

  async #isSharedIn(index: IndexDescription, depth: number, value: Uint8Array): Promise<boolean> {
    const { type, location, order } = this.found.collection;
    const position = indexPosition(type, index, this.#documentOf(value), order).slice(0, depth);
    const prefix = indexPrefix(location, index, position);
    const text = prefix.toString('latin1');
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    const id = this.change.key.subarray(-ID_BYTES);
    const entries = await this.view.scan({ from: prefix, to: behindPrefix(prefix), limit: 2 });
    const isShared = entries.some(({ key }) => Buffer.compare(entryDocumentId(key), id) !== 0);
    this.#shared.set(text, isShared);
    return isShared;
  }
}

const isMembersKey = (key: Uint8Array): boolean => Buffer.compare(key, MEMBERS_KEY) === 0;

/** Returns whether a path is that of the documents, or below. */
const isDocumentPath = (path: Path): boolean => {
  const key = path[TYPE_DEPTH];
  return key !== undefined && isMembersKey(key);
};

const layerOf = (
  layers: readonly PropertyLayer[],
  key: Uint8Array | undefined,
): PropertyLayer | undefined => {
  const name = new TextDecoder().decode(key);
  return layers.find(({ property }) => property === name);
};
