import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf, COUNT, ID, register, TEXT, typeOf, withPreview, writerOf } from './preview-room.js';

const POLL = typeOf(
  { title: TEXT },
  { deleteConstraints: { noVotes: { equal: [{ countOf: ['vote', { pollId: '$id' }] }, 0] } } },
);
const VOTE = typeOf(
  { pollId: { ...ID, refersTo: { type: 'deletableDocument', documentType: 'poll' } }, stake: COUNT },
  {
    required: ['pollId', 'stake'],
    indices: [{ name: 'byPoll', properties: [{ pollId: 'asc' }], countable: 'countable', summable: 'stake' }],
    propertyConstraints: {
      few: { lessThanOrEqual: [{ countOf: ['vote', { pollId: 'pollId' }] }, 3] },
      small: { lessThanOrEqual: [{ sumOf: ['vote', 'stake', { pollId: 'pollId' }] }, 10] },
    },
  },
);

describe('a rule with totals', () => {
  it('is judged by the totals as they are after the write, and pays', () =>
    withPreview(async (room) => {
      const { alice, bob, owner } = room;
      const { create, remove, replace } = writerOf(room, await register(room, { poll: POLL, vote: VOTE }));
      const pollId = await create(owner, 'poll', { title: 'a' });
      const vote = await create(alice, 'vote', { pollId, stake: 10 });
      expect(await codeOf(create(bob, 'vote', { pollId, stake: 1 }))).toBe(10_422);
      expect(await codeOf(remove(owner, 'poll', pollId))).toBe(40_147);
      expect(await codeOf(replace(alice, 'vote', vote, { pollId, stake: 11 }))).toBe(10_422);
      await replace(alice, 'vote', vote, { pollId, stake: 9 });
      expect(await codeOf(create(bob, 'vote', { pollId, stake: 1 }))).toBe('accepted');
      await remove(alice, 'vote', vote);
      expect(await codeOf(create(bob, 'vote', { pollId, stake: 4 }))).toBe('accepted');
      expect(await codeOf(create(bob, 'vote', { pollId, stake: 5 }))).toBe('accepted');
      expect(await codeOf(create(bob, 'vote', { pollId, stake: 0 }))).toBe(10_422);
    }));

  it('agrees with totals in memory in random sequences of creates, replaces and deletes', () =>
    withPreview(async (room) => {
      const { platform, alice, owner } = room;
      const { create, remove, replace } = writerOf(room, await register(room, { poll: POLL, vote: VOTE }));
      const polls = [
        await create(owner, 'poll', { title: 'a' }),
        await create(owner, 'poll', { title: 'b' }),
      ];
      const votes = new Map<string, { readonly poll: number; readonly stake: number }>();
      const allows = (poll: number, stake: number, except?: string): boolean => {
        const others = [...votes].filter(([id, one]) => id !== except && one.poll === poll);
        const sum = others.reduce((total, [, one]) => total + one.stake, stake);
        return others.length + 1 <= 3 && sum <= 10;
      };
      const step = fc.record({
        action: fc.constantFrom('create', 'replace', 'remove'),
        poll: fc.nat(1),
        stake: fc.nat(7),
        at: fc.nat(20),
      });
      const outcomes: (readonly [found: unknown, wanted: unknown])[] = [];
      for (const { action, poll, stake, at } of fc.sample(step, { numRuns: 120, seed: 14 })) {
        const [id = ''] = [...votes.keys()].slice(at % Math.max(1, votes.size));
        const data = { pollId: polls[poll], stake };
        if (action === 'remove' && id !== '') {
          await remove(alice, 'vote', id);
          votes.delete(id);
        } else {
          const changed = action === 'replace' && id !== '' ? id : undefined;
          const wanted = allows(poll, stake, changed) ? 'accepted' : 10_422;
          let made = changed ?? '';
          const work =
            changed === undefined ? create(alice, 'vote', data) : replace(alice, 'vote', changed, data);
          const found = await codeOf(work.then((done) => (made = typeof done === 'string' ? done : made)));
          outcomes.push([found, wanted]);
          if (wanted === 'accepted') votes.set(made, { poll, stake });
        }
      }
      expect(outcomes.map(([found]) => found)).toEqual(outcomes.map(([, wanted]) => wanted));
      expect(outcomes.filter(([, wanted]) => wanted === 'accepted').length).toBeGreaterThan(10);
      expect(await platform.verify()).toMatchObject({ ok: true });
    }));
});
