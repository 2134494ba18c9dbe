import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import { indexPositions, type KeyOrder } from '@dapikit/proof/document-query';
import { doubleHash } from '../../base/bytes/double-hash.js';
import { tupleKey } from '../keys/tuple-key.js';
import { dataBytes } from './data-bytes.js';
import { isData, type Document, type DocumentData } from './document.js';

/** Returns whether the entries of indices are the documents of a type: nobody names them by ids. */
export const hasEntriesOnly = ({ entryPayload }: DocumentTypeDescription): boolean =>
  entryPayload !== undefined;

/**
 * Returns whether the time of their create is one of the values of entries: not where it is in nothing but indices whose entries outlive a
 * delete.
 *
 * Source: `index-only-document-types.md` of the drive in the book of dashpay/platform.
 */
export function hasTimeAsValue({ recordedTimes, indices }: DocumentTypeDescription): boolean {
  const timed = indices.filter(({ properties }) => properties.includes('$createdAt'));
  const isOutlived = timed.length > 0 && timed.every(({ outlivesDelete }) => outlivesDelete === true);
  return recordedTimes.includes('$createdAt') && !isOutlived;
}

/** Returns the id under which the values of entries are stored together: a hash of all of them. The network's commitment is not published. */
export function entriesId(
  type: DocumentTypeDescription,
  { ownerId, times, data }: Pick<Document, 'ownerId' | 'times' | 'data'>,
): Uint8Array {
  const { $createdAt } = times;
  const isTimed = $createdAt !== undefined && hasTimeAsValue(type);
  return doubleHash(ownerId, dataBytes(isTimed ? { $createdAt } : {}), dataBytes(data));
}

/** Returns a document as an entry of an index has it: the values of its key, and those that all entries have. */
export function entryDocument(
  type: DocumentTypeDescription,
  index: IndexDescription,
  document: Document,
  order?: KeyOrder,
): Document {
  const { $createdAt } = document.times;
  const names = [...index.properties, ...(type.entryPayload ?? [])];
  const hasTime = index.bucket === undefined && names.includes('$createdAt') && $createdAt !== undefined;
  const [position = []] = indexPositions(type, index, document, order);
  return {
    id: doubleHash(tupleKey(Buffer.from(index.name), ...position)),
    ownerId: document.ownerId,
    times: hasTime ? { $createdAt } : {},
    data: pick(document.data, names),
  };
}

function pick(data: DocumentData, paths: readonly string[]): DocumentData {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      if (paths.includes(name)) return [[name, value]];
      const inner = paths.flatMap((path) =>
        path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : [],
      );
      return inner.length > 0 && isData(value) ? [[name, pick(value, inner)]] : [];
    }),
  );
}
