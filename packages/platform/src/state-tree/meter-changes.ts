import {
  documentTypePath,
  encodeElement,
  ROOT_KEYS,
  treeKindOf,
  type Element,
  type GroveOperation,
  type Path,
  type TreeKind,
} from '@dapikit/proof';
import { ADDRESS_SPACES } from '../address/address-keys.js';
import {
  ABOVE_CONTRACT,
  aboveDocumentType,
  aboveIdentityKeys,
  aboveRootKeys,
  type AncestorNodes,
} from '../fee/ancestor-nodes.js';
import { asBuffer } from '../bytes/as-buffer.js';
import { CONTEST_SPACES } from '../contest/contest-keys.js';
import type { ContractBook } from '../contract/contract-book.js';
import {
  allBytes,
  elementBytes,
  EPOCH_FLAG_BYTES,
  OWNER_FLAG_BYTES,
  type ElementBytes,
} from '../fee/element-bytes.js';
import type { StorageWork } from '../fee/storage-work.js';
import { GROUP_SPACES } from '../group/group-keys.js';
import { IDENTITY_SPACES } from '../identity/identity-entry-keys.js';
import { CONTRACT_SPACES } from '../contract/contract-keys.js';
import { KEY_SPACES } from '../keys/key-spaces.js';
import { WITHDRAWAL_SPACES } from '../keys/withdrawal-keys.js';
import { behindPrefix } from '../keys/tuple-key.js';
import { Overlay } from '../store/overlay.js';
import type { StateChange, StoreView, WritableView } from '../store/store.js';
import { TOKEN_SPACES } from '../token/token-keys.js';
import {
  collectionOf,
  isInTrees,
  operationsOf,
  type ChangeContext,
  type FoundCollection,
} from './change-operations.js';
import { DocumentTrees } from './document-trees.js';
import { kindOfOlderTree } from './tree-kinds.js';

export type Put = Exclude<GroveOperation, { readonly type: 'delete' }>;

/** Has what the trees have of one entry of the store: by path and key. */
type Written = ReadonlyMap<string, Put>;

/**
 * Meters what the writes since a savepoint change in the trees of the state, whether the store has trees or not: elements that come, go or
 * change, and the layers that they are in. Trees that several entries share come with the first and go with the last.
 *
 * Source: `apply_batch` in grovedb `grovedb/src/batch/mod.rs`, `kv_with_parent_hook_size_and_storage_cost` in `merk/src/tree/mod.rs`.
 */
export async function meterChanges(
  view: WritableView,
  mark: number,
  contracts: ContractBook,
  { isAddressless = false }: MeterOptions = {},
): Promise<StorageWork> {
  const changes = await view.changesSince(mark);
  const earlier = new Overlay(view);
  for (const { key, before } of changes)
    if (before === undefined) earlier.delete(key);
    else earlier.put(key, before);
  const meter = new Meter();
  for (const change of changes.filter(({ key }) => isCharged(key) && !(isAddressless && isAddress(key)))) {
    const before = await written(change.key, change.before, { view: earlier, contracts });
    const after = await written(change.key, change.after, { view, contracts });
    await meter.add(change, before, after, { view, contracts });
  }
  return meter.work();
}

/** Says what is metered. */
interface MeterOptions {
  /** Whether platform addresses are left out. */
  readonly isAddressless?: boolean;
}

/** Entries of the whole platform: what it costs to write them is in the base fees. */
const UNCHARGED: ReadonlySet<number> = new Set([IDENTITY_SPACES.totalCredits, WITHDRAWAL_SPACES.nextUnlock]);

const isCharged = (key: Uint8Array): boolean => isInTrees(key) && !UNCHARGED.has(key[0] ?? 0);

const isAddress = (key: Uint8Array): boolean => key[0] === ADDRESS_SPACES.addresses;

/** Returns what the trees have of an entry with a value; nothing without one. */
const written = async (
  key: Uint8Array,
  value: Uint8Array | undefined,
  context: ChangeContext,
): Promise<Written> =>
  putsByPlace(
    value === undefined ? [] : await operationsOf([{ key, before: undefined, after: value }], context),
  );

/** Returns the elements that operations set, by path and key. */
export function putsByPlace(operations: readonly GroveOperation[]): Written {
  const puts = new Map<string, Put>();
  for (const operation of operations)
    if (operation.type !== 'delete') puts.set(placeOf(operation.path, operation.key), operation);
  return puts;
}

const textOf = (part: Uint8Array): string => `${part.length}:${asBuffer(part).toString('latin1')}`;

/** The places of the layers along a path, the topmost first: many elements share a path. */
const PLACES = new WeakMap<Path, readonly string[]>();

function placesAlong(path: Path): readonly string[] {
  const known = PLACES.get(path);
  if (known !== undefined) return known;
  const places = [''];
  for (const part of path) places.push(`${places.at(-1) ?? ''}${textOf(part)}`);
  PLACES.set(path, places);
  return places;
}

const placeOf = (path: Path, key?: Uint8Array): string => {
  const place = placesAlong(path).at(-1) ?? '';
  return key === undefined ? place : `${place}${textOf(key)}`;
};

/** Adds up what changes. */
class Meter {
  readonly #work = {
    addedBytes: 0,
    replacedBytes: 0,
    removedBytes: 0,
    added: 0,
    replaced: 0,
    removed: 0,
    checks: 0,
  };
  readonly #layers = new Map<string, Path>();
  /** The keys that change in the topmost tree and in trees of identities, by the place of the tree. */
  readonly #changed = new Map<string, Set<number>>();
  readonly #typeCounts = new Map<string, number>();
  readonly #new = new Set<string>();
  readonly #removed = new Set<string>();

  async add(change: StateChange, before: Written, after: Written, context: ChangeContext): Promise<void> {
    const entry = await entryOf(change, context);
    if (entry.typeCount !== undefined) this.#typeCounts.set(entry.typeCount.place, entry.typeCount.count);
    const kinds = kindsIn([...before.values(), ...after.values()], entry);
    const sizeOf = (put: Put, isRemoved = false): ElementBytes =>
      elementBytes(kinds(put.path), put.key.length, put.element, entry.flagBytes(put, isRemoved));
    for (const [place, put] of after) {
      const former = before.get(place);
      if (former !== undefined) this.#replace(entry, put, sizeOf(former).value, sizeOf(put).value, former);
      else if (!(await entry.isShared(put, change.after ?? NOTHING)))
        this.#insert(place, put, allBytes(sizeOf(put)));
      else if (put.type === 'putTree') this.#work.checks += 1;
      else this.#replace(entry, put, sizeOf(put).value, sizeOf(put).value, put);
    }
    for (const [place, put] of before) {
      if (after.has(place) || this.#removed.has(place)) continue;
      if (await entry.isShared(put, change.before ?? NOTHING)) continue;
      this.#removed.add(place);
      this.#touch(put);
      this.#work.removedBytes += allBytes(sizeOf(put, true));
      this.#work.removed += 1;
    }
  }

  #insert(place: string, put: Put, bytes: number): void {
    if (this.#new.has(place)) return;
    this.#new.add(place);
    this.#touch(put);
    this.#work.addedBytes += bytes;
    this.#work.added += 1;
    if (put.type === 'putTree') this.#work.checks += 1;
  }

  #replace(entry: TreeEntry, put: Put, bytesBefore: number, bytes: number, former: Put): void {
    const isSame = put !== former && isSameElement(put.element, former.element);
    if (put.type === 'putTree' || (isSame && !entry.isRefreshed)) return;
    this.#touch(put);
    this.#work.replaced += 1;
    this.#work.replacedBytes += Math.min(bytes, bytesBefore);
    this.#work.addedBytes += Math.max(bytes - bytesBefore, 0);
    this.#work.removedBytes += Math.max(bytesBefore - bytes, 0);
  }

  /** Notes a layer and those above it. */
  #touch({ path, key }: Put): void {
    const places = placesAlong(path);
    this.#noteKey(path, path.length, key);
    for (let length = path.length; length >= 0; length -= 1) {
      const place = places[length] ?? '';
      if (this.#layers.has(place)) return;
      this.#layers.set(place, path.slice(0, length));
      const own = path[length - 1];
      if (own !== undefined) this.#noteKey(path, length - 1, own);
    }
  }

  /** Notes a changed key of the layer that has so many keys of a path. */
  #noteKey(path: Path, length: number, key: Uint8Array): void {
    const isShaped = length === 0 || (length === 2 && path[0]?.[0] === ROOT_KEYS.identities);
    if (!isShaped) return;
    const place = placesAlong(path)[length] ?? '';
    const keys = this.#changed.get(place) ?? new Set<number>();
    this.#changed.set(place, keys.add(key[0] ?? 0));
  }

  /** Returns the nodes above those that change in trees of known or average shape. */
  #ancestors(): readonly AncestorNodes[] {
    return [...this.#layers].flatMap(([place, path]) => {
      if (this.#new.has(place) || this.#removed.has(place)) return [];
      const changed = this.#changed.get(place);
      const typeCount = this.#typeCounts.get(place);
      if (changed !== undefined)
        return path.length === 0 ? aboveRootKeys(changed) : aboveIdentityKeys(changed);
      if (typeCount !== undefined) return aboveDocumentType(typeCount);
      return path.length === 1 && path[0]?.[0] === ROOT_KEYS.contracts ? ABOVE_CONTRACT : [];
    });
  }

  /** Returns the sum. The element of a layer that exists is written with its new root. */
  work(): StorageWork {
    const ancestors = this.#ancestors();
    let passedBytes = ancestors.reduce((sum, { bytes }) => sum + bytes, 0);
    let passed = ancestors.reduce((sum, { count }) => sum + count, 0);
    for (const [place, path] of this.#layers) {
      const key = path.at(-1);
      if (key === undefined || this.#new.has(place) || this.#removed.has(place)) continue;
      passedBytes += elementBytes('normal', key.length, TREE, 0).value;
      passed += 1;
    }
    return { ...this.#work, passedBytes, passed };
  }
}

const NOTHING = new Uint8Array();
const TREE: Element = { type: 'tree', rootKey: undefined, flags: undefined };

const isSameElement = (one: Element, other: Element): boolean =>
  Buffer.compare(encodeElement(one), encodeElement(other)) === 0;

/** What one entry of the store is in the trees beside its elements. */
interface TreeEntry {
  /** Whether unchanged elements are written again. */
  readonly isRefreshed: boolean;
  /** Returns the bytes of the storage flags of an element. @param isRemoved whether it goes */
  readonly flagBytes: (put: Put, isRemoved: boolean) => number;
  /** Returns whether an element is there for other entries too. @param value of the entry that has it */
  readonly isShared: (put: Put, value: Uint8Array) => Promise<boolean> | boolean;
  /** How many document types the contract of a document has. */
  readonly typeCount?: { readonly place: string; readonly count: number };
  /** The kind of a tree that is there for all entries of its kind. */
  readonly kindAt?: (path: Path) => TreeKind | undefined;
}

const ID_BYTES = 32;
const CONTRACT_FLAGS: ReadonlySet<number> = new Set([
  CONTRACT_SPACES.contracts,
  CONTRACT_SPACES.contractVersions,
  CONTEST_SPACES.contenderDocuments,
  CONTEST_SPACES.pollEnds,
  GROUP_SPACES.groupActions,
  TOKEN_SPACES.perpetualClaims,
]);

/** Entries whose trees came with another entry. */
const GUESTS: ReadonlySet<number> = new Set([
  TOKEN_SPACES.perpetualClaims,
  CONTEST_SPACES.ballotsByVoter,
  CONTEST_SPACES.ballotsByChoice,
]);

async function entryOf(change: StateChange, context: ChangeContext): Promise<TreeEntry> {
  const [space = 0] = change.key;
  if (space === KEY_SPACES.documents || space === KEY_SPACES.versions) {
    const found = await collectionOf(change.key, context);
    if (found !== undefined) return documentEntry(found, change, context.view);
  }
  return {
    isRefreshed: false,
    flagBytes: (put) => flagBytesOf(space, put),
    isShared: async (put) =>
      // Its nonce came with the identity.
      space === IDENTITY_SPACES.identityNonces ||
      (put.type === 'putTree' && (GUESTS.has(space) || isSharedByPrefix(change.key, put, context.view))),
  };
}

function documentEntry(found: FoundCollection, change: StateChange, view: StoreView): TreeEntry {
  const trees = new DocumentTrees(found, change, view);
  const { contract, collection } = found;
  const path = documentTypePath(collection.location.contractId, collection.type.name).slice(0, -1);
  return {
    isRefreshed: trees.isRefreshed,
    flagBytes: (put, isRemoved) => trees.flagBytes(put, isRemoved),
    isShared: async (put, value) => trees.isShared(put, value),
    kindAt: (at) => trees.kindAt(at),
    typeCount: { place: placeOf(path), count: contract.description.documentTypes.length },
  };
}

function flagBytesOf(space: number, { type, path }: Put): number {
  if (CONTRACT_FLAGS.has(space)) return OWNER_FLAG_BYTES;
  const isIdentity = space === IDENTITY_SPACES.identities && type === 'putTree' && path.length === 1;
  return isIdentity ? EPOCH_FLAG_BYTES : 0;
}

/** Returns whether entries that begin as a key does have the tree too. */
async function isSharedByPrefix(key: Uint8Array, { path }: Put, view: StoreView): Promise<boolean> {
  const [space] = key;
  const isShareable =
    space === IDENTITY_SPACES.sharedKeyHashes ||
    space === CONTEST_SPACES.pollEnds ||
    // The tree of all contracts of an identity, not that of one.
    (space === IDENTITY_SPACES.contractNonces && path.length === 2);
  if (!isShareable) return false;
  const prefix = key.subarray(0, -ID_BYTES);
  const found = await view.scan({ from: prefix, to: behindPrefix(prefix), limit: 2 });
  return found.some((entry) => Buffer.compare(entry.key, key) !== 0);
}

/** Returns what finds the kind of the tree at a path. */
export function kindsIn(puts: readonly Put[], entry: Pick<TreeEntry, 'kindAt'>): (path: Path) => TreeKind {
  const own = new Map<string, TreeKind>();
  for (const { type, path, key, element } of puts) {
    const kind = type === 'putTree' ? treeKindOf(element) : undefined;
    if (kind !== undefined && kind !== 'normal') own.set(placeOf(path, key), kind);
  }
  return (path) => {
    const place = placeOf(path);
    return own.get(place) ?? entry.kindAt?.(path) ?? kindOfOlderTree(path);
  };
}
