import type { Steps } from '@dapikit/chain/browser';
import type { Clock } from './clock.js';

/** Measures the processor time of work that is done for a peer. */
export interface Measure {
  readonly clock: Pick<Clock, 'now'>;
  /** Called with the milliseconds of each turn. */
  readonly charge: (milliseconds: number) => void;
}

/** Returns steps that do the same, and charge the time of each one. Work that a step yields, which is done in two ways, is passed on and not charged. */
export function* measuredSteps<Result>(steps: Steps<Result>, { clock, charge }: Measure): Steps<Result> {
  for (;;) {
    const started = clock.now();
    let step: ReturnType<typeof steps.next>;
    try {
      step = steps.next();
    } finally {
      charge(clock.now() - started);
    }
    if (step.done === true) return step.value;
    yield step.value;
  }
}
