import { describe, expect, it } from 'vitest';
import { AnswerCheck, type Answered, type ChainHistory } from './answer-check.js';

/** A history in which everything was so as long ago as is said. */
const history = (age: number | undefined): ChainHistory => ({
  tipAge: () => age,
  hashAge: () => age,
  absenceAge: () => age,
});

const OUT_OF_RANGE = { code: -32602, data: { reason: 'height-out-of-range' } };
const ANSWER: Answered = { call: 'tip', asked: 1, answered: 2, result: 'aa', source: 'hit' };

function wrong(answer: Partial<Answered>, age: number | undefined): number {
  const check = new AnswerCheck(history(age));
  check.add({ ...ANSWER, ...answer });
  check.check(Infinity);
  expect(check.counts.answers).toBe(1);
  return check.wrong.length;
}

describe.each<Partial<Answered>>([{}, { call: 7 }, { call: 7, result: undefined, error: OUT_OF_RANGE }])(
  'the answer %j',
  (answer) => {
    it('is wrong when it never was so', () => expect(wrong(answer, undefined)).toBe(1));
    it('is right when it is so', () => expect(wrong(answer, 0)).toBe(0));
    it('is wrong when it was so long ago', () => expect(wrong(answer, 20_000)).toBe(1));
    it('is right when it says that it is stale', () =>
      expect(wrong({ ...answer, source: 'stale' }, 20_000)).toBe(0));
    it('is wrong when it is staler than it may be', () =>
      expect(wrong({ ...answer, source: 'stale' }, 100_000)).toBe(1));
  },
);

it.each<Partial<Answered>>([
  { result: '' },
  { result: undefined },
  { result: undefined, error: { code: -32603 } },
  { call: 'status', result: null },
  { result: undefined, error: OUT_OF_RANGE },
])('%j is wrong whatever the nodes had', (answer) => {
  expect(wrong(answer, answer.result === '' ? undefined : 0)).toBe(1);
});
