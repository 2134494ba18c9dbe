export { CorePool } from './core-pool.js';
export { DEFAULT_POOL_LIMITS, type CorePoolLimits, type CorePoolOptions } from './core-pool-options.js';
export type { NodeJudge } from './node-judge.js';
export { CALL_RULES, type CallRule, type OneNodeRule } from './call-rules.js';
export type {
  MemberFailure,
  MemberHealth,
  MemberState,
  PoolHealth,
  QuarantineReason,
} from './pool-health.js';
export type { PoolMember, PoolNode } from './pool-node.js';
export type { ObservedMethod, ObservedCall, PoolObserver } from './pool-observer.js';
