import { MEMBERS_KEY, treeKindOf, type Path, type TreeKind } from '@dapikit/proof/prover';
import { indexPosition } from '@dapikit/proof/document-query';
import type { IndexDescription } from '@dapikit/contract';
import { LRUCache } from 'lru-cache';
import { OWNER_FLAG_BYTES } from '../../state/fee/element-bytes.js';
import {
  entryDocumentId,
  indexPrefix,
  missingValuesKey,
  type IndexPosition,
} from '../../state/keys/key-spaces.js';
import { behindPrefix } from '../../state/keys/tuple-key.js';
import type { StoreView } from '../../store/store.js';
import type { FoundCollection } from './change-operations.js';
import { documentsTree, indexLayers, versionsTree } from './document-layers.js';
import { type DocumentElement } from './document-entries.js';
import { documentInTrees, type DocumentInTrees } from './document-operations.js';
import type { Put } from './elements.js';

/** The keys of the path of a document type. */
const TYPE_DEPTH = 4;

/** Knows the trees of a document type. */
export class DocumentTypeTrees {
  constructor(private readonly found: FoundCollection) {}

  /**
   * Returns the bytes of the storage flags of an element. Trees of a type whose documents never change or go need none; an update sets
   * them all the same.
   *
   * Source: `add_indices_for_top_index_level_for_contract_operations` in `packages/rs-drive` of dashpay/platform.
   */
  flagBytes({ type, path }: Put, isUpdated: boolean): number {
    if (type === 'put' || isUpdated) return OWNER_FLAG_BYTES;
    const { config } = this.found.contract.description;
    const isFlagged =
      config.canBeDeleted || (this.found.collection.type.documentsMutable && !isDocumentPath(path));
    return isFlagged ? OWNER_FLAG_BYTES : 0;
  }

  /** Returns the kind of a tree that came with the contract, or of the versions of a document. */
  kindAt(path: Path): TreeKind | undefined {
    const { type } = this.found.collection;
    const key = path[TYPE_DEPTH];
    if (key === undefined) return undefined;
    if (path.length === TYPE_DEPTH + 2 && isMembersKey(key)) return treeKindOf(versionsTree(type));
    if (path.length !== TYPE_DEPTH + 1) return undefined;
    if (isMembersKey(key)) return treeKindOf(documentsTree(type));
    const layer = indexLayers(type).find((one) => Buffer.compare(one.key, key) === 0);
    return layer && treeKindOf(layer.valuesTree);
  }
}

/** Keys of index entries by which trees were last found to be shared, by the prefix of such entries: to look for first. */
const WITNESSES = new LRUCache<string, Uint8Array>({ max: 10_000 });

/** Knows what one stored document is in the trees, and which of these trees other documents share. */
export class StoredDocument {
  readonly elements: readonly DocumentElement[];
  /** Number of values that other documents share for certain, and the largest that they may share, by index. */
  readonly #depths = new Map<IndexDescription, { readonly least?: number; readonly most?: number }>();
  readonly #positions = new Map<IndexDescription, IndexPosition>();
  readonly #stored: DocumentInTrees;

  constructor(
    private readonly found: FoundCollection,
    private readonly id: Uint8Array,
    bytes: Uint8Array,
  ) {
    this.#stored = documentInTrees(found.collection, id, bytes);
    this.elements = this.#stored.elements;
  }

  /**
   * Returns whether other documents have an element too, or it is a tree that stays without documents.
   *
   * @param layers returns the state in which layers of missing values count: before a document comes, after one goes
   */
  isShared(element: DocumentElement, view: StoreView, layers = () => view): boolean | Promise<boolean> {
    const { shared } = element;
    if (shared === undefined) return false;
    const { by, depth, lasting = [] } = shared;
    let isUnknown = false;
    for (const index of by) {
      const known = this.#known(index, depth);
      if (known === true) return true;
      isUnknown ||= known === undefined;
    }
    if (lasting.length > 0) return this.#isLasting(element, view, layers());
    return isUnknown && this.#isSharedBy(by, depth, view);
  }

  async #isLasting({ shared, put }: DocumentElement, view: StoreView, layers: StoreView): Promise<boolean> {
    if (shared === undefined) return false;
    const { by, depth, lasting = [] } = shared;
    if (await this.#isSharedBy(by, depth, view)) return true;
    const values = put.path.slice(TYPE_DEPTH).filter((_, at) => at % 2 === 1);
    const position = values.length < depth ? [...values, put.key] : values;
    if (position.some((key) => key.length > 0)) return false;
    const keys = lasting.map((index) => missingValuesKey(this.found.collection.location, index));
    return (await layers.getMany(keys)).some((value) => value !== undefined);
  }

  /** Returns what is known of documents with the same values of so many properties. Who shares more shares fewer. */
  #known(index: IndexDescription, depth: number): boolean | undefined {
    const { least = 0, most = Infinity } = this.#depths.get(index) ?? {};
    if (depth <= least) return true;
    return depth > most ? false : undefined;
  }

  async #isSharedBy(indices: readonly IndexDescription[], depth: number, view: StoreView): Promise<boolean> {
    for (const index of indices) {
      const known = this.#known(index, depth);
      if (known ?? (await this.#hasOther(index, depth, view))) return true;
    }
    return false;
  }

  async #hasOther(index: IndexDescription, depth: number, view: StoreView): Promise<boolean> {
    const has = await this.#findOther(index, depth, view);
    const depths = this.#depths.get(index);
    this.#depths.set(index, { ...depths, ...(has ? { least: depth } : { most: depth - 1 }) });
    return has;
  }

  async #findOther(index: IndexDescription, depth: number, view: StoreView): Promise<boolean> {
    const prefix = indexPrefix(
      this.found.collection.location,
      index,
      this.#positionIn(index).slice(0, depth),
    );
    const text = prefix.toString('latin1');
    const witness = WITNESSES.get(text);
    if (witness !== undefined && this.#isOther(witness) && (await view.get(witness)) !== undefined)
      return true;
    const entries = await view.scan({ from: prefix, to: behindPrefix(prefix), limit: 2 });
    const other = entries.find(({ key }) => this.#isOther(key));
    if (other !== undefined) WITNESSES.set(text, Uint8Array.from(other.key));
    return other !== undefined;
  }

  #isOther(entryKey: Uint8Array): boolean {
    return Buffer.compare(entryDocumentId(entryKey), this.id) !== 0;
  }

  #positionIn(index: IndexDescription): IndexPosition {
    const known = this.#positions.get(index);
    if (known !== undefined) return known;
    const { document } = this.#stored;
    if (document === undefined) return [];
    const { type, order } = this.found.collection;
    const position = indexPosition(type, index, document, order);
    this.#positions.set(index, position);
    return position;
  }
}

const isMembersKey = (key: Uint8Array): boolean => Buffer.compare(key, MEMBERS_KEY) === 0;

/** Returns whether a path is that of the documents, or below. */
const isDocumentPath = (path: Path): boolean => {
  const key = path[TYPE_DEPTH];
  return key !== undefined && isMembersKey(key);
};
