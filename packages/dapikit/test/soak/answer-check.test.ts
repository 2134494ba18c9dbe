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
  'the soak check of the response %j',
  (answer) => {
    it('rejects a value that was never true', () => expect(wrong(answer, undefined)).toBe(1));
    it('accepts a current value', () => expect(wrong(answer, 0)).toBe(0));
    it('rejects a value that is too old', () => expect(wrong(answer, 20_000)).toBe(1));
    it('accepts an old value marked as stale', () =>
      expect(wrong({ ...answer, source: 'stale' }, 20_000)).toBe(0));
    it('rejects a stale value beyond the limit', () =>
      expect(wrong({ ...answer, source: 'stale' }, 100_000)).toBe(1));
  },
);

it.each<Partial<Answered>>([
  { result: '' },
  { result: undefined },
  { result: undefined, error: { code: -32603 } },
  { call: 'status', result: null },
  { result: undefined, error: OUT_OF_RANGE },
])('the soak check always rejects the response %j', (answer) => {
  expect(wrong(answer, answer.result === '' ? undefined : 0)).toBe(1);
});
