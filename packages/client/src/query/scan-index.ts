import type { IndexField } from '../document/document-shape.js';
import { writeOperand } from '../document/write-value.js';
import { ClientError } from '../error/client-error.js';
import { inIndexOrder } from './index-order.js';
import { rangesInOrder } from './key-order.js';
import type { DocumentSource, OrderByClause, Row, WhereClause } from './document-source.js';
import { presentClause } from './present-clause.js';
import { valueAt } from './value-at.js';

/** Documents of a request at most. Source: `default_query_limit` of dashpay/platform. */
export const PAGE_SIZE = 100;

/** Describes what of an index is read. */
export interface Scan {
  readonly fields: readonly IndexField[];
  /** Values of the first properties. */
  readonly prefix: readonly unknown[];
  /** Limits the next property. */
  readonly range: readonly WhereClause[];
  readonly isDescending: boolean;
}

/**
 * Reads the documents of an index in its order, each once, as long as nobody writes.
 *
 * A start document is not used between different values: networks up to protocol 13 lose documents there. A page ends with some documents of a value: the others of that value are
 * read one property deeper, and the next page begins behind the value.
 * @throws {ClientError} (rejects) where more documents than a page have no value of a property that the index continues with: no request reaches the rest.
 */
export async function* scanIndex(source: DocumentSource, scan: Scan): AsyncGenerator<Row> {
  const field = scan.fields[scan.prefix.length];
  if (field === undefined) {
    yield* scanEqual(source, scan);
    return;
  }
  const isUnlimited = scan.range.length === 0;
  const limits = isUnlimited && field.mustBePresent === true ? [presentClause(field)] : scan.range;
  if (field.bits !== undefined && limits.length === 0) {
    yield* scanUnsigned(source, scan, field);
    return;
  }
  for (const range of rangesInOrder(field, limits, scan.isDescending))
    yield* scanRange(source, { ...scan, range }, field);
}

/** Reads by an unsigned integer without a limit: documents without it come first, then others by value, which is not the order of their keys. */
async function* scanUnsigned(source: DocumentSource, scan: Scan, field: IndexField): AsyncGenerator<Row> {
  const page = await source.page(conditionsOf(scan), PAGE_SIZE);
  const isAll = page.length < PAGE_SIZE;
  const first = isAll ? page : page.filter((row) => valueAt(row, field.path) === undefined);
  if (first.length === PAGE_SIZE) throw new ClientError(tooManyWithout(field.path));
  yield* inIndexOrder(first, scan.fields.slice(scan.prefix.length), false);
  if (isAll) return;
  for (const range of rangesInOrder(field, [], false)) yield* scanRange(source, { ...scan, range }, field);
}

async function* scanRange(source: DocumentSource, scan: Scan, field: IndexField): AsyncGenerator<Row> {
  let range = scan.range;
  const rest = scan.fields.slice(scan.prefix.length);
  for (;;) {
    const received = await source.page(conditionsOf({ ...scan, range }), PAGE_SIZE);
    const page = received.filter((row) => isWithin(row, field, scan.range));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) {
      yield* inIndexOrder(page, rest, scan.isDescending);
      return;
    }
    const value = valueAt(last, field.path);
    const key = keyOf(value);
    const others = page.filter((row) => value === undefined || keyOf(valueAt(row, field.path)) !== key);
    yield* inIndexOrder(others, rest, scan.isDescending);
    if (value === undefined) throw new ClientError(tooManyWithout(field.path));
    yield* scanIndex(source, {
      ...scan,
      prefix: [...scan.prefix, value],
      range: [],
      isDescending: false,
    });
    const operand = writeOperand(value, field.kind);
    const ends = range.filter(([, operator]) => operator.startsWith(scan.isDescending ? '>' : '<'));
    // A bound may be a number where the value is a bigint.
    if (ends.some(([, , bound]) => String(bound) === String(operand))) return;
    range = [...ends, [field.path, scan.isDescending ? '<' : '>', operand]];
  }
}

/**
 * Reads documents with the same values of all properties, which come in the order of their ids. Networks up to protocol 13 give no second page of them: behind the
 * first one, all documents with greater ids are read, and those with these values are left.
 */
async function* scanEqual(source: DocumentSource, scan: Scan): AsyncGenerator<Row> {
  const first = await source.page(conditionsOf(scan), PAGE_SIZE);
  yield* first;
  let page = first;
  while (page.length === PAGE_SIZE) {
    page = await source.page(EVERYTHING, PAGE_SIZE, page.at(-1)?.$id);
    yield* page.filter((row) => hasValues(row, scan));
  }
}

const EVERYTHING = { where: [], orderBy: [] };

const hasValues = (row: Row, { fields, prefix }: Scan): boolean =>
  prefix.every((value, at) => keyOf(valueAt(row, fields[at]?.path ?? '')) === keyOf(value));

/** Returns the conditions of a scan, ordered by what the index continues with. */
export function conditionsOf({ fields, prefix, range, isDescending }: Scan): {
  readonly where: readonly WhereClause[];
  readonly orderBy: readonly OrderByClause[];
} {
  const equal = prefix.map((value, index): WhereClause => {
    const { path, kind } = fields[index] ?? UNKNOWN;
    return [path, '==', writeOperand(value, kind)];
  });
  const rest = fields.slice(prefix.length);
  return {
    where: [...equal, ...range],
    // All properties are named, so that the platform takes this index and no other one.
    orderBy: rest.map(({ path }, index) => [path, isDescending && index === 0 ? 'desc' : 'asc']),
  };
}

const UNKNOWN: IndexField = { path: '', kind: 'text', isRequired: false };

/** Returns whether a document begins with the text that a range asks for: a page behind the first one has a bound instead. */
function isWithin(row: Row, { path }: IndexField, range: readonly WhereClause[]): boolean {
  const [first] = range;
  if (first?.[1] !== 'startsWith') return true;
  const value = valueAt(row, path);
  return typeof value === 'string' && value.startsWith(String(first[2]));
}

/** Returns a text by which values can be compared. */
function keyOf(value: unknown): string {
  if (value instanceof Uint8Array) return value.join();
  if (value instanceof Date) return String(value.getTime());
  return `${typeof value} ${String(value)}`;
}

const tooManyWithout = (path: string): string =>
  `more than ${PAGE_SIZE} documents have no ${path}, and no query reaches the rest of them: give values of the index up to ${path}`;
