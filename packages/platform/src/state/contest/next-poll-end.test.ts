import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ListView } from '../../../test/put-documents.js';
import { Overlay } from '../../store/overlay.js';
import { duePolls, nextPollEnd, scheduleEnd, unscheduleEnd } from './next-poll-end.js';

const idOf = (poll: number): Uint8Array => new Uint8Array(32).fill(poll);

it('the next poll end is the earliest scheduled one after any changes', async () => {
  const change = fc.record({ poll: fc.nat(5), endsAt: fc.integer({ min: 1, max: 9 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
      const view = new Overlay(new ListView([]));
      const ends = new Map<number, number>();
      for (const { poll, endsAt } of changes) {
        const scheduled = ends.get(poll);
        if (scheduled === undefined) {
          await scheduleEnd(view, endsAt, idOf(poll));
          ends.set(poll, endsAt);
        } else {
          await unscheduleEnd(view, scheduled, idOf(poll));
          ends.delete(poll);
        }
        expect((await nextPollEnd(view)) ?? Infinity).toBe(Math.min(...ends.values()));
        const due = [...ends]
          .filter(([, at]) => at <= 5)
          .toSorted(([a, left], [b, right]) => left - right || a - b)
          .map(([one]) => idOf(one));
        expect(await duePolls(view, 5, 2)).toEqual(due.slice(0, 2));
      }
    }),
  );
});
