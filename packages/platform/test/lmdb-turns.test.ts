import { setImmediate as nextTurn } from 'node:timers/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLmdbStore } from '../src/store/lmdb-store.js';

it('an LMDB store yields to the event loop though its caller only awaits the store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-turns-'));
  const store = openLmdbStore({ path: join(folder, 'state') });
  let turns = 0;
  const over = new AbortController();
  const count = async (): Promise<void> => {
    for (; !over.signal.aborted; turns += 1) await nextTurn();
  };
  const counting = count();
  for (let call = 0; call < 1000; call += 1) await store.read(async (view) => view.get(Uint8Array.of(9)));
  over.abort();
  await counting;
  await store.close();
  rmSync(folder, { recursive: true });
  expect(turns).toBeGreaterThanOrEqual(10);
});
