import { planQuery } from '../src/document-query/plan-query.js';
import { QueryError } from '../src/document-query/query-error.js';
import { SCHEMAS, typeOf } from './sample-contract.js';

/** An index as a contract has it. */
export const index = (name: string, ...properties: string[]): object => ({
  name,
  properties: properties.map((property) => ({ [property]: 'asc' })),
});

/** A document type with a few indices. */
export const INDEXED_NOTE = typeOf(
  {
    a: SCHEMAS.i16,
    b: SCHEMAS.i16,
    c: SCHEMAS.i16,
    d: SCHEMAS.i16,
    text: SCHEMAS.string,
    small: SCHEMAS.u8,
    title: SCHEMAS.string,
  },
  {
    required: ['$createdAt'],
    indices: [
      index('abc', 'a', 'b', 'c'),
      index('byTime', '$ownerId', '$createdAt'),
      index('long', 'd', 'c', 'b', 'a'),
      index('small', 'small'),
      index('text', 'text'),
    ],
  },
);

/** Why a query of that type is rejected. */
export function rejection(query: unknown): QueryError {
  try {
    planQuery(INDEXED_NOTE, query);
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
  throw new Error('expected a rejection, found a plan');
}
