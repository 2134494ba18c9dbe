import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isStoreUrl, openStore, STORE_FORMS } from './open-store.js';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dapikit-open-store-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const KEY = Uint8Array.of(7);

describe('openStore', () => {
  it('opens a file, reports its commits, and finds the entries again', async () => {
    const path = join(folder, 'state');
    let commits = 0;
    const first = await openStore(path, { durability: 'disk', onCommit: () => (commits += 1) });
    await first.write(async (view) => Promise.resolve(view.put(KEY, Uint8Array.of(1))));
    await first.close();
    expect(commits).toBeGreaterThan(0);
    const again = await openStore(path);
    const value = await again.read(async (view) => view.get(KEY));
    expect([...(value ?? [])]).toEqual([1]);
    await again.close();
    expect(existsSync(path)).toBe(true);
  });

  it('opens a URL of PostgreSQL as a database, and no file', async () => {
    await expect(openStore('postgres://user:secret@127.0.0.1:1/none')).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      reason: 'unreachable',
    });
    await expect(openStore('postgresql://127.0.0.1:1/none')).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it.each(['', 'mysql://user:secret@host/db', 'postgres://user:50%@[/db', 'https://host/db'])(
    'rejects what names no store without repeating it: %j',
    async (text) => {
      expect(isStoreUrl(text)).toBe(false);
      await expect(openStore(text)).rejects.toThrow(`the text names no store: expected ${STORE_FORMS}`);
    },
  );
});
