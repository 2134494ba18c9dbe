import type { IndexDescription } from '@dapikit/contract';

/** Describes a query that an index serves, by the operators of its fields. */
export interface ServedQuery {
  /** Fields with one value each. */
  readonly equal: readonly string[];
  /** The operator of the field after them. */
  readonly last?: { readonly field: string; readonly ask: 'range' | 'several' };
}

/** The most trailing fields of an index that a query may omit. Source: `packages/rs-drive/src/query` in dashpay/platform. */
const MAX_UNUSED_FIELDS = 2;

/** Lists the queries that an index serves, those with the most fields first. */
export function listServedQueries({ properties }: IndexDescription): readonly ServedQuery[] {
  const lengths = properties
    .map((_, at) => at + 1)
    .filter((length) => properties.length - length <= MAX_UNUSED_FIELDS);
  return lengths.toReversed().flatMap((length) => {
    const equal = properties.slice(0, length - 1);
    const field = properties[length - 1] ?? '';
    return [
      { equal: [...equal, field] },
      { equal, last: { field, ask: 'range' } },
      ...(isAmongLast(properties, field) ? [{ equal, last: { field, ask: 'several' } } as const] : []),
    ] satisfies ServedQuery[];
  });
}

/**
 * Finds the index that the network uses for a query although it does not serve the query. The network counts only how many fields
 * of an index a query omits, so that it can search the wrong part of an index.
 *
 * Source: `find_best_index` in `packages/rs-drive/src/query/mod.rs` of dashpay/platform.
 * @param indices of the type, by name.
 * @returns `undefined` where the network uses an index that serves the query.
 */
export function findWrongIndex(
  query: ServedQuery,
  indices: readonly IndexDescription[],
): IndexDescription | undefined {
  const { equal, last } = query;
  const fields = last === undefined ? equal : [...equal, last.field];
  const [taken] = indices
    .filter(({ properties }) => seemsToFit(properties, fields, last))
    .toSorted((a, b) => a.properties.length - b.properties.length);
  if (taken === undefined) return undefined;
  const begin = new Set(taken.properties.slice(0, equal.length));
  const serves =
    equal.every((field) => begin.has(field)) &&
    (last === undefined || taken.properties[equal.length] === last.field);
  return serves ? undefined : taken;
}

function seemsToFit(
  properties: readonly string[],
  fields: readonly string[],
  last: ServedQuery['last'],
): boolean {
  const end = last === undefined ? properties.length : properties.lastIndexOf(last.field) + 1;
  const searched = new Set(properties.slice(0, end));
  return (
    fields.every((field) => searched.has(field)) &&
    (last?.ask !== 'several' || isAmongLast(properties, last.field))
  );
}

/** The network searches a list of values in the last two fields of an index only. */
const isAmongLast = (properties: readonly string[], field: string): boolean =>
  properties.slice(-2).includes(field);

/** Lists the counts that a counter of entries serves: of one value of each property, and over a range of the last one. */
export function listCounts(properties: readonly string[]): readonly ServedQuery[] {
  const field = properties.at(-1);
  if (field === undefined) return [];
  return [{ equal: properties }, { equal: properties.slice(0, -1), last: { field, ask: 'range' } }];
}

/** Formats a count as it is sent, with `…` for values: what is counted has no order. */
export function formatCount({ equal, last }: ServedQuery): string {
  const where = equal.map((field) => [field, '==', '…']);
  return JSON.stringify({ where: last === undefined ? where : [...where, [last.field, '>=', '…']] });
}

/** Formats a query as it is sent, with `…` for values. */
export function formatQuery({ equal, last }: ServedQuery): string {
  const where = equal.map((field) => [field, '==', '…']);
  if (last === undefined) return JSON.stringify({ where });
  const clause = last.ask === 'several' ? [last.field, 'in', ['…', '…']] : [last.field, '>=', '…'];
  return JSON.stringify({ where: [...where, clause], orderBy: [[last.field, 'asc']] });
}
