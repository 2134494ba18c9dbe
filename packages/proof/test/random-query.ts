import * as fc from 'fast-check';
import { type PathQuery, type Query, type QueryItem, type SubqueryBranch } from '../src/index.js';
import { insertItem } from '../src/path-query/insert-item.js';
import { keyOf, MAX_KEY } from './random-grove.js';

const byte = fc.integer({ min: 0, max: MAX_KEY + 1 });
const end = (from: number) => fc.integer({ min: from + 1, max: MAX_KEY + 2 }).map(keyOf);

export const queryItem: fc.Arbitrary<QueryItem> = byte.chain((from): fc.Arbitrary<QueryItem> => {
  const key = keyOf(from);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<QueryItem>({ type: 'key', key }) },
    fc.constant<QueryItem>({ type: 'rangeFull' }),
    fc.constantFrom<QueryItem>(
      { type: 'rangeFrom', start: key },
      { type: 'rangeTo', end: key },
      { type: 'rangeToInclusive', end: key },
      { type: 'rangeAfter', start: key },
    ),
    end(from).chain((to) =>
      fc.constantFrom<QueryItem>(
        { type: 'range', start: key, end: to },
        { type: 'rangeInclusive', start: key, end: to },
        { type: 'rangeAfterTo', start: key, end: to },
        { type: 'rangeAfterToInclusive', start: key, end: to },
      ),
    ),
  );
});

/** Makes sorted items without overlaps. */
const queryItems: fc.Arbitrary<readonly QueryItem[]> = fc
  .array(queryItem, { minLength: 1, maxLength: 5 })
  .map((items) => items.reduce<readonly QueryItem[]>(insertItem, []));

const branchOf = (query: fc.Arbitrary<Query | undefined>): fc.Arbitrary<SubqueryBranch> =>
  fc.record({
    path: fc.option(
      fc.array(fc.integer({ min: 1, max: MAX_KEY }).map(keyOf), { minLength: 1, maxLength: 2 }),
      {
        nil: undefined,
      },
    ),
    query,
  });

const queryOf = (branch: fc.Arbitrary<SubqueryBranch | undefined>): fc.Arbitrary<Query> =>
  fc.record({
    items: queryItems,
    isLeftToRight: fc.boolean(),
    addsParentTree: fc.boolean(),
    defaultBranch: branch,
    conditionalBranches: fc.oneof(
      fc.constant(undefined),
      fc.array(fc.record({ item: queryItem, branch: branch.map((found) => found ?? {}) }), { maxLength: 2 }),
    ),
  });

const innermost = queryOf(fc.constant(undefined));
const inner = queryOf(fc.option(branchOf(fc.option(innermost, { nil: undefined })), { nil: undefined }));
const outer = queryOf(fc.option(branchOf(fc.option(inner, { nil: undefined })), { nil: undefined }));

/** Makes path queries with at most three queries one below the other. */
export const pathQuery: fc.Arbitrary<PathQuery> = fc.record({
  path: fc.array(fc.integer({ min: 1, max: MAX_KEY }).map(keyOf), { maxLength: 2 }),
  query: outer,
  limit: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
});
