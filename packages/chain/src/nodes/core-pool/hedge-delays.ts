import type { CorePoolLimits } from './core-pool-options.js';
import { LatencyWindow } from './latency-window.js';
import type { ObservedMethod, ObservedCall } from './pool-observer.js';

/** Computes how long a call waits before it is sent to a second node as well: longer than most calls of its method take. */
export class HedgeDelays {
  readonly #latencies = new Map<ObservedMethod, LatencyWindow>();

  /** Records the latency of a call that a node answered or rejected. */
  add({ method, isUrgent, outcome, milliseconds }: ObservedCall): void {
    if (isUrgent || (outcome !== 'answered' && outcome !== 'rejected')) return;
    this.#latencyOf(method).add(milliseconds);
  }

  /** Returns the delay of a method in milliseconds. */
  of(
    method: ObservedMethod,
    { hedgePercentile, minHedgeDelay, maxHedgeDelay }: Readonly<CorePoolLimits>,
  ): number {
    const usual = this.#latencyOf(method).percentile(hedgePercentile) ?? maxHedgeDelay;
    return Math.min(maxHedgeDelay, Math.max(minHedgeDelay, usual));
  }

  #latencyOf(method: ObservedMethod): LatencyWindow {
    const latency = this.#latencies.get(method) ?? new LatencyWindow();
    this.#latencies.set(method, latency);
    return latency;
  }
}
