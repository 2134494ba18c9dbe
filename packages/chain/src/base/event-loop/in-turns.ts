/** Resolves in another turn of the event loop. Browsers have timers only. */
const nextTurn = async (): Promise<void> => {
  const { setImmediate: schedule = setTimeout } = globalThis as {
    readonly setImmediate?: (run: () => void) => unknown;
  };
  await new Promise<void>((resolve) => void schedule(resolve));
};

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

/** Describes work that is done in one way at once and in another in turns, such as in a thread. A step that yields it receives no result. */
export interface TwoWayWork {
  readonly atOnce: () => void;
  readonly inTurns: () => Promise<void>;
}

/** Steps of a long piece of work: each ends in a turn for other work, or in work that is done in two ways. */
export type Steps<Result> = Generator<TwoWayWork | undefined, Result, void>;

/**
 * Returns steps that do a piece of work in one of two ways, and return its result.
 * @param atOnce for {@link runAtOnce}
 * @param inTurns for {@link runInTurns}
 */
export function* inTwoWays<Result>(atOnce: () => Result, inTurns: () => Promise<Result>): Steps<Result> {
  const results: Result[] = [];
  yield {
    atOnce: () => void results.push(atOnce()),
    inTurns: async () => void results.push(await inTurns()),
  };
  for (const result of results) return result;
  throw new Error('the work of a step was not done');
}

/** Runs steps to their end and returns what they return. Other work gets a turn of the event loop after each step. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) {
    try {
      await (step.value?.inTurns() ?? nextTurn());
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next();
  }
  return step.value;
}

/** Runs steps to their end in one turn of the event loop and returns what they return. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) {
    try {
      step.value?.atOnce();
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next();
  }
  return step.value;
}
