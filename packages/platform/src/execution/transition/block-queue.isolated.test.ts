// Has a process of its own: it sets fake timers and clocks, of which other files have some left.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreUnavailableError } from '../../store/store-unavailable-error.js';
import { BlockQueue, type PendingChange } from './block-queue.js';

const INTERVAL_MS = 2_000;
const MAX_PENDING = 5_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A queue whose blocks are lists of names; `before` runs before each attempt to make one. */
function queueOf(before: (names: readonly string[]) => Promise<void> | void = () => undefined) {
  const blocks: string[][] = [];
  const queue = new BlockQueue<string, number>(async (changes: readonly PendingChange<string>[]) => {
    const names = changes.map(({ work }) => work);
    await before(names);
    blocks.push(names);
    return { outcomes: names.map((name) => ({ result: name })), made: blocks.length };
  });
  const add = async (name: string, interval = INTERVAL_MS): Promise<string> =>
    queue.add<string>({ work: name, reads: [] }, interval);
  return { blocks, queue, add };
}

const unavailable = (maybeCommitted = false): StoreUnavailableError =>
  new StoreUnavailableError('the store', 'connection-lost', { maybeCommitted });

it('makes one block per interval under a steady load', async () => {
  const { blocks, add } = queueOf((names) => {
    // Each change is followed by another one while its block is made.
    for (const name of names) void add(`${name}+`);
  });
  void add('a');
  await vi.advanceTimersByTimeAsync(3 * INTERVAL_MS);
  expect(blocks).toEqual([['a'], ['a+'], ['a++']]);
});

it('flushes only what waits, and returns its blocks', async () => {
  const { blocks, queue, add } = queueOf(() => void add('later'));
  for (let count = 0; count < 150; count += 1) void add('now');
  expect(await queue.flush()).toEqual([1, 2]);
  expect(blocks.map(({ length }) => length)).toEqual([100, 50]);
  expect(queue.isPending).toBe(true);
});

it('makes the block earlier where the interval falls', async () => {
  const { blocks, add } = queueOf();
  void add('a', 3_600_000);
  void add('b', INTERVAL_MS);
  void add('c', 3_600_000);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  expect(blocks).toEqual([['a', 'b', 'c']]);
  expect(vi.getTimerCount()).toBe(0);
});

it('rejects a change where too many wait', async () => {
  const { queue, add } = queueOf();
  for (let count = 0; count < MAX_PENDING; count += 1) void add('a');
  expect(() => queue.requireRoom()).toThrow('5000 changes wait for their block');
  await expect(add('b')).rejects.toMatchObject({ reason: 'busy' });
  await queue.flush();
  expect(() => queue.requireRoom()).not.toThrow();
  expect(queue.isPending).toBe(false);
});

it('makes a block again after a transient failure of the store, before those behind it', async () => {
  const failures = [unavailable(), unavailable()];
  const { blocks, add } = queueOf(() => {
    const failure = failures.pop();
    if (failure !== undefined) throw failure;
  });
  const added = [add('a'), add('b')];
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  expect(blocks).toEqual([]);
  added.push(add('c'));
  await vi.advanceTimersByTimeAsync(2 * INTERVAL_MS);
  expect(blocks).toEqual([['a', 'b'], ['c']]);
  expect(await Promise.all(added)).toEqual(['a', 'b', 'c']);
});

it.each([
  { what: 'the store stays away', error: unavailable(), attempts: 5 },
  { what: 'the block may be stored', error: unavailable(true), attempts: 1 },
  { what: 'the store is closed', error: new StoreUnavailableError('the store', 'closed'), attempts: 1 },
])('rejects the changes of a block where $what', async ({ error, attempts }) => {
  let found = 0;
  const { queue, add } = queueOf(() => {
    found += 1;
    throw error;
  });
  const outcomes = Promise.allSettled([add('a'), add('b')]);
  const flushed = queue.flush();
  await vi.runAllTimersAsync();
  expect(await flushed).toEqual([]);
  expect(await outcomes).toMatchObject([{ reason: error }, { reason: error }]);
  expect(found).toBe(attempts);
});
