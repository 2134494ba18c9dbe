import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import type { DocumentTypeDescription } from '@dapikit/contract';
import { UnprovableQueryError } from '@dapikit/proof';
import { indexPathQuery } from '@dapikit/proof/prover';
import { decodeDocument } from '../document/binary-form.js';
import type { Document } from '../document/document.js';
import { documentKey, documentsPrefix, type IndexPosition, type TypeLocation } from '../keys/key-spaces.js';
import { behindPrefix } from '../keys/tuple-key.js';
import { identifierText } from '../../base/bytes/identifier.js';
import type { StoreView } from '../../store/store.js';
import {
  type IdPlan,
  type IndexPlan,
  indexPosition,
  QueryError,
  type QueryPlan,
} from '@dapikit/proof/document-query';
import { IndexWalk } from './walk-index.js';
import { PageWalk } from './walk-page.js';

/**
 * Returns the documents of a plan, in its order.
 *
 * @throws {QueryError} `StartDocumentNotFound` when the document of the cursor is not there.
 */
export async function runPlan(
  view: StoreView,
  place: TypeLocation,
  type: DocumentTypeDescription,
  plan: QueryPlan,
): Promise<Document[]> {
  const stored = await runPlanBytes(view, place, type, plan);
  return stored.map((bytes) => decodeDocument(type, bytes));
}

/** Returns the documents of a plan in their binary form, which the store lends while it is read. @throws {QueryError} as {@link runPlan} */
export async function runPlanBytes(
  view: StoreView,
  place: TypeLocation,
  type: DocumentTypeDescription,
  plan: QueryPlan,
): Promise<Uint8Array[]> {
  const start = await startDocument(view, place, type, plan);
  const ids =
    plan.kind === 'ids'
      ? await walkIds(view, place, plan)
      : start !== undefined && plan.losesPageRows === true
        ? await walkPage(view, place, type, plan, start)
        : await new IndexWalk(
            view,
            place,
            plan,
            start && {
              position: startPosition(type, plan, start),
              documentId: start.id,
              included: plan.cursor?.included ?? false,
            },
          ).run();
  const prefix = documentsPrefix(place);
  const stored = await view.getMany(ids.map((id) => concatBytes([prefix, id])));
  return stored.flatMap((bytes) => (bytes === undefined ? [] : [bytes])).slice(0, plan.limit);
}

/** Returns the place of the document with which a page begins: in the window of the plan, and at the values that no document stores. */
const startPosition = (
  type: DocumentTypeDescription,
  { index, levels, order }: IndexPlan,
  start: Document,
): IndexPosition =>
  indexPosition(type, index, start, order).map((key, at) => {
    const { property, select } = levels[at] ?? {};
    const isElsewhere =
      property === index.bucket?.on || type.derived?.some(({ path }) => path === property) === true;
    return isElsewhere && select?.kind === 'keys' ? (select.keys[0] ?? key) : key;
  });

/** Returns the document with which a page begins; undefined without a cursor. @throws {QueryError} (rejects) `StartDocumentNotFound` */
export async function startDocument(
  view: StoreView,
  place: TypeLocation,
  type: DocumentTypeDescription,
  { cursor }: QueryPlan,
): Promise<Document | undefined> {
  if (cursor === undefined) return undefined;
  const bytes = await view.get(documentKey(place, cursor.documentId));
  if (bytes !== undefined) return decodeDocument(type, bytes);
  throw new QueryError('StartDocumentNotFound', {
    problem: `no document has the id ${identifierText(cursor.documentId)}`,
    expected: 'the id of a document that is there',
    found: identifierText(cursor.documentId),
    fix: 'it may have been deleted: start again, or at another document',
    member: cursor.included ? 'startAt' : 'startAfter',
  });
}

/** Returns the ids of a page as the network selects them: none where it builds a range whose ends are exchanged. */
async function walkPage(
  view: StoreView,
  place: TypeLocation,
  type: DocumentTypeDescription,
  plan: IndexPlan,
  start: Document,
): Promise<Uint8Array[]> {
  try {
    return await new PageWalk(view, place, plan).run(indexPathQuery(place.contractId, type, plan, start));
  } catch (error) {
    if (error instanceof UnprovableQueryError) return [];
    throw error;
  }
}

async function walkIds(view: StoreView, place: TypeLocation, plan: IdPlan): Promise<Uint8Array[]> {
  const { ids, descending, cursor, limit } = plan;
  if (ids === undefined) return scanIds(view, documentsPrefix(place), plan);
  const inOrder = descending ? ids.toReversed() : ids;
  const behind = inOrder.filter((id) => {
    const compared = cursor === undefined ? 1 : compareBytes(id, cursor.documentId) * (descending ? -1 : 1);
    return compared > 0 || (compared === 0 && cursor?.included === true);
  });
  const stored = await view.getMany(behind.map((id) => documentKey(place, id)));
  return behind.filter((_, at) => stored[at] !== undefined).slice(0, limit);
}

async function scanIds(
  view: StoreView,
  prefix: Uint8Array,
  { descending, cursor, limit }: IdPlan,
): Promise<Uint8Array[]> {
  const at = cursor && concatBytes([prefix, cursor.documentId]);
  // The shortest key behind a document's.
  const behind = at && concatBytes([at, new Uint8Array(1)]);
  const [first, last] = cursor?.included === true ? [at, behind] : [behind, at];
  const entries = await view.scan({
    from: (descending ? undefined : first) ?? prefix,
    to: (descending ? last : undefined) ?? behindPrefix(prefix),
    reverse: descending,
    limit,
  });
  return entries.map(({ key }) => Uint8Array.from(key.subarray(prefix.length)));
}
