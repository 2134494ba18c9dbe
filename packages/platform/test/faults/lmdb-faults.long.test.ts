import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLmdbStore } from '../../src/store/lmdb-store.js';
import table from './faults.json' with { type: 'json' };
import { CAN_MOUNT, FILE_FAULTS } from './lmdb-faults.js';

const child = (name: string, input: object): readonly string[] => [
  fileURLToPath(new URL(`../processes/${name}.mjs`, import.meta.url)),
  JSON.stringify(input),
];

/** What comes of a store in a process of its own, which may not end before it says so. */
function outcomeOf(path: string, bytes = 10): unknown {
  const { status, signal, stdout } = spawnSync(process.execPath, child('open-store', { path, bytes }), {
    encoding: 'utf8',
  });
  return status === 0 ? JSON.parse(stdout) : { status, signal };
}

describe('the LMDB file of a store', () => {
  let folder: string;
  let isMounted: boolean;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dapikit-file-'));
    isMounted = false;
  });
  afterEach(() => {
    if (isMounted) execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const mount = (): void => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
    isMounted = true;
  };

  const cases = Object.entries(table.file).map(([name, { sees }]) => ({ name, sees, ...FILE_FAULTS[name]! }));

  it.for(cases)(
    'is rejected with the documented reason: $name',
    async ({ sees, make, writes, isMounted = false }, { skip }) => {
      if (isMounted && !CAN_MOUNT) skip('needs the right to mount');
      if (isMounted) mount();
      expect(outcomeOf(await make(folder), writes)).toEqual({ reason: sees });
    },
  );

  it('is created if missing, also in a missing folder, or if empty', () => {
    expect(outcomeOf(join(folder, 'not', 'there', 'state'))).toEqual({ reason: null, entries: 0 });
    execFileSync('touch', [join(folder, 'empty')]);
    expect(outcomeOf(join(folder, 'empty'))).toEqual({ reason: null, entries: 0 });
  });

  it('may lack free pages at its end', async () => {
    const path = await FILE_FAULTS['fills-disk']!.make(folder);
    const store = openLmdbStore({ path });
    const range = { from: Uint8Array.of(10), to: Uint8Array.of(11) };
    await store.write(async (view) => {
      for (const { key } of (await view.scan(range)).slice(100)) view.delete(key);
    });
    // What is left moves to the pages that became free.
    for (let write = 0; write < 5; write += 1)
      await store.write(async (view) => Promise.resolve(view.put(Uint8Array.of(9), Uint8Array.of(write))));
    await store.close();
    truncateSync(path, statSync(path).size - 8192);
    expect(outcomeOf(path)).toEqual({ reason: null, entries: 102 });
  });

  it.skipIf(!CAN_MOUNT)('resumes with all acknowledged writes when a full disk has space again', async () => {
    mount();
    const store = openLmdbStore({ path: join(folder, 'state') });
    const put = async (key: number): Promise<void> =>
      store.write(async (view) => {
        await Promise.resolve();
        view.put(Uint8Array.of(10, key), Buffer.alloc(300_000, key));
      });
    let acknowledged = 0;
    const failure: unknown = await (async () => {
      for (;;) {
        await put(acknowledged);
        acknowledged += 1;
      }
    })().catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'full', maybeCommitted: false });
    const stored = async (): Promise<number> =>
      (await store.read(async (view) => view.scan({ from: Uint8Array.of(10), to: Uint8Array.of(11) })))
        .length;
    expect(await stored()).toBe(acknowledged);
    execFileSync('mount', ['-o', 'remount,size=40m', folder]);
    await put(acknowledged);
    expect(await stored()).toBe(acknowledged + 1);
    await store.close();
    expect(outcomeOf(join(folder, 'state'))).toEqual({ reason: null, entries: acknowledged + 2 });
  });

  it('neither grows nor runs out of readers after readers were killed', async () => {
    const path = join(folder, 'state');
    const store = openLmdbStore({ path });
    const readers = 40;
    for (let run = 0; run < 4; run += 1) {
      const reader = spawn(process.execPath, [...child('stale-reader', { path, readers })]);
      await once(reader.stdout, 'data');
      reader.kill('SIGKILL');
      await once(reader, 'exit');
    }
    const before = statSync(path).size;
    for (let write = 0; write < 1000; write += 1)
      await store.write(async (view) => {
        await Promise.resolve();
        view.put(Uint8Array.of(9), Buffer.alloc(20_000, write));
      });
    expect((await store.read(async (view) => view.get(Uint8Array.of(8))))?.[0]).toBe(readers - 1);
    await store.close();
    // The writes alone are 20 MB.
    expect(statSync(path).size - before).toBeLessThan(8_000_000);
  });

  it('can be grown by two processes at once', async () => {
    const path = join(folder, 'state');
    const [first, second] = [openLmdbStore({ path }), openLmdbStore({ path })];
    const writers = [first, second].map(async (store, writer) => {
      for (let at = 0; at < 20; at += 1)
        await store.write(async (view) => {
          await Promise.resolve();
          view.put(Uint8Array.of(10, writer, at), Buffer.alloc(500_000, at));
        });
    });
    await Promise.all(writers);
    await Promise.all([first.close(), second.close()]);
    expect(outcomeOf(path)).toEqual({ reason: null, entries: 41 });
  });
});
