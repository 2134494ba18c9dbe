import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Platform } from '../src/api/platform.js';
import { PlatformError } from '../src/base/errors/platform-error.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { claim, openNameRoom, vote, type NameRoom } from './dpns-fixture.js';
import { signer } from './quorum-signer.js';

const MINUTE = 60_000;
const LABELS = ['abc', 'bcd'];
const MASTERNODES = ['E1', 'M1', 'M2'];
const label = fc.constantFrom(...LABELS);
const person = fc.constantFrom('A', 'B');
const masternode = fc.constantFrom(...MASTERNODES);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('claim' as const), person, label }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('vote' as const),
      masternode,
      label,
      choice: fc.constantFrom('lock' as const, 'abstain' as const, { for: 'A' }, { for: 'B' }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), masternode }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('prove' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const rootOf = async (platform: Platform): Promise<string> =>
  platform.readProvenState(async ({ proofs }) =>
    Promise.resolve(Buffer.from(proofs.rootHash).toString('hex')),
  );

async function play(room: NameRoom, one: Step): Promise<void> {
  const { platform, clock } = room;
  switch (one.kind) {
    case 'claim':
      await claim(room, one.person, one.label);
      break;
    case 'vote':
      await vote(room, one.masternode, one.label, one.choice);
      break;
    case 'leave':
      await platform.removeMasternode({ proTxHash: await room.node(one.masternode) });
      break;
    case 'wait':
      clock.advance(one.minutes * MINUTE);
      await platform.mineBlock();
      break;
    default:
      await rootOf(platform);
  }
}

/** What the network rejects changes nothing. */
async function orRejected(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
}

const open = async (): Promise<NameRoom> =>
  openNameRoom(
    openLmdbStore({ path: join(await mkdtemp(join(tmpdir(), 'dapikit-contest-trees-')), 'state') }),
    {
      signer,
    },
  );

describe('the trees of contests', () => {
  it('have what the store has, after any contests and votes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const room = await open();
        const { platform } = room;
        await rootOf(platform);
        for (const one of steps) await orRejected(play(room, one));
        const recorded = await platform.verify();
        await rootOf(platform);
        const applied = await platform.verify();
        await platform.close();
        expect([recorded.entries, applied.entries]).toEqual([[], []]);
      }),
      { numRuns: 2 },
    );
  });

  it('have the same root after a rebuild, a revert and an import', async () => {
    const room = await open();
    const { platform, clock } = room;
    await claim(room, 'A', 'abc');
    const first = await rootOf(platform);
    const { id } = await platform.snapshot();
    await claim(room, 'B', 'abc');
    await vote(room, 'E1', 'abc', { for: 'A' });
    await vote(room, 'M1', 'abc', 'lock');
    clock.advance(90 * MINUTE);
    await platform.mineBlock();
    const second = await rootOf(platform);
    expect((await platform.verify()).entries).toEqual([]);
    const imported = await open();
    await imported.platform.importState(await platform.exportState());
    expect(await rootOf(imported.platform)).toBe(second);
    await platform.revert({ id });
    expect(await rootOf(platform)).toBe(first);
    await platform.close();
    await imported.platform.close();
  });
});
