import { identifierText } from '../../base/bytes/identifier.js';
import { readable } from '../../base/bytes/readable.js';
import { storedForm } from '../../base/bytes/stored-value.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { UnreadableDocumentError } from '../document/binary-form.js';
import { TIME_NAMES, isData, type Document, type DocumentData } from '../document/document.js';
import type { TypeLocation } from '../keys/key-spaces.js';
import { readRemovalKey, removalKey, removalsPrefix } from '../keys/removal-keys.js';
import { behindPrefix } from '../keys/tuple-key.js';

/** Describes a statement of a moderator. */
export interface ModeratorStatement {
  /** 32 bytes. */
  readonly moderatorId: Uint8Array;
  readonly reason: string;
  /** Time of the block, in milliseconds. */
  readonly time: number;
}

/** Describes a document that moderators deleted. */
export interface RemovalRecord extends ModeratorStatement {
  /** 32 bytes. */
  readonly ownerId: Uint8Array;
  /** Hash of the document; see `documentHash`. */
  readonly hash: Uint8Array;
  /** Version of the contract by which it was last written; absent where its format does not have it. */
  readonly contractVersion?: number;
  /** Values that the record keeps. */
  readonly kept: Partial<Document>;
  /** Moderator who restored it, and when; absent while it is deleted. */
  readonly restored?: Pick<ModeratorStatement, 'moderatorId' | 'time'>;
}

/** Defines its stored form. */
export const REMOVAL_FORM = storedForm<RemovalRecord>();

/** Returns whether there is a record of a document, damaged or not. */
export const hasRemoval = async (
  view: StoreView,
  location: TypeLocation,
  documentId: Uint8Array,
): Promise<boolean> => (await view.get(removalKey(location, documentId))) !== undefined;

/** Returns the record of a document; nothing where moderators have not deleted it. @throws {UnreadableDocumentError} when it is damaged */
export async function findRemoval(
  view: StoreView,
  location: TypeLocation,
  documentId: Uint8Array,
): Promise<RemovalRecord | undefined> {
  const bytes = await view.get(removalKey(location, documentId));
  return bytes && readRemoval(location, documentId, bytes);
}

function readRemoval(
  { documentType }: TypeLocation,
  documentId: Uint8Array,
  bytes: Uint8Array,
): RemovalRecord {
  const record = readable(() => REMOVAL_FORM.fromBytes(bytes));
  if (record !== undefined) return record;
  throw new UnreadableDocumentError(
    `the record of the deleted document ${identifierText(documentId)} of type "${documentType}" is damaged: verify the store`,
  );
}

/** Stores the record of a document. */
export const putRemoval = (
  view: WritableView,
  location: TypeLocation,
  documentId: Uint8Array,
  record: RemovalRecord,
): void => view.put(removalKey(location, documentId), REMOVAL_FORM.toBytes(record));

/**
 * Returns the records of a type in the order of the ids of documents.
 *
 * @param startAfter id behind which they begin
 * @throws {UnreadableDocumentError} when one is damaged
 */
export async function listRemovals(
  view: StoreView,
  location: TypeLocation,
  { startAfter, limit }: { readonly startAfter: Uint8Array | undefined; readonly limit: number },
): Promise<readonly { readonly documentId: Uint8Array; readonly record: RemovalRecord }[]> {
  const prefix = removalsPrefix(location);
  const from = startAfter === undefined ? prefix : behindPrefix(removalKey(location, startAfter));
  const to = behindPrefix(prefix);
  if (Buffer.compare(from, to) >= 0) return [];
  return (await view.scan({ from, to, limit })).map(({ key, value }) => {
    const { documentId } = readRemovalKey(key);
    return { documentId, record: readRemoval(location, documentId, value) };
  });
}

/** Returns what a record keeps of a document as a document: its other values are absent. */
export const keptDocument = (id: Uint8Array, { ownerId, kept }: RemovalRecord): Document => ({
  times: {},
  data: {},
  ...kept,
  id,
  ownerId,
});

/** Returns the values of a document under paths and names of the system. */
export function keepFields(document: Document, paths: readonly string[]): Partial<Document> {
  const names = new Set(paths);
  const { creatorId, revision, price, moderatedAt, moderatedBy, times } = document;
  const keptTimes = TIME_NAMES.filter((name) => names.has(name) && times[name] !== undefined);
  return {
    ...(names.has('$creatorId') && creatorId !== undefined && { creatorId }),
    ...(names.has('$revision') && revision !== undefined && { revision }),
    ...(names.has('$price') && price !== undefined && { price }),
    ...(names.has('$moderatedAt') && moderatedAt !== undefined && { moderatedAt }),
    ...(names.has('$moderatedBy') && moderatedBy !== undefined && { moderatedBy }),
    times: Object.fromEntries(keptTimes.map((name) => [name, times[name] ?? 0n])),
    data: keepData(document.data, paths),
  };
}

function keepData(data: DocumentData, paths: readonly string[]): DocumentData {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      if (paths.includes(name)) return [[name, value]];
      const inner = paths.flatMap((path) =>
        path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : [],
      );
      if (inner.length === 0 || !isData(value)) return [];
      const kept = keepData(value, inner);
      return Object.keys(kept).length === 0 ? [] : [[name, kept]];
    }),
  );
}
