import { excerpt, QueryError } from '@dapikit/proof/document-query';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { versionKey, versionsPrefix, versionTime } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView } from '../../store/store.js';
import { decodeDocument } from '../document/binary-form.js';
import type { Collection } from '../document/collection.js';
import type { Document } from '../document/document.js';

/** Describes a document as one block left it. */
export interface DocumentVersion {
  /** The time of that block in milliseconds. */
  readonly time: number;
  readonly document: Document;
}

/** Describes which versions of a document are wanted. */
export interface HistoryPage {
  /** Milliseconds; only versions after it. 0 when absent. */
  readonly startAtMs?: number;
  /** 1 to 10; 10 when absent. */
  readonly limit?: number;
  /** Number of them that are left out from the beginning; 0 when absent. */
  readonly offset?: number;
}

const MAX_VERSIONS = 10;
const MAX_OFFSET = 65_535;

/**
 * Returns the versions of a document where its type keeps history, the oldest first; empty if it does not exist.
 *
 * Source: `getDocumentHistory` of the official SDK 4.1.
 * @throws {QueryError} `InvalidLimit` when the limit is not 1 to 10, `InvalidArgument` when a number is none of its kind.
 */
export async function listDocumentVersions(
  view: StoreView,
  collection: Collection,
  documentId: Uint8Array,
  page: HistoryPage = {},
): Promise<DocumentVersion[]> {
  const versions = await listVersionBytes(view, collection, documentId, page);
  return versions.map(({ time, bytes }) => ({ time, document: decodeDocument(collection.type, bytes) }));
}

/** Returns the versions of a document in their binary form, which the store lends while it is read. @throws {QueryError} as {@link listDocumentVersions} */
export async function listVersionBytes(
  view: StoreView,
  { location }: Collection,
  documentId: Uint8Array,
  { startAtMs = 0, limit = MAX_VERSIONS, offset = 0 }: HistoryPage,
): Promise<{ readonly time: number; readonly bytes: Uint8Array }[]> {
  check('limit', limit, 1, MAX_VERSIONS, 'InvalidLimit');
  check('offset', offset, 0, MAX_OFFSET, 'InvalidArgument');
  check('startAtMs', startAtMs, 0, Number.MAX_SAFE_INTEGER, 'InvalidArgument');
  const entries = await view.scan({
    from: concatBytes([versionKey(location, documentId, startAtMs), new Uint8Array(1)]),
    to: behindPrefix(versionsPrefix(location, documentId)),
    limit: offset + limit,
  });
  return entries.slice(offset).map(({ key, value }) => ({ time: versionTime(key), bytes: value }));
}

function check(
  member: string,
  value: number,
  least: number,
  most: number,
  name: 'InvalidLimit' | 'InvalidArgument',
): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new QueryError(name, {
    expected: `an integer from ${least} to ${most}`,
    found: excerpt(value),
    fix: member === 'limit' ? 'continue from the time of the last version' : 'pass such a number',
    member,
  });
}
