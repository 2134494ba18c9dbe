import type { NodeJudge } from './node-judge.js';
import type { PoolMember } from './pool-node.js';
import type { PoolObserver } from './pool-observer.js';

/** Describes the options of a pool. */
export interface CorePoolOptions {
  /** At least one. The pool closes them. Of two equal ones the first gets the request. */
  readonly nodes: readonly PoolMember[];
  readonly limits?: Partial<CorePoolLimits>;
  /** Judges the nodes by data that are verified apart from them; by default they are trusted, and most of them decide between ChainLocks. */
  readonly judge?: NodeJudge;
  /** Notified of calls and of changes of the nodes. */
  readonly observer?: PoolObserver;
  /** Called with what a listener or the observer throws, and with what a node throws that is neither an answer nor none. A process warning unless said otherwise. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds since any moment. They never go back. */
  readonly now?: () => number;
  /** A number from 0 to below 1, for the waits between tries. */
  readonly random?: () => number;
}

/** Bounds on the use of the nodes of a pool. Times are in milliseconds. */
export interface CorePoolLimits {
  /** Time limit of a call in total, across all nodes that it is sent to. */
  readonly callTimeout: number;
  /** For one node's response; then the next gets the request. */
  readonly attemptTimeout: number;
  /** Time from one probe of a node to the next, unless the node publishes news before. */
  readonly probeInterval: number;
  /** For each request of a probe. */
  readonly probeTimeout: number;
  /** Time from one request for the status of a node to the next, to learn whether it is synchronised with the network. */
  readonly statusInterval: number;
  /** Time after the last successful probe of any node in which the followed chain still serves responses. */
  readonly maxViewAge: number;
  /** Largest number of blocks that a healthy node may be behind the followed tip. */
  readonly maxLag: number;
  /** Time that a transaction that one node rejected waits for others to accept it. */
  readonly rejectionPatience: number;
  /** The wait before a failing node is tried again: the first; it doubles with each failure. */
  readonly minRetryDelay: number;
  /** The longest wait before a failing node is tried again. */
  readonly maxRetryDelay: number;
  /** The number of additional nodes that a slow call is sent to before the first has answered; 0 for none. */
  readonly maxHedges: number;
  /** The share of calls that are answered before a call counts as slow, in percent. */
  readonly hedgePercentile: number;
  readonly minHedgeDelay: number;
  /** Applies also while too little is known of how long a method takes. */
  readonly maxHedgeDelay: number;
}

/** Lists the defaults of the limits. */
export const DEFAULT_POOL_LIMITS: CorePoolLimits = {
  callTimeout: 10_000,
  attemptTimeout: 5_000,
  probeInterval: 2_000,
  probeTimeout: 3_000,
  statusInterval: 30_000,
  maxViewAge: 15_000,
  maxLag: 2,
  rejectionPatience: 1_000,
  minRetryDelay: 500,
  maxRetryDelay: 15_000,
  maxHedges: 1,
  hedgePercentile: 95,
  minHedgeDelay: 50,
  maxHedgeDelay: 1_000,
};

const MIN_LIMITS: Readonly<Partial<Record<keyof CorePoolLimits, number>>> = { maxLag: 0, maxHedges: 0 };

/** Node's timers have 32 bits; beyond they fire at once. */
const MAX_LIMITS: Readonly<Partial<Record<keyof CorePoolLimits, number>>> = { hedgePercentile: 100 };
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Pairs of limits of which the first may not be above the second. */
const ORDERED: readonly (readonly [keyof CorePoolLimits, keyof CorePoolLimits])[] = [
  ['minRetryDelay', 'maxRetryDelay'],
  ['minHedgeDelay', 'maxHedgeDelay'],
];

/**
 * Returns the limits with those left out filled in.
 * @throws {RangeError} for one that is unknown, out of its range or not a whole number, or above the one that goes with it.
 */
export function readPoolLimits(given: Partial<CorePoolLimits>): CorePoolLimits {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(DEFAULT_POOL_LIMITS, name)) throw new RangeError(`no limit is called ${name}`);
  }
  const limits = { ...DEFAULT_POOL_LIMITS, ...withoutUndefined(given) };
  for (const name of limitNames()) checkRange(name, limits[name]);
  for (const [low, high] of ORDERED) {
    if (limits[low] <= limits[high]) continue;
    throw new RangeError(`${low} (${limits[low]}) is above ${high} (${limits[high]})`);
  }
  return limits;
}

function limitNames(): (keyof CorePoolLimits)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object's own names
  return Object.keys(DEFAULT_POOL_LIMITS) as (keyof CorePoolLimits)[];
}

function checkRange(name: keyof CorePoolLimits, value: number): void {
  const [lowest, highest] = [MIN_LIMITS[name] ?? 1, MAX_LIMITS[name] ?? MAX_TIMER_MS];
  if (Number.isInteger(value) && value >= lowest && value <= highest) return;
  throw new RangeError(`${name}: expected a whole number from ${lowest} to ${highest}, found ${value}`);
}

function withoutUndefined(given: Partial<CorePoolLimits>): Partial<CorePoolLimits> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
