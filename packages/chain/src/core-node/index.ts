export { CoreNode } from './core-node.js';
export { DEFAULT_LIMITS, type CoreNodeLimits, type CoreNodeOptions } from './core-node-options.js';
export {
  credentialsFile,
  environmentCredentials,
  type Credentials,
  type CredentialsSource,
} from './credentials.js';
export type { LinkedBlock } from './linked-block.js';
export type { NodeNews } from './node-news.js';
export type { NodeFailure, NodeHealth } from './node-health.js';
export { CorePool } from '../core-pool/core-pool.js';
export {
  DEFAULT_POOL_LIMITS,
  type CorePoolLimits,
  type CorePoolOptions,
} from '../core-pool/core-pool-options.js';
export { CALL_RULES, type CallRule, type OneNodeRule } from '../core-pool/call-rules.js';
export type { MemberHealth, MemberState, PoolHealth, QuarantineReason } from '../core-pool/pool-health.js';
export type { PoolMember, PoolNode } from '../core-pool/pool-node.js';
export type { AskedMethod, ObservedCall, PoolObserver } from '../core-pool/pool-observer.js';
export { RPC_METHODS } from './rpc-method.js';
