import { firstId } from '../../state/keys/space-key.js';
import { IDENTITY_KEYS, NEWEST_VERSION_KEY } from '@dapikit/proof';
import { type Path, type TreeKind } from '@dapikit/proof/prover';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { CONTEST_SPACES } from '../../state/contest/contest-keys.js';
import { CONTRACT_SPACES } from '../../state/contract/contract-keys.js';
import { EPOCH_FLAG_BYTES, OWNER_FLAG_BYTES } from '../../state/fee/element-bytes.js';
import { GROUP_SPACES } from '../../state/group/group-keys.js';
import { IDENTITY_SPACES } from '../../state/identity/identity-entry-keys.js';
import { IDENTITY_FORM } from '../../state/identity/identity-form.js';
import type { ContractBounds } from '../../state/identity/public-key.js';
import { KEY_SPACES } from '../../state/keys/key-spaces.js';
import { behindPrefix } from '../../state/keys/tuple-key.js';
import type { StateChange, StoreView } from '../../store/store.js';
import { TOKEN_SPACES } from '../../state/token/token-keys.js';
import { collectionOf, operationsOf, type ChangeContext, type FoundCollection } from './change-operations.js';
import { typePath, type DocumentElement } from './document-entries.js';
import { indexOfMissingValues, missingValueTrees } from './document-operations.js';
import { hasMissingValues } from '../../state/document-storage/store-lasting-layers.js';
import { DocumentTypeTrees, StoredDocument } from './document-trees.js';
import type { Put } from './elements.js';

/** Describes what an entry of the store changes in the trees. */
export interface MeteredEntry {
  /** Its elements, trees before what is in them. */
  readonly before: readonly DocumentElement[];
  readonly after: readonly DocumentElement[];
  /** True if unchanged elements are written again. */
  readonly isRefreshed: boolean;
  /** Returns the bytes of the storage flags of an element. @param isRemoved whether it goes */
  readonly flagBytes: (put: Put, isRemoved: boolean) => number;
  /** Returns whether an element is there for other entries too. @param time of the entry that has it */
  readonly isShared: (element: DocumentElement, time: 'before' | 'after') => boolean | Promise<boolean>;
  /** Returns the kind of a tree that is there for all entries of its kind. */
  readonly kindAt?: (path: Path) => TreeKind | undefined;
  /** Number of document types that the contract of a document has, by their path. */
  readonly typeCount?: { readonly path: Path; readonly count: number };
}

/** State before the changes, and with them. */
export interface MeteringContext {
  readonly earlier: ChangeContext;
  readonly now: ChangeContext;
}

/** Returns what a change of an entry changes in the trees. */
export async function meteredEntry(change: StateChange, context: MeteringContext): Promise<MeteredEntry> {
  const [space] = change.key;
  const isDocument = space === KEY_SPACES.documents;
  if (space === KEY_SPACES.missingValues) {
    const found = await collectionOf(change.key, context.now);
    if (found !== undefined) return missingValuesEntry(found, change, context);
  }
  if (isDocument || space === KEY_SPACES.versions) {
    const found = await collectionOf(change.key, context.now);
    if (found !== undefined)
      return isDocument ? documentEntry(found, change, context) : versionEntry(found, change, context);
  }
  return plainEntry(change, context);
}

/** Returns the elements of an entry with a value; none without one. */
async function elementsOf(
  key: Uint8Array,
  value: Uint8Array | undefined,
  context: ChangeContext,
): Promise<readonly DocumentElement[]> {
  if (value === undefined) return [];
  const operations = await operationsOf([{ key, before: undefined, after: value }], context);
  return operations.flatMap((put) => (put.type === 'delete' ? [] : [{ put }]));
}

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

async function plainEntry(
  { key, before, after }: StateChange,
  { earlier, now }: MeteringContext,
): Promise<MeteredEntry> {
  const [space = 0] = key;
  return {
    before: await elementsOf(key, before, earlier),
    after: await elementsOf(key, after, now),
    isRefreshed: false,
    flagBytes: (put) => flagBytesOf(space, put),
    isShared: async ({ put }) =>
      // Its nonce came with the identity.
      space === IDENTITY_SPACES.identityNonces ||
      (put.type === 'putTree' &&
        (GUESTS.has(space) ||
          (await isSharedByPrefix(key, put, now.view)) ||
          (await isSharedWithBoundKeys(key, put, now.view)))),
  };
}

/** Returns whether the tree of all contracts of an identity, or that of one contract, is there for nonces and for bound keys. */
async function isSharedWithBoundKeys(key: Uint8Array, put: Put, view: StoreView): Promise<boolean> {
  const [space] = key;
  const [id, group] = [firstId(key), put.path.length === 2 ? NO_GROUP : put.key];
  const isOfContracts =
    compareBytes(put.path[2] ?? put.key, IDENTITY_KEYS.contractInfo) === 0 && group.length <= ID_BYTES;
  if (put.path.length > 3 || !isOfContracts) return false;
  if (space === IDENTITY_SPACES.identities) {
    const nonces = concatBytes([Uint8Array.of(IDENTITY_SPACES.contractNonces), id, group]);
    return (await view.scan({ from: nonces, to: behindPrefix(nonces), limit: 1 })).length > 0;
  }
  if (space !== IDENTITY_SPACES.contractNonces) return false;
  const bound = boundKeysIn(await view.get(concatBytes([Uint8Array.of(IDENTITY_SPACES.identities), id])));
  return bound.some(
    ({ contractId, documentType }) =>
      group.length === 0 || (documentType === undefined && compareBytes(contractId, group) === 0),
  );
}

const NO_GROUP = new Uint8Array();

/** Returns the bounds of the bound keys of a stored identity. */
function boundKeysIn(stored: Uint8Array | undefined): readonly ContractBounds[] {
  const { keys = [], boundKeys = [] } = stored === undefined ? {} : IDENTITY_FORM.fromBytes(stored);
  return keys.flatMap(({ id, contractBounds }) =>
    contractBounds !== undefined && boundKeys.some((one) => one.id === id) ? [contractBounds] : [],
  );
}

function flagBytesOf(space: number, { type, path }: Put): number {
  if (CONTRACT_FLAGS.has(space)) return OWNER_FLAG_BYTES;
  const isIdentity = space === IDENTITY_SPACES.identities && type === 'putTree' && path.length === 1;
  return isIdentity ? EPOCH_FLAG_BYTES : 0;
}

const ID_BYTES = 32;

/** Returns whether entries that begin as a key does have the tree too. */
function isSharedByPrefix(key: Uint8Array, { path }: Put, view: StoreView): boolean | Promise<boolean> {
  const [space] = key;
  const isShareable =
    space === IDENTITY_SPACES.sharedKeyHashes ||
    space === CONTEST_SPACES.pollEnds ||
    // The tree of all contracts of an identity, not that of one.
    (space === IDENTITY_SPACES.contractNonces && path.length === 2);
  return isShareable && hasOther(key, view);
}

async function hasOther(key: Uint8Array, view: StoreView): Promise<boolean> {
  const prefix = key.subarray(0, -ID_BYTES);
  const found = await view.scan({ from: prefix, to: behindPrefix(prefix), limit: 2 });
  return found.some((entry) => Buffer.compare(entry.key, key) !== 0);
}

const NO_ELEMENTS: readonly DocumentElement[] = [];

function documentEntry(
  found: FoundCollection,
  { key, before, after }: StateChange,
  { now: { view }, earlier }: MeteringContext,
): MeteredEntry {
  const id = key.subarray(-ID_BYTES);
  const stored = (bytes: Uint8Array | undefined) => bytes && new StoredDocument(found, id, bytes);
  const documents = { before: stored(before), after: stored(after) };
  return {
    ...ofType(found, before !== undefined),
    before: documents.before?.elements ?? NO_ELEMENTS,
    after: documents.after?.elements ?? NO_ELEMENTS,
    isShared: (element, time) =>
      documents[time]?.isShared(element, view, () => (time === 'after' ? earlier.view : view)) ?? false,
  };
}

/** Returns what the layers of missing values of an index change: entries of documents may have some of them. */
function missingValuesEntry(
  found: FoundCollection,
  { key, before, after }: StateChange,
  { now, earlier }: MeteringContext,
): MeteredEntry {
  const index = indexOfMissingValues(found.collection, key);
  const trees = index === undefined ? NO_ELEMENTS : missingValueTrees(found.collection, index);
  return {
    ...ofType(found, false),
    // Each document without values looks for the layers.
    before: before === undefined || after !== undefined ? NO_ELEMENTS : trees,
    after: after === undefined ? NO_ELEMENTS : trees,
    isRefreshed: false,
    isShared: async ({ shared }, time) =>
      shared !== undefined &&
      hasMissingValues((time === 'after' ? earlier : now).view, found.collection.location, {
        lasting: [],
        ...shared,
      }),
  };
}

/** Returns what a version of a document changes: the reference to the newest one is there for all of them. */
async function versionEntry(
  found: FoundCollection,
  { key, before, after }: StateChange,
  { now }: MeteringContext,
): Promise<MeteredEntry> {
  return {
    ...ofType(found, before !== undefined),
    before: await elementsOf(key, before, now),
    after: await elementsOf(key, after, now),
    isShared: ({ put }) => Buffer.compare(put.key, NEWEST_VERSION_KEY) === 0 && hasVersions(key, now.view),
  };
}

const TIME_BYTES = 8;

async function hasVersions(key: Uint8Array, view: StoreView): Promise<boolean> {
  const prefix = key.subarray(0, -TIME_BYTES);
  return (await view.scan({ from: prefix, to: behindPrefix(prefix), limit: 2 })).length > 1;
}

type OfType = Pick<MeteredEntry, 'isRefreshed' | 'flagBytes' | 'kindAt' | 'typeCount'>;

function ofType(found: FoundCollection, isUpdate: boolean): OfType {
  const trees = new DocumentTypeTrees(found);
  const { contract, collection } = found;
  return {
    isRefreshed: true,
    flagBytes: (put, isRemoved) => trees.flagBytes(put, isUpdate && !isRemoved),
    kindAt: (path) => trees.kindAt(path),
    typeCount: {
      path: typePath(collection).slice(0, -1),
      count: contract.description.documentTypes.length,
    },
  };
}
