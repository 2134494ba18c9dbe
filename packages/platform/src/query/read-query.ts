import { readIdentifier } from '../document/read-value.js';
import { operatorOf, OPERATORS, type Operator } from './operator.js';
import { listed, QueryError, shown } from './query-error.js';

/** A field, an operator and a value: `['age', '>=', 18]`. */
export type WhereClause = readonly [field: string, operator: string, value: unknown];

/** A field and its direction: `['age', 'desc']`. */
export type OrderClause = readonly [field: string, direction: 'asc' | 'desc'];

/** Which documents of a type are wanted, and in which order. */
export interface DocumentQuery {
  /** All must hold. */
  readonly where?: readonly WhereClause[];
  readonly orderBy?: readonly OrderClause[];
  /** 1 to 100; 100 when absent or 0. */
  readonly limit?: number;
  /** The id of the first document: 32 bytes or base58. */
  readonly startAt?: string | Uint8Array;
  /** The id of the document before the first one. */
  readonly startAfter?: string | Uint8Array;
}

/** A clause that was read. */
export interface Clause {
  readonly field: string;
  readonly operator: Operator;
  readonly value: unknown;
  /** Where it stands: `where[0]`. */
  readonly place: string;
}

/** The direction of a field that was read. */
export interface Order {
  readonly field: string;
  readonly descending: boolean;
}

/** Where a page begins. */
export interface Cursor {
  readonly documentId: Uint8Array;
  readonly included: boolean;
}

/** The most documents that one query gives, and how many it gives when it does not say. */
export const MOST_DOCUMENTS = 100;
const MOST_CLAUSES = 1000;
const MEMBERS = ['where', 'orderBy', 'limit', 'startAt', 'startAfter'];

/** An object of a query, with no members but these. @throws {QueryError} */
export function membersOf(query: unknown, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof query !== 'object' || query === null || Array.isArray(query))
    throw new QueryError('InvalidArgument', {
      expected: 'an object',
      found: shown(query),
      advice: `give ${listed(known, '')}, each if wanted`,
      place: 'the query',
    });
  const members: Record<string, unknown> = { ...query };
  const unknown = Object.keys(members).find((name) => members[name] !== undefined && !known.includes(name));
  if (unknown !== undefined)
    throw new QueryError(unknown === 'groupBy' ? 'InvalidArgument' : 'Unsupported', {
      expected: listed(known, ''),
      found: shown(unknown),
      advice: unknown === 'groupBy' ? 'group counts and sums, not documents' : 'leave it out',
      place: 'the query',
    });
  return members;
}

/** Checks that a query of documents has its members, and reads where it begins and ends. @throws {QueryError} */
export function readPage(query: unknown): {
  readonly members: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly cursor?: Cursor;
} {
  const members = membersOf(query, MEMBERS);
  const limit = readLimit(members['limit']);
  const { startAt, startAfter } = members;
  if (startAt !== undefined && startAfter !== undefined)
    throw new QueryError('DuplicateStartConditions', {
      expected: 'startAt or startAfter',
      found: 'both',
      advice: 'leave one out',
      place: 'the query',
    });
  if (startAt === undefined && startAfter === undefined) return { members, limit };
  const place = startAt === undefined ? 'startAfter' : 'startAt';
  const documentId = readIdentifier(startAt ?? startAfter);
  if (documentId === undefined)
    throw new QueryError('InvalidStartsWithClause', {
      expected: 'the id of a document, 32 bytes or base58',
      found: shown(startAt ?? startAfter),
      advice: 'take the $id of the last document of the page before',
      place,
    });
  return { members, limit, cursor: { documentId, included: startAt !== undefined } };
}

/** The limit of a query, from 1 to 100. @throws {QueryError} */
export function readLimit(limit: unknown): number {
  if (limit === undefined || limit === 0) return MOST_DOCUMENTS;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 0 || limit > MOST_DOCUMENTS)
    throw new QueryError('InvalidLimit', {
      expected: `an integer from 0 to ${MOST_DOCUMENTS}`,
      found: shown(limit),
      advice: 'ask for several pages with startAfter',
      place: 'limit',
    });
  return limit;
}

/** The clauses of `where`. @throws {QueryError} */
export function readWhere(where: unknown): Clause[] {
  if (where === undefined) return [];
  if (!Array.isArray(where) || where.length > MOST_CLAUSES)
    throw new QueryError('InvalidFormatWhereClause', {
      expected: 'an array of clauses',
      found: shown(where),
      advice: 'write [["field", "==", value], …]',
      place: 'where',
    });
  return Array.from(where, readClause);
}

function readClause(clause: unknown, at: number): Clause {
  const place = `where[${at}]`;
  const advice = 'write ["field", "==", value]';
  if (!Array.isArray(clause))
    throw new QueryError('InvalidFormatWhereClause', {
      expected: 'an array of field, operator and value',
      found: shown(clause),
      advice,
      place,
    });
  const [field, spelling, value]: readonly unknown[] = clause;
  if (clause.length !== 3 || value === undefined)
    throw new QueryError('InvalidWhereClauseComponents', {
      expected: 'field, operator and value',
      found: clause.length === 3 ? 'no value' : `${clause.length} components`,
      advice,
      place,
    });
  if (typeof field !== 'string')
    throw new QueryError('InvalidWhereClauseComponents', {
      expected: 'the name of a field',
      found: shown(field),
      advice,
      place,
    });
  const operator = typeof spelling === 'string' ? operatorOf(spelling) : undefined;
  if (operator === undefined)
    throw new QueryError('InvalidWhereClauseComponents', {
      expected: `one of the operators ${OPERATORS.join(' ')}`,
      found: shown(spelling),
      advice: 'there is no "not", no "or" and no "contains"',
      place,
    });
  return { field, operator, value, place };
}

/** The fields of `orderBy`. @throws {QueryError} */
export function readOrderBy(orderBy: unknown): Order[] {
  if (orderBy === undefined) return [];
  if (!Array.isArray(orderBy) || orderBy.length > MOST_CLAUSES)
    throw wrongOrder('an array of fields and directions', orderBy, 'orderBy');
  const fields = new Set<string>();
  return Array.from(orderBy, (one: unknown, at) => {
    const place = `orderBy[${at}]`;
    if (!Array.isArray(one) || one.length !== 2) throw wrongOrder('a field and a direction', one, place);
    const [field, direction]: readonly unknown[] = one;
    if (typeof field !== 'string') throw wrongOrder('the name of a field', field, place);
    if (fields.has(field)) throw wrongOrder('each field once', field, place);
    if (direction !== 'asc' && direction !== 'desc') throw wrongOrder('"asc" or "desc"', direction, place);
    fields.add(field);
    return { field, descending: direction === 'desc' };
  });
}

const wrongOrder = (expected: string, found: unknown, place: string): QueryError =>
  new QueryError('InvalidOrderByProperties', {
    expected,
    found: shown(found),
    advice: 'write [["field", "asc"], …]',
    place,
  });
