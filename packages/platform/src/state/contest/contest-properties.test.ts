import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { costlyRuns } from '../../../../../scripts/property-runs.js';
import { ABSTAIN, DAY, LOCK, Play, T0, towards } from '../../../test/contest-play.js';
import { PlatformError } from '../../base/errors/platform-error.js';
import { contestRules } from './contest-rules.js';
import { isSameChoice, type Choice, type Contest } from './contest.js';

const NAMES = ['A', 'B', 'C'] as const;
const VOTERS = ['M1', 'M2', 'M3', 'E1', 'E2'] as const;
const CHOICES: readonly Choice[] = [...NAMES.map(towards), ABSTAIN, LOCK];

const HOUR = 3_600_000;
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

const stepsIn = (from: number, to: number, maxLength: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: from, max: to }), step), { maxLength })
    .map((steps) =>
      steps.toSorted(([a], [b]) => a - b).map(([hour, step]) => [T0 + hour * HOUR, step] as const),
    );

/** Somebody begins, things happen for a fortnight, the contest ends, and things go on happening. */
const life = fc
  .tuple(stepsIn(0, 24 * 7, 12), stepsIn(24 * 7, 24 * 14, 12), stepsIn(24 * 14, 24 * 30, 6))
  .map(([first, second, later]): (readonly [number, Step])[] => [
    [T0, { kind: 'join', name: 'A' }],
    ...first,
    ...second,
    [T0 + 14 * DAY, { kind: 'end' }],
    ...later,
  ]);

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

interface Taken {
  readonly play: Play;
  readonly step: Step;
  readonly time: number;
  readonly before: Contest;
}

/** A life in which something does not hold after a step; nothing when it always does. */
function lifeWithout(holds: (taken: Taken) => boolean): unknown {
  const found = fc.check(
    fc.property(life, fc.constantFrom(13, 14), (steps, protocol) => {
      const play = new Play(contestRules('mainnet', protocol));
      return steps.every(([time, step]) => {
        const before = play.contest;
        return tried(play, time, step) ? holds({ play, step, time, before }) : play.contest === before;
      });
    }),
    { numRuns: costlyRuns(500) },
  );
  return found.counterexample;
}

const hasFullTime = ({
  block,
  endsAt,
}: {
  readonly block: { readonly time: number };
  readonly endsAt: number;
}) => endsAt === block.time + 14 * DAY;

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);
const tallies = (contest: Contest): number[] => [...contest.contenders.values()].map(({ tally }) => tally);
const weightFor = (play: Play, choice: Choice): number =>
  sum(
    [...play.ballots.values()]
      .filter((ballot) => isSameChoice(ballot.choice, choice))
      .map(({ weight }) => weight),
  );

it('random contests reach every outcome and event', () => {
  for (const status of ['Awarded', 'Locked'])
    expect(lifeWithout(({ play }) => play.contest.status.kind !== status)).not.toBeNull();
  expect(
    lifeWithout(({ play, step }) => step.kind !== 'leave' || play.contest.status.kind !== 'Started'),
  ).not.toBeNull();
  expect(
    lifeWithout(({ step, before }) => step.kind !== 'join' || before.contenders.size < 2),
  ).not.toBeNull();
});

it('random contests keep each tally equal to the weights of the current votes', () => {
  expect(
    lifeWithout(
      ({ play }) =>
        NAMES.every((name) => (play.tallyOf(name) ?? 0) === weightFor(play, towards(name))) &&
        play.contest.lock === weightFor(play, LOCK) &&
        play.contest.abstain === weightFor(play, ABSTAIN),
    ),
  ).toBeNull();
});

it('random contests count each masternode once with its weight and at most five votes', () => {
  expect(
    lifeWithout(({ play }) => {
      const { lock, abstain } = play.contest;
      const weights = [...play.ballots.keys()].map((hash) =>
        play.listed.get(hash)?.kind === 'evolution' ? 4 : 1,
      );
      const isOnce = sum([...tallies(play.contest), lock, abstain]) === sum(weights);
      return isOnce && [...play.ballots.values()].every(({ votesCast }) => votesCast <= 5);
    }),
  ).toBeNull();
});

it('random contests neither create nor destroy credits', () => {
  expect(
    lifeWithout(({ play, step, before }) => {
      const isKept = play.pool + play.contest.fund === play.taken && play.contest.fund >= 0n;
      return isKept && (step.kind !== 'vote' || before.fund - play.contest.fund === play.rules.votePrice);
    }),
  ).toBeNull();
});

it('random contests award the values at most once, to a contender, and only at the end', () => {
  expect(
    lifeWithout(({ play, step, before }) => {
      const { status } = play.contest;
      if (status.kind !== 'Awarded') return play.awarded.length === 0;
      const winner = before.contenders.get(status.identityId);
      return play.awarded.length === 1 && (step.kind !== 'end' || play.awarded[0] === winner?.documentId);
    }),
  ).toBeNull();
});

it('random contests are won by the most votes unless more votes lock', () => {
  expect(
    lifeWithout(({ play, step, before }) => {
      if (step.kind !== 'end') return true;
      const top = Math.max(...tallies(before));
      const { status } = play.contest;
      // A lone contender that more votes lock waits for the whole time.
      if (status.kind === 'Started')
        return before.contenders.size === 1 && before.lock > top && hasFullTime(status);
      if (status.kind !== 'Awarded') return status.kind === 'Locked' && before.lock > top;
      return before.lock <= top && before.contenders.get(status.identityId)?.tally === top;
    }),
  ).toBeNull();
});

it('random contests accept votes and ends only while running, and contenders only in their window', () => {
  expect(
    lifeWithout(({ step, time, before: { status } }) => {
      if (step.kind === 'join')
        return (
          status.kind === 'NotStarted' || (status.kind === 'Started' && time - status.block.time <= 7 * DAY)
        );
      if (step.kind === 'end') return status.kind === 'Started' && status.endsAt <= time;
      return step.kind === 'leave' || status.kind === 'Started';
    }),
  ).toBeNull();
});

it('random contests never change their end time, but for that of a lone contender', () => {
  expect(
    lifeWithout(({ play, before: { status, contenders } }) => {
      const { status: after } = play.contest;
      if (status.kind !== 'Started' || after.kind !== 'Started' || after === status) return true;
      return play.rules.awardsLone && contenders.size === 1 && hasFullTime(after);
    }),
  ).toBeNull();
});

it('random contests leave no state after their end', () => {
  expect(
    lifeWithout(({ play, step }) => {
      const { contest, ballots, contending, ends } = play;
      return (
        step.kind !== 'end' ||
        contest.status.kind === 'Started' ||
        ballots.size + contending.size + ends.length + contest.contenders.size === 0
      );
    }),
  ).toBeNull();
});
