import { describeContract, type DocumentTypeDescription, type IndexDescription } from '@dapikit/contract';
import { explainQuery } from '@dapikit/proof/document-query';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  findWrongIndex,
  formatCount,
  formatQuery,
  listCounts,
  listServedQueries,
  type ServedQuery,
} from './index-queries.js';
import { flattenProperties } from './property-limits.js';

const REAL = ['dpns', 'dashpay', 'withdrawals', 'wallet-utils', 'keyword-search', 'token-history'];

const VALUES: Readonly<Record<string, unknown>> = {
  string: 'a',
  boolean: true,
  identifier: new Uint8Array(32),
  bytes: new Uint8Array(32),
};

/** What is sent for a query, with values of the types of its fields. */
function sent(type: DocumentTypeDescription, query: ServedQuery): unknown {
  const valueOf = (field: string): unknown => {
    if (field === '$ownerId' || field === '$creatorId') return VALUES['identifier'];
    const stored = flattenProperties(type).find(({ path }) => path === field)?.type ?? 'u64';
    return VALUES[stored] ?? 1;
  };
  const { equal, last } = query;
  const where: unknown[] = equal.map((field) => [field, '==', valueOf(field)]);
  if (last === undefined) return { where };
  const { field, ask } = last;
  where.push(ask === 'several' ? [field, 'in', [valueOf(field)]] : [field, '>=', valueOf(field)]);
  return { where, orderBy: [[field, 'asc']] };
}

describe('index queries', () => {
  it.each(REAL)('listed for %s are served exactly as the platform plans them', (name) => {
    const file = new URL(`../../../../fixtures/contracts/real/${name}.json`, import.meta.url);
    const described = describeContract(readFileSync(file, 'utf8'));
    if (!described.ok) throw new Error('a real contract was rejected');
    const wrong = described.description.documentTypes.flatMap((type) =>
      type.indices.flatMap((index) =>
        listServedQueries(index)
          .map((query) => ({
            query,
            isServed: findWrongIndex(query, type.indices) === undefined,
            plan: explainQuery(type, sent(type, query)),
          }))
          .filter(({ isServed, plan }) => isServed !== plan.ok)
          .map(({ query, plan }) => `${type.name}.${index.name} ${formatQuery(query)}: ${plan.text}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('report the index that the network chooses although it does not serve the query', () => {
    const indices = [index('ownerAndTo', ['owner', 'to']), index('toAt', ['to', 'at'])];
    expect(findWrongIndex({ equal: ['to'] }, indices)?.name).toBe('ownerAndTo');
    expect(findWrongIndex({ equal: ['to', 'at'] }, indices)).toBeUndefined();
  });

  it('list the fields of the index in order, most fields first', () => {
    expect(listServedQueries(index('x', ['a', 'b', 'c', 'd'])).map(formatQuery)).toEqual([
      '{"where":[["a","==","…"],["b","==","…"],["c","==","…"],["d","==","…"]]}',
      '{"where":[["a","==","…"],["b","==","…"],["c","==","…"],["d",">=","…"]],"orderBy":[["d","asc"]]}',
      '{"where":[["a","==","…"],["b","==","…"],["c","==","…"],["d","in",["…","…"]]],"orderBy":[["d","asc"]]}',
      '{"where":[["a","==","…"],["b","==","…"],["c","==","…"]]}',
      '{"where":[["a","==","…"],["b","==","…"],["c",">=","…"]],"orderBy":[["c","asc"]]}',
      '{"where":[["a","==","…"],["b","==","…"],["c","in",["…","…"]]],"orderBy":[["c","asc"]]}',
      '{"where":[["a","==","…"],["b","==","…"]]}',
      '{"where":[["a","==","…"],["b",">=","…"]],"orderBy":[["b","asc"]]}',
    ]);
  });
});

function index(name: string, properties: readonly string[]): IndexDescription {
  const aggregates = { countable: 'notCountable', rangeCountable: false, rangeSummable: false } as const;
  return { name, properties, unique: false, nullSearchable: true, aggregates };
}

it('a counter of entries serves counts by all of its properties, and over a range of the last one', () => {
  expect(listCounts(['postId', 'day']).map(formatCount)).toEqual([
    '{"where":[["postId","==","…"],["day","==","…"]]}',
    '{"where":[["postId","==","…"],["day",">=","…"]]}',
  ]);
  expect(listCounts([])).toEqual([]);
});
