import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import { indexPositions, type KeyOrder } from '@dapikit/proof/document-query';
import { doubleHash } from '../../base/bytes/double-hash.js';
import { tupleKey } from '../keys/tuple-key.js';
import { dataBytes } from './data-bytes.js';
import { isData, type Document, type DocumentData } from './document.js';

/** Returns whether the entries of indices are the documents of a type: nobody names them by ids. */
export const hasEntriesOnly = ({ entryPayload }: DocumentTypeDescription): boolean =>
  entryPayload !== undefined;

/** Returns the id under which the values of entries are stored together: a hash of all of them. The network's commitment is not published. */
export const entriesId = ({
  ownerId,
  times,
  data,
}: Pick<Document, 'ownerId' | 'times' | 'data'>): Uint8Array =>
  doubleHash(
    ownerId,
    dataBytes(times.$createdAt === undefined ? {} : { $createdAt: times.$createdAt }),
    dataBytes(data),
  );

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
