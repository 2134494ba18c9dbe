import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { STATE_LAYOUT } from '../src/state/chain/state-layout.js';
import { IDENTITY_SPACES } from '../src/state/identity/identity-entry-keys.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import type { Entry, Store } from '../src/store/store.js';
import recorded from './state-layout.json' with { type: 'json' };
import { openWholeState } from './whole-state.js';

function openStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-fingerprint-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return openLmdbStore({ path: join(folder, 'state') });
}

const CHANGED =
  'keys or values of the state have changed: raise STATE_LAYOUT in src/chain/state-layout.ts, as states of other layouts are rejected, then record the ' +
  'new hashes in test/state-layout.json; only record them where the sample in test/whole-state.ts has changed';
const RAISED = 'STATE_LAYOUT was raised: record the number and the new hashes in test/state-layout.json';

/** Their values are what fees leave: prices may change without the layout. */
const AFTER_FEES: ReadonlySet<number> = new Set([IDENTITY_SPACES.balances, IDENTITY_SPACES.processingPool]);

/** Returns the value of an entry without fees. */
function withoutFees({ key, value }: Entry): Uint8Array {
  if (AFTER_FEES.has(key[0] ?? 0)) return Uint8Array.of(value.length);
  const text = Buffer.from(value).toString('latin1');
  return Buffer.from(text.replaceAll(/"fee":\{"\$bigint":"\d+"\}/g, '"fee"'), 'latin1');
}

/** Returns a hash of all keys and values by their first byte. */
function fingerprintOf(entries: readonly Entry[]): Record<string, string> {
  const hashes = new Map<string, ReturnType<typeof createHash>>();
  for (const entry of entries) {
    const space = Buffer.from(entry.key.subarray(0, 1)).toString('hex');
    const hash = hashes.get(space) ?? createHash('sha256');
    hashes.set(space, hash);
    for (const part of [entry.key, withoutFees(entry)]) {
      hash.update(`${part.length} `);
      hash.update(part);
    }
  }
  return Object.fromEntries([...hashes].map(([space, hash]) => [space, hash.digest('hex').slice(0, 16)]));
}

it('the layout of a state with entries of every kind is that of its number', async () => {
  const store = openStore();
  const { platform } = await openWholeState(store);
  const ALL = { from: new Uint8Array(), to: Uint8Array.of(0xff) };
  const spaces = fingerprintOf(await store.read(async (view) => view.scan(ALL)));
  await platform.close();
  const found = { layout: STATE_LAYOUT, spaces };
  const todo = isDeepStrictEqual(found, recorded)
    ? undefined
    : STATE_LAYOUT === recorded.layout
      ? CHANGED
      : RAISED;
  expect({ ...found, todo }).toEqual(recorded);
});
