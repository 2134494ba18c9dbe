import type { DocumentTypeDescription, IndexDescription, AggregatesDescription } from '@dapikit/contract';
import * as fc from 'fast-check';
import type { Document } from '../src/state/document/document.js';
import { fieldType, indexKey, type KeyOrder } from '@dapikit/proof/document-query';
import type { AggregateEntry } from '../src/state/query/run-aggregate.js';
import { compareValues, fieldsOf, valueIn, valuesOf, type Field, type Value } from './random-notes.js';

type Select = 'count' | 'sum' | 'average';
type Clause = readonly [Field, string, Value | Value[]];

export interface NaiveTotalQuery {
  readonly select: Select;
  readonly property?: 'price';
  readonly where: readonly Clause[];
  readonly groupBy: readonly Field[];
  readonly orderBy: readonly (readonly [Field, 'asc' | 'desc'])[];
  readonly limit?: number;
  readonly prove?: true;
}

const selectsOf = ({ countable, summable }: AggregatesDescription): Select[] => [
  ...(countable === 'notCountable' ? [] : (['count'] as const)),
  ...(summable === undefined ? [] : (['sum'] as const)),
  ...(countable === 'notCountable' || summable === undefined ? [] : (['average'] as const)),
];

/** A query that a type or an index answers; nothing where it keeps no totals. */
export function totalQuery(
  type: DocumentTypeDescription,
  index: IndexDescription | undefined,
): fc.Arbitrary<NaiveTotalQuery | undefined> {
  const { aggregates } = index ?? type;
  const selects = selectsOf(aggregates);
  if (selects.length === 0) return fc.constant(undefined);
  return fc
    .record({ select: fc.constantFrom(...selects), hasIn: fc.boolean(), hasRange: fc.boolean() })
    .chain(({ select, hasIn, hasRange }) => {
      const property = select === 'count' ? {} : { property: 'price' as const };
      const base = { select, ...property, where: [], groupBy: [], orderBy: [] };
      if (index === undefined) return fc.constant<NaiveTotalQuery>(base);
      const fields = fieldsOf(index);
      const ranges =
        (select === 'sum' || aggregates.rangeCountable) && (select === 'count' || aggregates.rangeSummable);
      const rangeField = hasRange && ranges ? fields.at(-1) : undefined;
      const rest = rangeField === undefined ? fields : fields.slice(0, -1);
      return fc
        .record({
          inField: hasIn && rest.length > 0 ? fc.constantFrom(...rest) : fc.constant(undefined),
          grouped: fc.tuple(fc.boolean(), fc.boolean()),
          descending: fc.boolean(),
          limit: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
        })
        .chain(({ inField, grouped, descending, limit }) => {
          const groupBy = [
            ...(inField !== undefined && grouped[0] ? [inField] : []),
            ...(rangeField !== undefined && grouped[1] ? [rangeField] : []),
          ];
          const isLimited = limit !== undefined && rangeField !== undefined && grouped[1];
          return fc
            .tuple(...fields.map((field) => clausesOf(field, field === inField, field === rangeField)))
            .map((clauses): NaiveTotalQuery => ({
              ...base,
              where: clauses.flat(),
              groupBy,
              orderBy: [[fields[0]!, descending ? 'desc' : 'asc']],
              ...(isLimited ? { limit } : {}),
            }));
        });
    });
}

function clausesOf(field: Field, isIn: boolean, isRange: boolean): fc.Arbitrary<Clause[]> {
  const value = valuesOf(field);
  if (isIn)
    return fc
      .uniqueArray(value, { minLength: 1, maxLength: 4, comparator: (a, b) => compareValues(a, b) === 0 })
      .map((values) => [[field, 'in', values]]);
  if (!isRange) return value.map((one) => [[field, '==', one]]);
  const present = value.filter((one) => one !== null);
  return fc.oneof(
    fc
      .tuple(fc.constantFrom('>', '>=', '<', '<='), present)
      .map(([operator, one]): Clause[] => [[field, operator, one]]),
    fc
      .tuple(fc.constantFrom('>', '>='), fc.constantFrom('<', '<='), fc.tuple(present, present))
      .filter(([, , [a, b]]) => compareValues(a, b) < 0)
      .map(([lower, upper, [a, b]]): Clause[] => [
        [field, lower, a],
        [field, upper, b],
      ]),
  );
}

/** The same by filtering and adding up all documents. */
export function naiveTotal(
  type: DocumentTypeDescription,
  index: IndexDescription | undefined,
  order: KeyOrder | undefined,
  documents: readonly Document[],
  { select, where, groupBy, orderBy, limit = 100 }: NaiveTotalQuery,
): AggregateEntry[] {
  const groups = new Map<string, { values: Value[]; count: bigint; sum: bigint }>();
  const add = (values: Value[], count: bigint, sum: bigint): void => {
    const name = JSON.stringify(values.map(String));
    const group = groups.get(name) ?? { values, count: 0n, sum: 0n };
    groups.set(name, { values, count: group.count + count, sum: group.sum + sum });
  };
  const inClause = where.find(([, operator]) => operator === 'in');
  const isZeroShown = groupBy.length === 0 || (groupBy.length === 1 && groupBy[0] === inClause?.[0]);
  if (groupBy.length === 0) add([], 0n, 0n);
  else if (isZeroShown) for (const value of [inClause![2]].flat()) add([value], 0n, 0n);
  for (const document of documents) {
    const isHidden =
      index?.nullSearchable === false && fieldsOf(index).every((field) => valueIn(document, field) === null);
    if (isHidden || !where.every((clause) => matches(valueIn(document, clause[0]), clause))) continue;
    const price = document.data['price'];
    add(
      groupBy.map((field) => valueIn(document, field)),
      1n,
      typeof price === 'bigint' ? price : 0n,
    );
  }
  const sign = orderBy[0]?.[1] === 'desc' ? -1 : 1;
  return [...groups.values()]
    .toSorted((a, b) => {
      const at = a.values.findIndex((value, at) => compareValues(value, b.values[at]!) !== 0);
      return at === -1 ? 0 : compareValues(a.values[at]!, b.values[at]!) * sign;
    })
    .slice(0, isZeroShown ? undefined : limit)
    .map(({ values, count, sum }) => ({
      keys: values.map((value, at) => indexKey(fieldType(type, groupBy[at]!)!, value ?? undefined, order)),
      ...(select === 'sum' ? {} : { count }),
      ...(select === 'count' ? {} : { sum }),
    }));
}

function matches(value: Value, [, operator, wanted]: Clause): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => compareValues(value, one) === 0);
  const compared = compareValues(value, wanted);
  switch (operator) {
    case '==':
      return compared === 0;
    case '>':
      return compared > 0;
    case '>=':
      return compared >= 0;
    case '<':
      return compared < 0;
    default:
      return compared <= 0;
  }
}
