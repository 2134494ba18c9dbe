import type { BucketDescription, DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import { excerpt, excerptList } from './excerpt.js';
import { fieldOf, fieldType, type IndexedDocument } from './field.js';
import { indexKey, indexPosition, type KeyOrder } from './index-key.js';
import { integerWidth } from './integer-width.js';
import { QueryError } from './query-error.js';
import { membersOf, type Grid } from './read-query.js';
import { readValue } from './read-value.js';

/** Describes the window that a query reads. */
export interface Window {
  readonly bucket: BucketDescription;
  /** Its start, in the form in which the index has it. */
  readonly start: bigint;
  /** The member of the query that selects it. */
  readonly at: string;
}

const MS_PER_SECOND = 1000n;

/** Returns the members of windows in the units in which the index has them: times in milliseconds. */
function unitsOf({ kind, range, step, phase }: BucketDescription) {
  const unit = kind === 'timeRange' ? MS_PER_SECOND : 1n;
  return { range: BigInt(range) * unit, step: BigInt(step) * unit, phase: BigInt(phase) * unit };
}

/** Returns the start of the last window that begins at a value or before it. */
function lastStart(value: bigint, { step, phase }: ReturnType<typeof unitsOf>): bigint {
  const rest = (value - phase) % step;
  return value - (rest < 0n ? rest + step : rest);
}

/**
 * Returns the starts of the windows that hold a value, ascending. A window that would begin below the lowest value of its type begins there.
 *
 * Source: `time-range.md` and `integer-range.md` of the keywords of contracts in the book of dashpay/platform.
 */
export function windowStarts(bucket: BucketDescription, value: bigint, lowest: bigint): bigint[] {
  const units = unitsOf(bucket);
  const starts = new Set<bigint>();
  for (let start = lastStart(value, units); start + units.range > value; start -= units.step)
    starts.add(start < lowest ? lowest : start);
  return [...starts].toReversed();
}

const lowestOf = (type: DocumentTypeDescription, field: string): bigint =>
  integerWidth(fieldType(type, field) ?? 'u64')?.min ?? 0n;

/** Returns the places of a document in an index: one, or one for each window that holds it. */
export function indexPositions(
  type: DocumentTypeDescription,
  index: IndexDescription,
  document: IndexedDocument,
  order?: KeyOrder,
): readonly (readonly Uint8Array[])[] {
  const position = indexPosition(type, index, document, order);
  const { bucket } = index;
  if (bucket === undefined) return [position];
  const value = fieldOf(document, bucket.on);
  const storage = fieldType(type, bucket.on);
  if ((typeof value !== 'bigint' && typeof value !== 'number') || storage === undefined) return [];
  return windowStarts(bucket, BigInt(value), lowestOf(type, bucket.on)).map((start) => [
    indexKey(storage, start, order),
    ...position.slice(1),
  ]);
}

const isGrid = (
  bucket: BucketDescription,
  { range, step, phase }: Readonly<Partial<Record<keyof Grid, unknown>>>,
): boolean => bucket.range === range && bucket.step === step && bucket.phase === (phase ?? 0);

/** Returns whether two divide a field in the same way. */
export const isSameBucket = (a: BucketDescription, b: BucketDescription | undefined): boolean =>
  b !== undefined && a.kind === b.kind && a.on === b.on && isGrid(a, b);

/**
 * Returns the window that a query selects; undefined where it selects none.
 *
 * @param now time of the last block, in milliseconds
 * @throws {QueryError}
 */
export function readWindow(
  type: DocumentTypeDescription,
  { timeRange, integerRange }: Readonly<Record<string, unknown>>,
  now: bigint | undefined,
): Window | undefined {
  if (timeRange === undefined && integerRange === undefined) return undefined;
  if (timeRange !== undefined && integerRange !== undefined)
    throw wrong('integerRange', 'at most one window', 'two', 'leave one of them out');
  const kind = timeRange === undefined ? 'integerRange' : 'timeRange';
  const given = membersOf(timeRange ?? integerRange, ['field', 'select', 'start', 'grid']);
  const bucket = findBucket(type, kind, given);
  const start = startOf(type, bucket, given, now);
  if (now !== undefined && isWindowOver(bucket, start, now))
    throw wrong(
      `${kind}.start`,
      `a window that began less than ${bucket.ttl} seconds before ${now}`,
      String(start),
      'entries of a window go when that is over: query a later one',
    );
  return { bucket, start, at: kind };
}

/** Returns whether the entries of a window are gone, or go with the next writes. @param time in milliseconds */
export const isWindowOver = ({ ttl }: BucketDescription, start: bigint, time: bigint): boolean =>
  ttl !== undefined && start + BigInt(ttl) * MS_PER_SECOND <= time;

function findBucket(
  { name, indices }: DocumentTypeDescription,
  kind: BucketDescription['kind'],
  { field, grid }: Readonly<Record<string, unknown>>,
): BucketDescription {
  const divisions: BucketDescription[] = [];
  for (const { bucket } of indices)
    if (bucket?.kind === kind && bucket.on === field && !divisions.some((one) => isSameBucket(one, bucket)))
      divisions.push(bucket);
  const wanted = grid === undefined ? undefined : membersOf(grid, ['range', 'step', 'phase']);
  const fitting = wanted === undefined ? divisions : divisions.filter((bucket) => isGrid(bucket, wanted));
  const [found, another] = fitting;
  if (found !== undefined && another === undefined) return found;
  const grids = divisions.map(({ range, step, phase }) => JSON.stringify({ range, step, phase }));
  throw wrong(
    `${kind}.${divisions.length === 0 ? 'field' : 'grid'}`,
    divisions.length === 0
      ? `a field that an index divides by ${kind}`
      : `one of the grids ${excerptList(grids, '')}`,
    divisions.length === 0 ? excerpt(field) : excerpt(wanted ?? 'none'),
    divisions.length === 0 ? `no index of "${name}" divides the field` : 'name one of the grids',
  );
}

function startOf(
  type: DocumentTypeDescription,
  bucket: BucketDescription,
  { select, start }: Readonly<Record<string, unknown>>,
  now: bigint | undefined,
): bigint {
  const { kind, on } = bucket;
  const units = unitsOf(bucket);
  const lowest = lowestOf(type, on);
  if (start === undefined && kind === 'timeRange' && now !== undefined) {
    const open = windowStarts(bucket, now, lowest);
    if (select === 'newest') return open.at(-1) ?? lowest;
    if (select === 'oldest') return open[0] ?? lowest;
  }
  const read = select === undefined ? readValue(fieldType(type, on) ?? 'u64', start) : undefined;
  const value = typeof read === 'number' || typeof read === 'bigint' ? BigInt(read) : undefined;
  if (value !== undefined && (value === lowest || lastStart(value, units) === value)) return value;
  throw wrong(
    `${kind}.${select === undefined ? 'start' : 'select'}`,
    kind === 'timeRange' ? '"newest", "oldest", or the start of a window' : 'the start of a window',
    excerpt(select ?? start),
    `windows begin at ${units.phase} and every ${units.step} from there`,
  );
}

const wrong = (member: string, expected: string, found: string, fix: string): QueryError =>
  new QueryError('InvalidWhereClauseComponents', { expected, found, fix, member });
