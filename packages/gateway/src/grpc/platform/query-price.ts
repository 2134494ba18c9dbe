import { MAX_CALL_COST } from '../../admission/limits/rate-limit.js';
import { MAX_RESULTS } from './request-values.js';

/** Number of requested entries that cost one unit, in addition to the cost of the method. */
const ENTRIES_PER_UNIT = 10;

/** Describes the price of a method. */
export interface QueryPrice {
  /** Cost of a call in units. */
  readonly cost?: number | undefined;
  /** The results of a request without a limit, where their number is known. */
  readonly defaultLimit?: number | undefined;
}

/**
 * Returns the units that the content of a request costs in addition to its method, as each id is read by itself and each result of a proof
 * is shown with the hashes around it: one for ten entries of its lists, at every level, and with a proof one for ten results of its limit.
 * No call costs more than the most expensive method.
 */
export function priceOfQuery(content: object, { cost = 1, defaultLimit = 0 }: QueryPrice): number {
  const entries = entriesOf(content) + provenResults(content, defaultLimit);
  return Math.min(MAX_CALL_COST - cost, Math.floor(entries / ENTRIES_PER_UNIT));
}

/** Returns the entries of all lists within a value. */
function entriesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return 0;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.reduce<number>(
    (sum, member) => sum + entriesOf(member),
    Array.isArray(value) ? value.length : 0,
  );
}

/** Returns how many results a proof may show. */
function provenResults(content: object, defaultLimit: number): number {
  if (Reflect.get(content, 'prove') !== true) return 0;
  const limit: unknown = Reflect.get(content, 'limit') ?? Reflect.get(content, 'count');
  const results = typeof limit === 'number' && limit > 0 ? limit : defaultLimit;
  return Math.min(results, MAX_RESULTS);
}
