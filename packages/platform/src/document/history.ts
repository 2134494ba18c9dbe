import { joined } from '../bytes/double-hash.js';
import { versionKey, versionsPrefix, versionTime } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import { QueryError, shown } from '../query/query-error.js';
import type { StoreView } from '../store/store.js';
import { decodeDocument } from './binary-form.js';
import type { Collection } from './collection.js';
import type { Document } from './document.js';

/** A document as one block left it. */
export interface DocumentVersion {
  /** The time of that block in milliseconds. */
  readonly time: number;
  readonly document: Document;
}

/** Which versions of a document are wanted. */
export interface HistoryPage {
  /** Milliseconds; only versions after it. 0 when absent. */
  readonly startAtMs?: number;
  /** 1 to 10; 10 when absent. */
  readonly limit?: number;
  /** How many of them are left out from the beginning; 0 when absent. */
  readonly offset?: number;
}

const MOST_VERSIONS = 10;
const MOST_OFFSET = 65_535;

/**
 * The versions of a document where its type keeps history, the oldest first; none of what is not there.
 *
 * Source: `getDocumentHistory` of the official SDK 4.1.
 * @throws {QueryError} `InvalidLimit` when the limit is not 1 to 10, `InvalidArgument` when a number is none of its kind.
 */
export async function documentHistory(
  view: StoreView,
  { place, type }: Collection,
  documentId: Uint8Array,
  { startAtMs = 0, limit = MOST_VERSIONS, offset = 0 }: HistoryPage = {},
): Promise<DocumentVersion[]> {
  check('limit', limit, 1, MOST_VERSIONS, 'InvalidLimit');
  check('offset', offset, 0, MOST_OFFSET, 'InvalidArgument');
  check('startAtMs', startAtMs, 0, Number.MAX_SAFE_INTEGER, 'InvalidArgument');
  const entries = await view.scan({
    from: joined([versionKey(place, documentId, startAtMs), new Uint8Array(1)]),
    to: behindPrefix(versionsPrefix(place, documentId)),
    limit: offset + limit,
  });
  return entries
    .slice(offset)
    .map(({ key, value }) => ({ time: versionTime(key), document: decodeDocument(type, value) }));
}

function check(
  place: string,
  value: number,
  least: number,
  most: number,
  name: 'InvalidLimit' | 'InvalidArgument',
): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new QueryError(name, {
    expected: `an integer from ${least} to ${most}`,
    found: shown(value),
    advice: place === 'limit' ? 'ask again from the time of the last version on' : 'give such a number',
    place,
  });
}
