import { excerptList } from './excerpt.js';
import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import { fitsIndex } from './fits-index.js';
import type { ClauseGroups } from './group-clauses.js';
import { groupProperties } from './group-properties.js';
import { QueryError } from './query-error.js';
import type { Order } from './read-query.js';
import type { Window } from './window.js';

/** Largest number of properties of an index that a query may leave unmentioned. */
const MAX_UNUSED = 2;

/** Describes the use of an indexed property for a query. */
export type PropertyUse = '==' | 'in' | 'range' | 'order' | 'unused';

/**
 * Returns the index that the network takes for a query: of those that fit the one with the fewest properties that the query does
 * not mention, and among equals the first by name.
 *
 * The network also uses indices in which it then reads the wrong keys; here these are rejected.
 *
 * Source: `find_best_index` in `packages/rs-drive/src/query/mod.rs` and `Index::matches` in
 * `packages/rs-dpp/src/data_contract/document_type/index/mod.rs` of dashpay/platform.
 * @throws {QueryError}
 */
export function chooseIndex(
  type: DocumentTypeDescription,
  groups: ClauseGroups,
  orderBy: readonly Order[],
  window?: Window,
): IndexDescription {
  const fields = mentionedFields(groups, orderBy);
  let best: { readonly index: IndexDescription; readonly unused: number } | undefined;
  for (const index of type.indices) {
    if (!fitsIndex(index, groups, window)) continue;
    const unused = unusedProperties(index, fields, groups.in?.field, orderBy);
    if (unused === undefined || (best !== undefined && unused >= best.unused)) continue;
    best = { index, unused };
    if (unused === 0) break;
  }
  if (best === undefined)
    throw new QueryError('WhereClauseOnNonIndexedProperty', {
      problem: `no index covers ${excerptList(fields, 'none')}`,
      expected: `fields of one index, each index being ${indicesOf(type)}`,
      found: excerptList(fields, 'none'),
      fix: 'add an index to the document type, or query fewer fields and filter in your program',
      member: 'where and orderBy',
    });
  const { index, unused } = best;
  if (unused > MAX_UNUSED)
    throw new QueryError('QueryTooFarFromIndex', {
      problem: `${unused} properties of index "${index.name}" are unmentioned, and only ${MAX_UNUSED} may be`,
      expected: `at most ${MAX_UNUSED} properties of index "${index.name}" unmentioned`,
      found: `${unused}`,
      fix: 'mention more of its fields in where or orderBy, or add a shorter index',
      member: 'where and orderBy',
    });
  const stray = strayField(index, groups);
  if (stray !== undefined)
    throw new QueryError('WhereClauseOnNonIndexedProperty', {
      problem: `the clause about ${stray} is behind a property of index "${index.name}" without a clause`,
      expected: `"==" on the first properties of index "${index.name}" (${excerptList(index.properties, '')}), then at most one "in", then at most one range`,
      found: `a clause about ${stray} behind a property without one`,
      fix: 'the network uses this index and reads the wrong keys: mention the properties before, or add an index that begins with this one',
      member: 'where',
    });
  return index;
}

/** Returns the fields that a query speaks of, each once. */
export function mentionedFields(
  { equal, in: inClause, range }: ClauseGroups,
  orderBy: readonly Order[],
): string[] {
  const fields = [...equal.keys(), range?.field, inClause?.field, ...orderBy.map(({ field }) => field)];
  return [...new Set(fields.filter((field) => field !== undefined))];
}

/** Returns the use of each property of an index for a query. */
export function usesOf(
  index: IndexDescription,
  groups: ClauseGroups,
  orderBy: readonly Order[],
): PropertyUse[] {
  return index.properties.map((property) => {
    if (groups.equal.has(property)) return '==';
    if (groups.in?.field === property) return 'in';
    if (groups.range?.field === property) return 'range';
    return orderBy.some(({ field }) => field === property) ? 'order' : 'unused';
  });
}

/** Counts the properties that a query leaves unmentioned; nothing when the index does not fit. */
function unusedProperties(
  index: IndexDescription,
  fields: readonly string[],
  inField: string | undefined,
  orderBy: readonly Order[],
): number | undefined {
  const { properties } = index;
  const ordered = orderBy.map(({ field }) => field);
  const end = orderedEnd(properties, ordered);
  if (end === undefined) return undefined;
  if (inField !== undefined && !properties.slice(-2).includes(inField)) return undefined;
  const prefix = new Set(properties.slice(0, end));
  if (!fields.every((field) => prefix.has(field))) return undefined;
  // The key of an entry takes the place of the id of a document.
  return index.terminal === undefined
    ? properties.length - fields.length
    : groupProperties(index).filter((property) => !fields.includes(property)).length;
}

/** Counts the properties up to the last ordered one. */
function orderedEnd(properties: readonly string[], ordered: readonly string[]): number | undefined {
  for (let end = properties.length; end >= ordered.length; end -= 1) {
    const begin = end - ordered.length;
    if (ordered.every((field, at) => properties[begin + at] === field)) return end;
  }
  return undefined;
}

/** The order in which properties of an index have to be used. */
const USES: readonly PropertyUse[] = ['==', 'in', 'range', 'order', 'unused'];
const rank = (use: PropertyUse): number => USES.indexOf(use);

/** Returns the first field of a clause that is not next after the clauses before it. */
function strayField(index: IndexDescription, groups: ClauseGroups): string | undefined {
  const uses = usesOf(index, groups, []);
  const at = uses.findIndex((use, at) => use !== 'unused' && at > 0 && rank(use) < rank(uses[at - 1] ?? use));
  return index.properties[at];
}

function indicesOf({ indices }: DocumentTypeDescription): string {
  return excerptList(
    indices.map(
      ({ name, properties, bucket }) =>
        `${name} [${properties.join(', ')}]${bucket === undefined ? '' : ` by ${bucket.kind}`}`,
    ),
    'none: the type has no index',
  );
}
