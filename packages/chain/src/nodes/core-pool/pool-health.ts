import type { ChainLock } from '../../layer1/layer1.js';
import type { ChainTip } from '../../layer1/chain-tip.js';
import type { UnavailableReason } from '../../layer1/node-unavailable-error.js';
import type { BreakerState } from './breaker.js';

/**
 * Lists the states of a pool member. `unseen`: not probed yet. `lagging`: too many blocks behind the followed tip.
 * `forked`: on a branch that is not followed. `syncing`: fetching the blocks of the past. These three get requests when no
 * healthy node answers, for what they know. `warming-up`: loading its block index. `failing`: taken out until a probe
 * at it goes well. `quarantined`: see why.
 */
export type MemberState =
  | 'unseen'
  | 'healthy'
  | 'lagging'
  | 'forked'
  | 'syncing'
  | 'warming-up'
  | 'failing'
  | 'quarantined';

/**
 * Lists the reasons for a quarantine: the node's chain conflicts with the ChainLock that the pool follows, the node
 * is of another network, or what it reports does not verify.
 */
export type QuarantineReason = 'chain-lock' | 'network' | 'verification';

/** Describes the last failure of a pool member. */
export interface MemberFailure {
  readonly reason: UnavailableReason;
  /** In a few words that name no host, such as `connection refused`. */
  readonly summary: string;
  /** For a log: it may name the node's host. */
  readonly message: string;
}

/** Describes the last known state of a pool member. Times are in milliseconds; unknown values are `undefined`. */
export interface MemberHealth {
  readonly name: string;
  readonly state: MemberState;
  readonly breaker: BreakerState;
  readonly quarantine: QuarantineReason | undefined;
  /** Until it is tried again; `undefined` unless it is taken out. */
  readonly nextTryIn: number | undefined;
  /** Why it did not answer the call that failed last; `undefined` once it answers. */
  readonly failure: MemberFailure | undefined;
  /** As the node names itself, such as `/Dash Core:23.1.2/`. */
  readonly software: string | undefined;
  /** `main`, `test`, `regtest` or the name of a devnet. */
  readonly network: string | undefined;
  /** Time it takes to return its tip, a moving average. */
  readonly latency: number | undefined;
  readonly tip: ChainTip | undefined;
  /** Number of blocks it is behind the followed tip. */
  readonly lag: number | undefined;
  readonly chainLock: ChainLock | undefined;
  /** Since a probe at it went well. */
  readonly lastProbeAge: number | undefined;
  readonly callsInFlight: number;
}

/** Describes the last known state of a pool, without requests to its nodes. */
export interface PoolHealth {
  /** True if a call can be answered now. */
  readonly isReady: boolean;
  /** The last block of the followed chain. */
  readonly tip: ChainTip | undefined;
  readonly chainLock: ChainLock | undefined;
  readonly nodes: readonly MemberHealth[];
}
