import type { UnavailableReason } from '../node-unavailable.js';
import type { BreakerState } from './breaker.js';
import type { QuarantineReason } from './pool-health.js';

/** What a node was asked: the methods of `PoolNode`. */
export type AskedMethod =
  | 'tip'
  | 'block'
  | 'blockHash'
  | 'sendTransaction'
  | 'masternodeListDiff'
  | 'status'
  | 'transactionStatus'
  | 'bestChainLock';

/** A call to one node that ended. */
export interface ObservedCall {
  readonly node: string;
  readonly method: AskedMethod;
  readonly outcome: 'answered' | 'refused' | UnavailableReason;
  readonly milliseconds: number;
  /** Whether it was the pool's own, to follow the chain. */
  readonly isUrgent: boolean;
}

/** Is told of what happens in a pool, for metrics and logs. Every member may be left out. */
export interface PoolObserver {
  /** A call to a node ended. */
  onCall?(call: ObservedCall): void;
  /** A call was put to `node` as well, as the first was slow. */
  onHedge?(hedge: { readonly method: AskedMethod; readonly node: string }): void;
  /** A call was put to `to`, as `from` gave no answer that could be used. */
  onFailover?(failover: {
    readonly method: AskedMethod;
    readonly from: string;
    readonly to: string;
    readonly reason: 'refused' | UnavailableReason;
  }): void;
  /** A node was taken out (`open`), is being tried (`half-open`), or is taken back (`closed`). */
  onBreaker?(change: {
    readonly node: string;
    readonly from: BreakerState;
    readonly to: BreakerState;
    /** Of the failure that took it out. */
    readonly reason: UnavailableReason | undefined;
  }): void;
  /** A node was quarantined, or with `reason` undefined admitted again. */
  onQuarantine?(change: { readonly node: string; readonly reason: QuarantineReason | undefined }): void;
}

/** An observer that can be told anything: what the given one throws goes to `onError`. */
export function safeObserver(
  observer: PoolObserver,
  onError: (error: unknown) => void,
): Required<PoolObserver> {
  const tell = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      onError(error);
    }
  };
  return {
    onCall: (event) => tell(() => observer.onCall?.(event)),
    onHedge: (event) => tell(() => observer.onHedge?.(event)),
    onFailover: (event) => tell(() => observer.onFailover?.(event)),
    onBreaker: (event) => tell(() => observer.onBreaker?.(event)),
    onQuarantine: (event) => tell(() => observer.onQuarantine?.(event)),
  };
}
