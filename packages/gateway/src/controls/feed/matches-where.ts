import { invalidParams } from '../../base/messages/json-rpc-error.js';
import { plainJson } from '../platform/plain-json.js';

/** Tests the JSON of a document. */
export type DocumentTest = (document: Readonly<Record<string, unknown>>) => boolean;

type Compare = (value: unknown, wanted: unknown) => boolean;

const OPERATORS: Readonly<Record<string, Compare>> = {
  '==': (value, wanted) => order(value, wanted) === 0,
  '<': (value, wanted) => (order(value, wanted) ?? 0) < 0,
  '<=': (value, wanted) => (order(value, wanted) ?? 1) <= 0,
  '>': (value, wanted) => (order(value, wanted) ?? 0) > 0,
  '>=': (value, wanted) => (order(value, wanted) ?? -1) >= 0,
  in: (value, wanted) => Array.isArray(wanted) && wanted.some((one) => order(value, one) === 0),
  startsWith: (value, wanted) =>
    typeof value === 'string' && typeof wanted === 'string' && value.startsWith(wanted),
};

const MAX_CLAUSES = 20;
/** As in queries. */
const MAX_VALUES = 100;
/** Each document of the platform is compared with them. */
const MAX_CHARACTERS = 20_000;

/**
 * Returns the test of where clauses, all of which a document must match. Unlike those of a query they need no index.
 * @throws {JsonRpcError} -32602 for what is no clause
 */
export function matchesWhere(clauses: readonly unknown[]): DocumentTest {
  if (clauses.length > MAX_CLAUSES) throw wrongClause('', `at most ${MAX_CLAUSES} clauses`, clauses.length);
  const { length } = JSON.stringify(plainJson(clauses));
  if (length > MAX_CHARACTERS) throw wrongClause('', `at most ${MAX_CHARACTERS} characters of JSON`, length);
  const tests = clauses.map((clause, at) => readClause(clause, at));
  return (document) => tests.every((test) => test(document));
}

function readClause(clause: unknown, at: number): DocumentTest {
  if (!Array.isArray(clause) || clause.length !== 3)
    throw wrongClause(`/${at}`, 'a clause of field, operator and value: ["price", ">=", 5]', clause);
  const [field, operator, wanted]: unknown[] = clause;
  if (typeof field !== 'string') throw wrongClause(`/${at}/0`, 'the name of a field', field);
  const compare =
    typeof operator === 'string' ? Object.entries(OPERATORS).find(([name]) => name === operator) : undefined;
  if (compare === undefined)
    throw wrongClause(`/${at}/1`, `one of ${Object.keys(OPERATORS).join(', ')}`, operator);
  if (operator === 'in' && !(Array.isArray(wanted) && wanted.length <= MAX_VALUES))
    throw wrongClause(`/${at}/2`, `a list of at most ${MAX_VALUES} values`, wanted);
  const path = field.split('.');
  return (document) => compare[1](valueAt(document, path), wanted);
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** Returns how two values are ordered: numbers by size, texts by their bytes; nothing where they are not of one kind. */
function order(value: unknown, wanted: unknown): number | undefined {
  if (isNumber(value) && isNumber(wanted)) return value < wanted ? -1 : value > wanted ? 1 : 0;
  if (typeof value === 'string' && typeof wanted === 'string')
    return Buffer.compare(Buffer.from(value), Buffer.from(wanted));
  return typeof value === 'boolean' && value === wanted ? 0 : undefined;
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

const wrongClause = (at: string, expected: string, found: unknown) =>
  invalidParams('params/where is not accepted', {
    reason: 'invalid-params',
    expected,
    found: JSON.stringify(found)?.slice(0, 80) ?? 'nothing',
    at: `/params/where${at}`,
  });
