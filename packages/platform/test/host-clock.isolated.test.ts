// Has a process of its own: it sets fake timers and clocks, of which other files have some left.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import type { PlatformOptions } from '../src/api/platform-options.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import table from './faults/faults.json' with { type: 'json' };

const DAY = 86_400_000;
const START = Date.UTC(2026, 5, 1);

let path: string;
let open: Platform[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(START);
  path = mkdtempSync(join(tmpdir(), 'dapikit-clock-'));
  open = [];
});
afterEach(async () => {
  for (const platform of open) await platform.close();
  vi.useRealTimers();
  rmSync(path, { recursive: true, force: true });
});

/** A platform whose clock is that of the host, on the store of the test. */
async function platformOf(options: PlatformOptions = {}): Promise<Platform> {
  const platform = await createPlatform({ store: openLmdbStore({ path: join(path, 'state') }), ...options });
  open.push(platform);
  return platform;
}

async function close(platform: Platform): Promise<void> {
  open = open.filter((one) => one !== platform);
  await platform.close();
}

/** Days since the start, by the platform's next block. */
async function daysOf(platform: Platform): Promise<number> {
  const { block } = await platform.mineBlock();
  return (block.time - START) / DAY;
}

const FAULTS: Readonly<Record<keyof typeof table.clock, () => Promise<void>>> = {
  'forward-and-back': async () => {
    const platform = await platformOf();
    const days: number[] = [];
    for (const host of [0, 400, 0, 1, 401]) {
      vi.setSystemTime(START + host * DAY);
      days.push(await daysOf(platform));
    }
    expect(days).toEqual([0, 400, 400, 400, 401]);
    vi.setSystemTime(START + 2 * DAY);
    await platform.advanceTime({ milliseconds: DAY });
    vi.setSystemTime(START + 3 * DAY);
    expect(await daysOf(platform)).toBe(403);
  },
  'again-and-again': async () => {
    const platform = await platformOf();
    const days: number[] = [];
    for (const host of [0, 400, 0, -400, 0, 400, -400, 0]) {
      vi.setSystemTime(START + host * DAY);
      days.push(await daysOf(platform));
    }
    expect(days).toEqual([0, 400, 400, 400, 400, 400, 400, 400]);
  },
  'wrong-at-start': async () => {
    const first = await platformOf();
    await first.mineBlock();
    await close(first);
    vi.setSystemTime(0);
    const platform = await platformOf();
    expect(await daysOf(platform)).toBe(0);
    vi.setSystemTime(START + DAY);
    expect(await daysOf(platform)).toBe(1);
  },
};

it('the host clock test covers every fault of the table', () => {
  expect(Object.keys(FAULTS)).toEqual(Object.keys(table.clock));
});

it.each(Object.entries(FAULTS))('the platform survives a host clock that goes %s', async (_, run) => {
  // Each of them has expectations of its own.
  await expect(run()).resolves.toBeUndefined();
});

it('the platform keeps its advanced time through a restart', async () => {
  const first = await platformOf();
  await first.advanceTime({ milliseconds: 30 * DAY });
  await close(first);
  vi.setSystemTime(START + DAY);
  const second = await platformOf();
  expect(await daysOf(second)).toBe(31);
});

it('the platform starts at the time of the last block on request', async () => {
  const first = await platformOf();
  await first.mineBlock();
  await close(first);
  vi.setSystemTime(START + 5 * DAY);
  const second = await platformOf({ fromLastBlock: true });
  expect(await daysOf(second)).toBe(0);
  vi.setSystemTime(START + 6 * DAY);
  expect(await daysOf(second)).toBe(1);
});

it('processes share advanced time', async () => {
  const [first, second] = [await platformOf(), await platformOf()];
  await first.advanceTime({ milliseconds: 10 * DAY });
  expect(await daysOf(second)).toBe(10);
  vi.setSystemTime(START + DAY);
  expect(await daysOf(second)).toBe(11);
  await second.advanceTime({ milliseconds: DAY });
  expect((await first.status()).time).toBe(START + 12 * DAY);
});

it('processes that share a store do not accumulate clock jumps', async () => {
  const [first, second] = [await platformOf(), await platformOf()];
  const days: number[] = [];
  for (const host of [0, 400, 0, -400, 0]) {
    vi.setSystemTime(START + host * DAY);
    for (const platform of [first, second]) days.push(await daysOf(platform));
  }
  expect(Math.max(...days)).toBe(400);
});

it('the platform continues at the same time after a freeze and after a revert', async () => {
  const platform = await platformOf();
  await platform.freezeTime();
  vi.setSystemTime(START + 5 * DAY);
  await platform.runTime();
  expect(await daysOf(platform)).toBe(0);
  const snapshot = await platform.snapshot();
  vi.setSystemTime(START + 9 * DAY);
  expect(await daysOf(platform)).toBe(4);
  await platform.revert(snapshot);
  expect(await daysOf(platform)).toBe(0);
  vi.setSystemTime(START + 10 * DAY);
  expect(await daysOf(platform)).toBe(1);
});
