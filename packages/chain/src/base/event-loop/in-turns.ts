import { setImmediate as nextTurn } from 'node:timers/promises';

/** Number of short pieces of work, such as transactions of a block, in one step. */
const PIECES_PER_STEP = 250;

/** Returns whether a step ends behind a piece of work. @param position from 0 */
export const endsStep = (position: number): boolean => position % PIECES_PER_STEP === PIECES_PER_STEP - 1;

/** Counts short pieces of work of several kinds, such as inputs and outputs of many transactions. */
export class StepCounter {
  #pieces = 0;

  /** Counts a piece of work. Returns whether a step ends behind it. */
  endsStep(): boolean {
    this.#pieces += 1;
    return this.#pieces % PIECES_PER_STEP === 0;
  }
}

/** Runs steps to their end and returns what they return. Other work gets a turn of the event loop after each step. */
export async function runInTurns<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Runs steps to their end in one turn of the event loop and returns what they return. */
export function runAtOnce<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
