import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ABSTAIN, DAY, LOCK, Play, T0, towards } from '../../test/contest-play.js';
import { PlatformError } from '../consensus-error.js';
import { contestRules } from './contest-rules.js';
import type { Choice } from './contest.js';

const NAMES = ['A', 'B', 'C'] as const;
const VOTERS = ['M1', 'M2', 'M3', 'E1', 'E2'] as const;
const CHOICES: readonly Choice[] = [...NAMES.map(towards), ABSTAIN, LOCK];

const hours = fc.nat({ max: 24 * 16 }).map((hour) => T0 + hour * 3_600_000);
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('join' as const), name: fc.constantFrom(...NAMES) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('vote' as const),
      name: fc.constantFrom(...VOTERS),
      choice: fc.constantFrom(...CHOICES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('leave' as const), name: fc.constantFrom(...VOTERS) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Steps in the order of their times. */
const life = fc
  .array(fc.tuple(hours, step), { maxLength: 40 })
  .map((steps) => steps.toSorted(([a], [b]) => a - b));

function take(play: Play, time: number, step: Step): void {
  if (step.kind === 'join') play.join(step.name, time);
  else if (step.kind === 'vote') play.vote(step.name, step.choice);
  else if (step.kind === 'leave') play.leave(step.name);
  else play.end(time);
}

/** Whether the step took place. */
function tried(play: Play, time: number, step: Step): boolean {
  try {
    take(play, time, step);
    return true;
  } catch (error) {
    if (error instanceof PlatformError || error instanceof RangeError) return false;
    throw error;
  }
}

const everyLife = (check: (play: Play, step: Step, time: number, before: Play['contest']) => void): void => {
  fc.assert(
    fc.property(life, fc.constantFrom(13, 14), (steps, protocol) => {
      const play = new Play(contestRules('mainnet', protocol));
      for (const [time, step] of steps) {
        const before = play.contest;
        if (tried(play, time, step)) check(play, step, time, before);
        else expect(play.contest).toBe(before);
      }
    }),
    { numRuns: 300 },
  );
};

const sumOf = (play: Play, choice: Choice): number =>
  [...play.ballots.values()]
    .filter((ballot) => JSON.stringify(ballot.choice) === JSON.stringify(choice))
    .reduce((sum, { weight }) => sum + weight, 0);

it('keeps each tally at the sum of the weights of the votes that count now', () => {
  everyLife((play) => {
    for (const name of NAMES) expect(play.tallyOf(name) ?? 0).toBe(sumOf(play, towards(name)));
    expect(play.contest.lock).toBe(sumOf(play, LOCK));
    expect(play.contest.abstain).toBe(sumOf(play, ABSTAIN));
  });
});

it('counts each masternode once, with its weight, and takes at most five votes of it', () => {
  everyLife((play) => {
    const { contenders, lock, abstain } = play.contest;
    const counted = [...contenders.values()].reduce((sum, { tally }) => sum + tally, lock + abstain);
    const weights = [...play.ballots.keys()].map((proTxHash) =>
      play.listed.get(proTxHash)?.kind === 'evolution' ? 4 : 1,
    );
    expect(counted).toBe(weights.reduce((sum, weight) => sum + weight, 0));
    for (const { votesCast } of play.ballots.values()) expect(votesCast).toBeLessThanOrEqual(5);
  });
});

it('neither makes nor loses credits', () => {
  everyLife((play, step, _time, before) => {
    expect(play.pool + play.contest.fund).toBe(play.taken);
    if (step.kind === 'vote') expect(before.fund - play.contest.fund).toBe(play.rules.votePrice);
    expect(play.contest.fund).toBeGreaterThanOrEqual(0n);
  });
});

it('awards the values at most once, to a contender', () => {
  everyLife((play, step, _time, before) => {
    expect(play.awarded.length).toBeLessThanOrEqual(1);
    const { status } = play.contest;
    if (status.kind === 'Awarded' && step.kind === 'end') {
      expect(before.contenders.has(status.identityId)).toBe(true);
      expect(play.awarded).toEqual([before.contenders.get(status.identityId)?.documentId]);
    }
    if (status.kind !== 'Awarded') expect(play.awarded).toEqual([]);
  });
});

it('lets the one with the most votes win, unless more votes lock', () => {
  everyLife((play, step, _time, before) => {
    if (step.kind !== 'end') return;
    const top = Math.max(...[...before.contenders.values()].map(({ tally }) => tally));
    const { status } = play.contest;
    expect(status.kind).toBe(before.lock > top ? 'Locked' : 'Awarded');
    if (status.kind === 'Awarded') expect(before.contenders.get(status.identityId)?.tally).toBe(top);
  });
});

it('takes votes and ends only while it runs, and contenders only in their window', () => {
  everyLife((_play, step, time, { status }) => {
    if (step.kind === 'vote') expect(status.kind).toBe('Started');
    if (step.kind === 'end') expect(status.kind === 'Started' && status.endsAt <= time).toBe(true);
    if (step.kind === 'join' && status.kind === 'Started')
      expect(time - status.block.time).toBeLessThanOrEqual(7 * DAY);
    if (step.kind === 'join') expect(['NotStarted', 'Started']).toContain(status.kind);
  });
});

it('never changes its end', () => {
  everyLife((play, _step, _time, { status }) => {
    if (status.kind === 'Started' && play.contest.status.kind === 'Started')
      expect(play.contest.status).toBe(status);
  });
});

it('leaves nothing behind when it has ended', () => {
  everyLife((play, step) => {
    if (step.kind !== 'end') return;
    expect([play.ballots.size, play.contending.size, play.ends.length, play.contest.contenders.size]).toEqual(
      [0, 0, 0, 0],
    );
    expect(play.contest.finished.at(-1)?.winner.kind).not.toBe('noWinner');
  });
});
