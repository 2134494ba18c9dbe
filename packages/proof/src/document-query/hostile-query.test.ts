import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SCHEMAS, typeOf } from '../../test/sample-contract.js';
import { explainQuery } from './explain-query.js';
import { planQuery } from './plan-query.js';
import { QueryError } from './query-error.js';

const type = typeOf(
  { a: SCHEMAS.i16, text: SCHEMAS.string },
  { indices: [{ name: 'both', properties: [{ a: 'asc' }, { text: 'asc' }] }] },
);

const field = fc.constantFrom('a', 'text', '$id', '$ownerId', '__proto__', 'constructor', 'a.b');
const operator = fc.constantFrom('==', '>', '<=', 'in', 'between', 'startsWith', 'toString');
const value = fc.oneof(fc.anything(), fc.constantFrom<unknown>(1, 'x', [1, 2], ['a', 'b'], null));
const query = fc.oneof(
  fc.anything(),
  fc.record(
    {
      where: fc.oneof(fc.anything(), fc.array(fc.tuple(field, operator, value), { maxLength: 3 })),
      orderBy: fc.oneof(fc.anything(), fc.array(fc.tuple(field, fc.constantFrom('asc', 'desc', 'up')))),
      limit: fc.anything(),
      startAt: fc.anything(),
    },
    { requiredKeys: [] },
  ),
);

const outcome = (query: unknown): unknown => {
  try {
    return planQuery(type, query).kind;
  } catch (error) {
    return error instanceof QueryError ? 'rejected' : error;
  }
};

it('planQuery plans any query or rejects it with a named error', () => {
  fc.assert(
    fc.property(query, (query) => {
      expect(['ids', 'index', 'rejected']).toContain(outcome(query));
      expect(() => explainQuery(type, query)).not.toThrow();
    }),
    { numRuns: 2000 },
  );
});
