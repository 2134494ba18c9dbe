import { excerptList, excerpt } from './excerpt.js';
import { readIdentifier } from './read-value.js';
import { operatorOf, OPERATORS, type Operator } from './operator.js';
import { QueryError } from './query-error.js';

/** Describes a field, an operator and a value: `['age', '>=', 18]`. */
export type WhereClause = readonly [field: string, operator: string, value: unknown];

/** Describes a field and its direction: `['age', 'desc']`. */
export type OrderClause = readonly [field: string, direction: 'asc' | 'desc'];

/** Names one of several divisions of a field, as the contract has it. */
export interface Grid {
  readonly range: number;
  readonly step: number;
  readonly phase?: number;
}

/** Selects a window of an index over times. */
export interface TimeWindow {
  /** The time that the index divides, such as `$createdAt`. */
  readonly field: string;
  /** The window that began last, or the oldest one that is open at the time of the last block. */
  readonly select?: 'newest' | 'oldest';
  /** The start of the window in milliseconds, in the place of `select`. */
  readonly start?: number | bigint | string;
  readonly grid?: Grid;
}

/** Selects a window of an index over integers. */
export interface IntegerWindow {
  readonly field: string;
  /** The start of the window. */
  readonly start: number | bigint | string;
  readonly grid?: Grid;
}

/** Describes which documents of a type are wanted, and in which order. */
export interface DocumentQuery {
  /** All must match. */
  readonly where?: readonly WhereClause[];
  readonly orderBy?: readonly OrderClause[];
  /** 1 to 100; 100 when absent or 0. */
  readonly limit?: number;
  /** The id of the first document: 32 bytes or base58. */
  readonly startAt?: string | Uint8Array;
  /** The id of the document before the first one. */
  readonly startAfter?: string | Uint8Array;
  /** The window of an index that is read. */
  readonly timeRange?: TimeWindow;
  readonly integerRange?: IntegerWindow;
}

/** Describes a clause that was read. */
export interface Clause {
  readonly field: string;
  readonly operator: Operator;
  readonly value: unknown;
  /** Its location: `where[0]`. */
  readonly at: string;
}

/** Describes the direction of a field that was read. */
export interface Order {
  readonly field: string;
  readonly descending: boolean;
}

/** Describes the start of a page. */
export interface Cursor {
  readonly documentId: Uint8Array;
  readonly included: boolean;
}

/** Defines the max number of documents of one query, which is also the default. */
export const MAX_DOCUMENTS = 100;
const MAX_CLAUSES = 1000;
const MEMBERS = ['where', 'orderBy', 'limit', 'startAt', 'startAfter', 'timeRange', 'integerRange'];

/** Returns an object of a query, with no members but these. @throws {QueryError} */
export function membersOf(query: unknown, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof query !== 'object' || query === null || Array.isArray(query))
    throw new QueryError('InvalidArgument', {
      expected: 'an object',
      found: excerpt(query),
      fix: `give ${excerptList(known, '')}, each if wanted`,
      member: 'the query',
    });
  const members: Record<string, unknown> = { ...query };
  const unknown = Object.keys(members).find((name) => members[name] !== undefined && !known.includes(name));
  if (unknown !== undefined)
    throw new QueryError(unknown === 'groupBy' ? 'InvalidArgument' : 'Unsupported', {
      expected: excerptList(known, ''),
      found: excerpt(unknown),
      fix: unknown === 'groupBy' ? 'group counts and sums, not documents' : 'leave it out',
      member: 'the query',
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
      problem: 'startAt and startAfter cannot be combined',
      expected: 'startAt or startAfter',
      found: 'both',
      fix: 'leave one out',
      member: 'the query',
    });
  if (startAt === undefined && startAfter === undefined) return { members, limit };
  const member = startAt === undefined ? 'startAfter' : 'startAt';
  const documentId = readIdentifier(startAt ?? startAfter);
  if (documentId === undefined)
    throw new QueryError('InvalidStartsWithClause', {
      expected: 'the id of a document, 32 bytes or base58',
      found: excerpt(startAt ?? startAfter),
      fix: 'take the $id of the last document of the page before',
      member,
    });
  return { members, limit, cursor: { documentId, included: startAt !== undefined } };
}

/** Returns the limit of a query, from 1 to 100. @throws {QueryError} */
export function readLimit(limit: unknown): number {
  if (limit === undefined || limit === 0) return MAX_DOCUMENTS;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 0 || limit > MAX_DOCUMENTS)
    throw new QueryError('InvalidLimit', {
      expected: `an integer from 0 to ${MAX_DOCUMENTS}`,
      found: excerpt(limit),
      fix: 'request several pages with startAfter',
      member: 'limit',
    });
  return limit;
}

/** Returns the clauses of `where`. @throws {QueryError} */
export function readWhere(where: unknown): Clause[] {
  if (where === undefined) return [];
  if (!Array.isArray(where) || where.length > MAX_CLAUSES)
    throw new QueryError('InvalidFormatWhereClause', {
      expected: 'an array of clauses',
      found: excerpt(where),
      fix: 'write [["field", "==", value], …]',
      member: 'where',
    });
  return Array.from(where, readClause);
}

function readClause(clause: unknown, number: number): Clause {
  const at = `where[${number}]`;
  const fix = 'write ["field", "==", value]';
  if (!Array.isArray(clause))
    throw new QueryError('InvalidFormatWhereClause', {
      expected: 'an array of field, operator and value',
      found: excerpt(clause),
      fix,
      member: at,
    });
  const [field, spelling, value]: readonly unknown[] = clause;
  if (clause.length !== 3 || value === undefined)
    throw new QueryError('InvalidWhereClauseComponents', {
      expected: 'field, operator and value',
      found: clause.length === 3 ? 'no value' : `${clause.length} components`,
      fix,
      member: at,
    });
  if (typeof field !== 'string')
    throw new QueryError('InvalidWhereClauseComponents', {
      expected: 'the name of a field',
      found: excerpt(field),
      fix,
      member: at,
    });
  const operator = typeof spelling === 'string' ? operatorOf(spelling) : undefined;
  if (operator === undefined)
    throw new QueryError('InvalidWhereClauseComponents', {
      expected: `one of the operators ${OPERATORS.join(' ')}`,
      found: excerpt(spelling),
      fix: 'there is no "not", no "or" and no "contains"',
      member: at,
    });
  return { field, operator, value, at };
}

/** Returns the fields of `orderBy`. @throws {QueryError} */
export function readOrderBy(orderBy: unknown): Order[] {
  if (orderBy === undefined) return [];
  if (!Array.isArray(orderBy) || orderBy.length > MAX_CLAUSES)
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

const wrongOrder = (expected: string, found: unknown, member: string): QueryError =>
  new QueryError('InvalidOrderByProperties', {
    expected,
    found: excerpt(found),
    fix: 'write [["field", "asc"], …]',
    member,
  });
