import type { Steps } from '@dapikit/chain/browser';
import { runAtOnce, runInTurns } from '@dapikit/chain/browser';
import { expect, it } from 'vitest';
import { measuredSteps } from './measured-steps.js';

it('charges each step, and passes on the work that a step yields', async () => {
  let now = 0;
  const run = async (runner: <Result>(steps: Steps<Result>) => Result | Promise<Result>) => {
    const done: string[] = [];
    const charged: number[] = [];
    const measure = { clock: { now: () => now }, charge: (time: number) => void charged.push(time) };
    const steps = (function* (): Steps<string> {
      now += 3;
      yield {
        atOnce: () => void done.push('at once'),
        inTurns: async () => void done.push('in turns'),
      };
      now += 4;
      return 'end';
    })();
    return { result: await runner(measuredSteps(steps, measure)), done, charged };
  };
  expect(await run(runAtOnce)).toEqual({ result: 'end', done: ['at once'], charged: [3, 4] });
  expect(await run(runInTurns)).toEqual({ result: 'end', done: ['in turns'], charged: [3, 4] });
});

it('charges a step that fails', () => {
  const charged: number[] = [];
  let now = 0;
  const steps = (function* (): Steps<void> {
    yield undefined;
    now += 5;
    throw new Error('wrong');
  })();
  const measure = { clock: { now: () => now }, charge: (time: number) => void charged.push(time) };
  expect(() => runAtOnce(measuredSteps(steps, measure))).toThrow('wrong');
  expect(charged).toEqual([0, 5]);
});
