import { invalidParams } from '../../base/messages/json-rpc-error.js';
import { plainJson } from '../platform/plain-json.js';

/** Tests the JSON of a document. */
export type DocumentTest = (document: Readonly<Record<string, unknown>>) => boolean;

type ValueTest = (value: unknown) => boolean;

/** Returns the test of an operator whose clauses compare by order. */
const ordered =
  (accepts: (order: number) => boolean) =>
  (wanted: unknown): ValueTest => {
    const orderOf = orderBeside(wanted);
    return (value) => {
      const order = orderOf(value);
      return order !== undefined && accepts(order);
    };
  };

/** Lists operators: each returns the test of the value that a clause names. */
const OPERATORS: ReadonlyMap<unknown, (wanted: unknown) => ValueTest> = new Map([
  ['==', ordered((order) => order === 0)],
  ['<', ordered((order) => order < 0)],
  ['<=', ordered((order) => order <= 0)],
  ['>', ordered((order) => order > 0)],
  ['>=', ordered((order) => order >= 0)],
  [
    'in',
    (wanted) => {
      const orders = Array.isArray(wanted) ? wanted.map(orderBeside) : [];
      return (value) => orders.some((orderOf) => orderOf(value) === 0);
    },
  ],
  [
    'startsWith',
    (wanted) => (value) =>
      typeof value === 'string' && typeof wanted === 'string' && value.startsWith(wanted),
  ],
]);

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
  const testOf = OPERATORS.get(operator);
  if (testOf === undefined)
    throw wrongClause(`/${at}/1`, `one of ${[...OPERATORS.keys()].join(', ')}`, operator);
  if (operator === 'in' && !(Array.isArray(wanted) && wanted.length <= MAX_VALUES))
    throw wrongClause(`/${at}/2`, `a list of at most ${MAX_VALUES} values`, wanted);
  const path = field.split('.');
  const test = testOf(wanted);
  return (document) => test(valueAt(document, path));
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** Returns a function that orders values beside one: numbers by size, texts by their bytes; nothing where they are not of one kind. */
function orderBeside(wanted: unknown): (value: unknown) => number | undefined {
  if (isNumber(wanted))
    return (value) => (isNumber(value) ? (value < wanted ? -1 : value > wanted ? 1 : 0) : undefined);
  if (typeof wanted === 'string') {
    const bytes = Buffer.from(wanted);
    return (value) => (typeof value === 'string' ? Buffer.compare(Buffer.from(value), bytes) : undefined);
  }
  return (value) => (typeof value === 'boolean' && value === wanted ? 0 : undefined);
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
