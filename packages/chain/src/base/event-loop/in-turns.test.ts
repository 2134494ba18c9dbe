import { describe, expect, it } from 'vitest';
import { inTwoWays, runAtOnce, runInTurns, type Steps } from './in-turns.js';

function* measured(work: () => string): Steps<string> {
  yield;
  try {
    return yield* inTwoWays(
      () => `${work()} at once`,
      async () => `${await Promise.resolve(work())} in turns`,
    );
  } catch (error) {
    return `caught ${String(error)}`;
  }
}

const failing = (): string => {
  throw new RangeError('too small');
};

const failingSteps = (): Steps<string> => inTwoWays(failing, async () => Promise.resolve(failing()));

describe('steps with work in two ways', () => {
  it('do the work at once where they run at once', () => {
    expect(runAtOnce(measured(() => 'done'))).toBe('done at once');
  });

  it('wait for the work where they run in turns', async () => {
    expect(await runInTurns(measured(() => 'done'))).toBe('done in turns');
  });

  it('can catch an error of the work in both ways', async () => {
    expect(runAtOnce(measured(failing))).toBe('caught RangeError: too small');
    expect(await runInTurns(measured(failing))).toBe('caught RangeError: too small');
  });

  it('end with an error that they do not catch', async () => {
    expect(() => runAtOnce(failingSteps())).toThrow('too small');
    await expect(runInTurns(failingSteps())).rejects.toThrow('too small');
  });
});
