import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { recordedLog } from '../../../test/recorded-log.js';
import { MemoryBuckets } from './memory-buckets.js';
import { judge, type RateLimit } from './rate-limit.js';
import { SharedBuckets, type BucketStore, type OpenBucketStore } from './shared-buckets.js';

const LIMIT: RateLimit = { perMinute: 60, burst: 10 };
const LOST = new Error('the connection was closed');

const memory = (): MemoryBuckets => new MemoryBuckets({ limits: [LIMIT], now: () => 0 });

/** A store that grants everything. */
function openStore() {
  const take = vi.fn<BucketStore['take']>(async () => judge(0, 1, LIMIT));
  return { take, close: vi.fn<BucketStore['close']>() };
}

it('SharedBuckets notices a store that is lost in the moment in which it is opened', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [lostStore, nextStore] = [openStore(), openStore()];
  const open = vi
    .fn<OpenBucketStore>()
    .mockImplementationOnce(async (lost) => {
      lost(LOST);
      return lostStore;
    })
    .mockImplementationOnce(async () => nextStore);
  const { log, lines } = recordedLog('info');
  const buckets = await SharedBuckets.start({ name: 'Redis' }, open, memory(), log);
  onTestFinished(() => buckets.close());
  expect(lostStore.close).toHaveBeenCalledOnce();
  expect(lines.map(({ msg, cause }) => [msg, cause])).toEqual([
    ['Redis unavailable; falling back to per-process limits', LOST.message],
  ]);
  await buckets.take('a', 1, LIMIT);
  expect(lostStore.take).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  await buckets.take('a', 1, LIMIT);
  expect(nextStore.take).toHaveBeenCalledOnce();
});

it('SharedBuckets logs the beginning of a long error', async () => {
  const { log, lines } = recordedLog('info');
  const fail = vi.fn<OpenBucketStore>().mockRejectedValue(new Error(`ERR ${'x'.repeat(5_000_000)}`));
  const buckets = await SharedBuckets.start({ name: 'Redis' }, fail, memory(), log);
  onTestFinished(() => buckets.close());
  expect(lines.map(({ cause }) => cause)).toEqual([`ERR ${'x'.repeat(496)}`]);
});

it('SharedBuckets notices a store that is lost right after it was opened', async () => {
  const store = openStore();
  let lose: ((error: Error) => void) | undefined;
  const open: OpenBucketStore = async (lost) => {
    lose = lost;
    return store;
  };
  const starting = SharedBuckets.start({ name: 'Redis' }, open, memory(), pino({ level: 'silent' }));
  await Promise.resolve();
  lose?.(LOST);
  const buckets = await starting;
  onTestFinished(() => buckets.close());
  await buckets.take('a', 1, LIMIT);
  expect([store.close.mock.calls.length, store.take.mock.calls.length]).toEqual([1, 0]);
});

it('SharedBuckets closes a store that is opened after the buckets were closed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const store = openStore();
  let give: ((opened: BucketStore) => void) | undefined;
  const open = vi
    .fn<OpenBucketStore>()
    .mockRejectedValueOnce(LOST)
    .mockImplementationOnce(
      async () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    );
  const buckets = await SharedBuckets.start({ name: 'Redis' }, open, memory(), pino({ level: 'silent' }));
  await vi.advanceTimersByTimeAsync(1000);
  buckets.close();
  give?.(store);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.close).toHaveBeenCalledOnce();
});
