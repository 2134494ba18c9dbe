import * as fc from 'fast-check';
import type { Document, DocumentValue } from '../src/state/document/document.js';

type Clause = [field: string, operator: string, value: unknown];

/** A query over an index of a, b and c. */
export interface NaiveQuery {
  readonly where: readonly Clause[];
  readonly orderBy: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  readonly limit: number;
  readonly startAt?: Uint8Array;
  readonly startAfter?: Uint8Array;
}

const FIELDS = ['a', 'b', 'c'] as const;
const VALUES = {
  a: [-300, -2, -1, 0, 5, 6],
  b: ['', 'a', 'aa', 'b', 'ä'],
  c: [0, 7, 8, 200],
} as const;

type Value = string | number;
const direction = fc.constantFrom<'asc' | 'desc'>('asc', 'desc');

/** Queries that the index serves: "==" on the first fields, then perhaps "in", then perhaps a range; any directions. */
export const queries: fc.Arbitrary<NaiveQuery & { at: number }> = fc
  .record({ equal: fc.nat(3), hasIn: fc.boolean(), hasRange: fc.boolean(), ordered: fc.nat(3) })
  .chain(({ equal, hasIn, hasRange, ordered }) => {
    // An "in" stands on one of the last two fields.
    const inField = hasIn && equal > 0 ? FIELDS[equal] : undefined;
    const rangeField = hasRange ? FIELDS[equal + (inField === undefined ? 0 : 1)] : undefined;
    const bound = equal + (inField === undefined ? 0 : 1) + (rangeField === undefined ? 0 : 1);
    const orderFields = FIELDS.slice(equal, Math.max(bound, ordered));
    return fc
      .record({
        equal: fc.tuple(...FIELDS.slice(0, equal).map(equalTo)),
        in: inField === undefined ? fc.constant([]) : fc.tuple(oneOf(inField)),
        range: rangeField === undefined ? fc.constant([]) : rangeOver(rangeField),
        directions: fc.tuple(...orderFields.map(() => direction)),
        limit: fc.integer({ min: 1, max: 20 }),
        at: fc.nat(),
        start: fc.constantFrom('none', 'startAt', 'startAfter'),
      })
      .map(({ directions, limit, at, start, ...clauses }) => ({
        where: [...clauses.equal, ...clauses.in, ...clauses.range],
        orderBy: orderFields.map((field, at) => [field, directions[at] ?? 'asc'] as const),
        limit,
        at,
        ...(start === 'startAt' ? { startAt: new Uint8Array(32) } : {}),
        ...(start === 'startAfter' ? { startAfter: new Uint8Array(32) } : {}),
      }));
  });

type Field = (typeof FIELDS)[number];
const valueOf = (field: Field): fc.Arbitrary<Value> => fc.constantFrom<Value>(...VALUES[field]);

const equalTo = (field: Field): fc.Arbitrary<Clause> =>
  fc.option(valueOf(field), { freq: 5 }).map((value): Clause => [field, '==', value]);

const oneOf = (field: Field): fc.Arbitrary<Clause> =>
  fc.uniqueArray(fc.option(valueOf(field)), { minLength: 1 }).map((values): Clause => [field, 'in', values]);

function rangeOver(field: Field): fc.Arbitrary<Clause[]> {
  const single = fc
    .tuple(fc.constantFrom('>', '>=', '<', '<='), valueOf(field))
    .map(([operator, value]): Clause[] => [[field, operator, value]]);
  const pair = fc
    .tuple(valueOf(field), valueOf(field))
    .filter(([a, b]) => compare(a, b) !== 0)
    .map(([a, b]) => (compare(a, b) < 0 ? [a, b] : [b, a]));
  const between = fc
    .tuple(
      fc.constantFrom('between', 'betweenExcludeBounds', 'betweenExcludeLeft', 'betweenExcludeRight'),
      pair,
    )
    .map(([operator, bounds]): Clause[] => [[field, operator, bounds]]);
  const twoSided = fc
    .tuple(fc.constantFrom('>', '>='), fc.constantFrom('<', '<='), pair)
    .map(([lower, upper, [a, b]]): Clause[] => [
      [field, lower, a],
      [field, upper, b],
    ]);
  const prefix = fc.constantFrom('a', 'aa', 'ä').map((text): Clause[] => [[field, 'startsWith', text]]);
  return field === 'b' ? fc.oneof(single, between, twoSided, prefix) : fc.oneof(single, between, twoSided);
}

/** What a query finds, by filtering and sorting all documents: those with the same values by their ids, in the direction of the last field. */
export function naiveAnswer(documents: readonly Document[], query: NaiveQuery): Document[] {
  const { where, orderBy, limit, startAt, startAfter } = query;
  const isById = where.length === 0 && orderBy.length === 0;
  const directionOf = (field: string): number =>
    orderBy.some(([name, direction]) => name === field && direction === 'desc') ? -1 : 1;
  const inOrder = (a: Document, b: Document): number => {
    const byId = Buffer.compare(a.id, b.id);
    if (isById) return byId;
    for (const field of FIELDS) {
      const compared = compare(a.data[field], b.data[field]) * directionOf(field);
      if (compared !== 0) return compared;
    }
    return byId * directionOf('c');
  };
  const start = documents.find(({ id }) => id === startAt || id === startAfter);
  return documents
    .filter(({ data }) => where.every(([field, operator, value]) => matches(data[field], operator, value)))
    .filter((document) => {
      const compared = start === undefined ? 1 : inOrder(document, start);
      return compared > 0 || (compared === 0 && startAt !== undefined);
    })
    .toSorted(inOrder)
    .slice(0, limit);
}

function matches(value: DocumentValue | undefined, operator: string, wanted: unknown): boolean {
  const [lower, upper]: readonly unknown[] = Array.isArray(wanted) ? wanted : [];
  switch (operator) {
    case '==':
      return compare(value, wanted) === 0;
    case 'in':
      return Array.isArray(wanted) && wanted.some((one) => compare(value, one) === 0);
    case '>':
      return compare(value, wanted) > 0;
    case '>=':
      return compare(value, wanted) >= 0;
    case '<':
      return compare(value, wanted) < 0;
    case '<=':
      return compare(value, wanted) <= 0;
    case 'between':
      return matches(value, '>=', lower) && matches(value, '<=', upper);
    case 'betweenExcludeBounds':
      return matches(value, '>', lower) && matches(value, '<', upper);
    case 'betweenExcludeLeft':
      return matches(value, '>', lower) && matches(value, '<=', upper);
    case 'betweenExcludeRight':
      return matches(value, '>=', lower) && matches(value, '<', upper);
    default:
      return typeof value === 'string' && typeof wanted === 'string' && value.startsWith(wanted);
  }
}

/** A missing value comes before all others; text goes by its bytes. */
function compare(a: unknown, b: unknown): number {
  const [left, right] = [a ?? undefined, b ?? undefined];
  if (left === undefined || right === undefined)
    return Number(left !== undefined) - Number(right !== undefined);
  if (typeof left === 'number' && typeof right === 'number') return Math.sign(left - right);
  if (typeof left !== 'string' || typeof right !== 'string')
    throw new Error('expected two values of one type');
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
