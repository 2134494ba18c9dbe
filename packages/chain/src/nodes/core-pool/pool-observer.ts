import type { UnavailableReason } from '../../layer1/node-unavailable-error.js';
import type { BreakerState } from './breaker.js';
import type { QuarantineReason } from './pool-health.js';

/** Lists the methods of `PoolNode` that are observed. */
export type ObservedMethod =
  | 'tip'
  | 'block'
  | 'blockHash'
  | 'sendTransaction'
  | 'masternodeListDiff'
  | 'status'
  | 'transactionStatus'
  | 'bestChainLock'
  | 'read';

/** Describes a call to one node that ended. */
export interface ObservedCall {
  readonly node: string;
  readonly method: ObservedMethod;
  readonly outcome: 'answered' | 'rejected' | UnavailableReason;
  readonly milliseconds: number;
  /** True if it was the pool's own, to follow the chain. */
  readonly isUrgent: boolean;
}

/** Observes a pool, for metrics and logs. Every member is optional. */
export interface PoolObserver {
  /** Reports that a call to a node ended. */
  onCall?(call: ObservedCall): void;
  /** Reports a hedged call: `node` got it as well, as the first node was slow. */
  onHedge?(hedge: { readonly method: ObservedMethod; readonly node: string }): void;
  /** Reports a failover: `to` got the call, as `from` gave no usable response. */
  onFailover?(failover: {
    readonly method: ObservedMethod;
    readonly from: string;
    readonly to: string;
    readonly reason: 'rejected' | UnavailableReason;
  }): void;
  /** Reports that a node became unhealthy (`open`), is being tried (`half-open`), or recovered (`closed`). */
  onBreaker?(change: {
    readonly node: string;
    readonly from: BreakerState;
    readonly to: BreakerState;
    /** Reason of the failure that opened the breaker. */
    readonly reason: UnavailableReason | undefined;
  }): void;
  /** Reports that a node was quarantined, or with `reason` undefined admitted again. */
  onQuarantine?(change: { readonly node: string; readonly reason: QuarantineReason | undefined }): void;
  /** Reports a quarantined transaction: a node disconnected during its call, so it is not sent again. */
  onTransactionQuarantine?(event: { readonly node: string; readonly txid: string }): void;
}

/** Returns an observer that never throws: errors of the given one go to `onError`. */
export function safeObserver(
  observer: PoolObserver,
  onError: (error: unknown) => void,
): Required<PoolObserver> {
  const safely = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      onError(error);
    }
  };
  return {
    onCall: (event) => safely(() => observer.onCall?.(event)),
    onHedge: (event) => safely(() => observer.onHedge?.(event)),
    onFailover: (event) => safely(() => observer.onFailover?.(event)),
    onBreaker: (event) => safely(() => observer.onBreaker?.(event)),
    onQuarantine: (event) => safely(() => observer.onQuarantine?.(event)),
    onTransactionQuarantine: (event) => safely(() => observer.onTransactionQuarantine?.(event)),
  };
}
