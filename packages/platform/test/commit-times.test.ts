import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openLmdbStore } from '../src/store/lmdb-store.js';

const folder = mkdtempSync(join(tmpdir(), 'dapikit-commit-times-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const key = (number: number): Uint8Array => Uint8Array.of(9, number >> 8, number & 0xff);

it.each([1, 5_000])(
  'a store says how long a commit of %i entries took, and nothing of a write without any',
  async (entries) => {
    const seconds: number[] = [];
    const store = openLmdbStore({
      path: join(folder, `state-${entries}`),
      durability: 'disk',
      onCommit: (took) => seconds.push(took),
    });
    const begun = performance.now();
    await store.write(async (view) => {
      for (let at = 0; at < entries; at += 1) view.put(key(at), Uint8Array.of(1));
      return Promise.resolve();
    });
    const whole = (performance.now() - begun) / 1000;
    await store.write(async (view) => view.get(key(0)));
    await store.close();
    expect(seconds).toHaveLength(1);
    expect(seconds[0]).toBeGreaterThan(0);
    expect(seconds[0]).toBeLessThanOrEqual(whole);
  },
);
