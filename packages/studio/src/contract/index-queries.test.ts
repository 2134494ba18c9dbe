import { describeContract, type DocumentTypeDescription, type IndexDescription } from '@dapikit/contract';
import { explainQuery } from '@dapikit/platform';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { queriesOf, queryText, wronglyTaken, type ServedQuery } from './index-queries.js';
import { flatProperties } from './property-limits.js';

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
    const stored = flatProperties(type).find(({ path }) => path === field)?.type ?? 'u64';
    return VALUES[stored] ?? 1;
  };
  const { equal, last } = query;
  const where: unknown[] = equal.map((field) => [field, '==', valueOf(field)]);
  if (last === undefined) return { where };
  const { field, ask } = last;
  where.push(ask === 'several' ? [field, 'in', [valueOf(field)]] : [field, '>=', valueOf(field)]);
  return { where, orderBy: [[field, 'asc']] };
}

describe('the queries of an index', () => {
  it.each(REAL)(
    'are served by those of %s exactly where that is said, as the platform plans them',
    (name) => {
      const file = new URL(`../../../../fixtures/contracts/real/${name}.json`, import.meta.url);
      const described = describeContract(readFileSync(file, 'utf8'));
      if (!described.ok) throw new Error('a real contract was refused');
      const wrong = described.description.documentTypes.flatMap((type) =>
        type.indices.flatMap((index) =>
          queriesOf(index)
            .map((query) => ({
              query,
              isServed: wronglyTaken(query, type.indices) === undefined,
              plan: explainQuery(type, sent(type, query)),
            }))
            .filter(({ isServed, plan }) => isServed !== plan.ok)
            .map(({ query, plan }) => `${type.name}.${index.name} ${queryText(query)}: ${plan.text}`),
        ),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('tell of another index that the network takes, and looks in the wrong place', () => {
    const indices = [index('ownerAndTo', ['owner', 'to']), index('toAt', ['to', 'at'])];
    expect(wronglyTaken({ equal: ['to'] }, indices)?.name).toBe('ownerAndTo');
    expect(wronglyTaken({ equal: ['to', 'at'] }, indices)).toBeUndefined();
  });

  it('name the fields of an index in its order, those that say most first', () => {
    expect(queriesOf(index('x', ['a', 'b', 'c', 'd'])).map(queryText)).toEqual([
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
  const totals = { countable: 'notCountable', rangeCountable: false, rangeSummable: false } as const;
  return { name, properties, unique: false, nullSearchable: true, totals };
}
