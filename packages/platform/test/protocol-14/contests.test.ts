import { describe, expect, it } from 'vitest';
import { contestRules, entryPrice } from '../../src/state/contest/contest-rules.js';
import { DASH, T0 } from '../platform-fixture.js';
import { codeOf, register, TEXT, typeOf, withPreview, writerOf, type PreviewRoom } from './preview-room.js';

const MINUTE = 60_000;
const PRICE = 10_000_000_000n;

const NAME = {
  name: typeOf(
    { label: TEXT },
    {
      documentsMutable: false,
      required: ['label'],
      indices: [
        {
          name: 'byLabel',
          properties: [{ label: 'asc' }],
          unique: true,
          contested: { fieldMatches: [{ field: 'label', regexPattern: '^[a-z]{1,19}$' }], resolution: 0 },
        },
      ],
    },
  ),
};

/** Creates of a name by its stated fund. */
function namesOf(room: PreviewRoom, contractId: string) {
  const { create, find } = writerOf(room, contractId);
  return {
    find,
    claim: async (by: string, label: string, credits: bigint | 'auto') =>
      create(
        by,
        'name',
        { label },
        {
          prefundedVotingBalance: credits === 'auto' ? 'auto' : { indexName: 'byLabel', credits },
        },
      ),
  };
}

describe('a contest at protocol 14', () => {
  it('costs the price of the next contender, and no more than is stated', () =>
    withPreview(async (room) => {
      const { platform, alice, bob } = room;
      const { claim } = namesOf(room, await register(room, NAME));
      expect(await codeOf(claim(alice, 'quantum', PRICE - 1n))).toBe(40_114);
      const before = (await platform.getIdentity({ id: alice }))?.balance ?? 0n;
      await claim(alice, 'quantum', 5n * PRICE);
      const after = (await platform.getIdentity({ id: alice }))?.balance ?? 0n;
      expect((before - after) / PRICE).toBe(1n);
      await claim(bob, 'quantum', PRICE);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('ends for a lone contender when nobody else may join', () =>
    withPreview(async (room) => {
      const { clock, platform, alice, bob } = room;
      const { claim, find } = namesOf(room, await register(room, NAME));
      const id = await claim(alice, 'quantum', 'auto');
      clock.set(T0 + 45 * MINUTE);
      await platform.mineBlock();
      expect(await find('name', id)).toBeUndefined();
      await platform.advanceTime({ milliseconds: 1 });
      expect(await find('name', id)).toMatchObject({ label: 'quantum' });
      expect(await codeOf(claim(bob, 'quantum', 'auto'))).toBe(40_105);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('lasts its whole time for two, and goes to the earlier one in a tie', () =>
    withPreview(async (room) => {
      const { clock, platform, alice, bob } = room;
      const { claim, find } = namesOf(room, await register(room, NAME));
      const first = await claim(alice, 'quantum', 'auto');
      clock.set(T0 + MINUTE);
      const second = await claim(bob, 'quantum', 'auto');
      await platform.advanceTime({ milliseconds: 60 * MINUTE });
      expect(await find('name', first)).toBeUndefined();
      await platform.advanceTime({ milliseconds: 30 * MINUTE });
      expect(await find('name', first)).toMatchObject({ label: 'quantum' });
      expect(await find('name', second)).toBeUndefined();
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));

  it('is more expensive for the contender behind 250 others', { timeout: 120_000 }, () =>
    withPreview(async (room) => {
      const { platform, alice } = room;
      const { claim } = namesOf(room, await register(room, NAME));
      const ids = await Promise.all(
        Array.from({ length: 250 }, async () => (await platform.createIdentity({ credits: DASH })).id),
      );
      for (const id of ids) await claim(id, 'quantum', PRICE);
      expect(await codeOf(claim(alice, 'quantum', 2n * PRICE - 1n))).toBe(40_114);
      expect(await codeOf(claim(alice, 'quantum', 2n * PRICE))).toBe('accepted');
      expect(entryPrice(contestRules('regtest', 14), 251)).toBe(2n * PRICE);
    }),
  );
});
