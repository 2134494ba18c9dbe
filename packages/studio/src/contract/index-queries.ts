import type { IndexDescription } from '@dapikit/contract';

/** A query that an index serves: which of its fields are asked how. */
export interface ServedQuery {
  /** Fields with one value each. */
  readonly equal: readonly string[];
  /** What is asked of the field behind them. */
  readonly last?: { readonly field: string; readonly ask: 'range' | 'several' };
}

/** How many fields at the end of an index a query may leave out. Source: `packages/rs-drive/src/query` in dashpay/platform. */
const MOST_UNUSED = 2;

/** The queries that an index is made for, those that say most first. */
export function queriesOf({ properties }: IndexDescription): readonly ServedQuery[] {
  const lengths = properties
    .map((_, at) => at + 1)
    .filter((length) => properties.length - length <= MOST_UNUSED);
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
 * The index that the network takes for a query instead of one that serves it: as it counts only how many fields of an index a
 * query leaves out, it can take one in which it then looks in the wrong place.
 *
 * Source: `find_best_index` in `packages/rs-drive/src/query/mod.rs` of dashpay/platform.
 * @param indices of the type, by name.
 * @returns nothing where the network takes one that serves the query.
 */
export function wronglyTaken(
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
  const kept = new Set(properties.slice(0, end));
  return (
    fields.every((field) => kept.has(field)) &&
    (last?.ask !== 'several' || isAmongLast(properties, last.field))
  );
}

/** The network looks for a list of values in the last two fields of an index only. */
const isAmongLast = (properties: readonly string[], field: string): boolean =>
  properties.slice(-2).includes(field);

/** A query as it is sent; `…` stands for values. */
export function queryText({ equal, last }: ServedQuery): string {
  const where = equal.map((field) => [field, '==', '…']);
  if (last === undefined) return JSON.stringify({ where });
  const clause = last.ask === 'several' ? [last.field, 'in', ['…', '…']] : [last.field, '>=', '…'];
  return JSON.stringify({ where: [...where, clause], orderBy: [[last.field, 'asc']] });
}
