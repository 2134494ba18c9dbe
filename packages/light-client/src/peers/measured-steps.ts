import type { Steps } from '@dapikit/chain/browser';
import type { Clock } from './clock.js';

/** Measures the processor time of work that is done for a peer. */
export interface Measure {
  readonly clock: Pick<Clock, 'now'>;
  /** Called with the milliseconds of each turn. */
  readonly charge: (milliseconds: number) => void;
}

/** Returns steps that do the same, and charge the time of each one. */
export function* measuredSteps<Result>(steps: Steps<Result>, { clock, charge }: Measure): Steps<Result> {
  for (;;) {
    const started = clock.now();
    try {
      const step = steps.next();
      if (step.done === true) return step.value;
    } finally {
      charge(clock.now() - started);
    }
    yield undefined;
  }
}
