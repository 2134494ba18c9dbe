export { CoreNode } from './core-node.js';
export { DEFAULT_LIMITS, type CoreNodeLimits, type CoreNodeOptions } from './core-node-options.js';
export {
  credentialsFile,
  environmentCredentials,
  type Credentials,
  type CredentialsSource,
} from './credentials.js';
export { loadZmq } from './load-zmq.js';
export type { LinkedBlock } from './linked-block.js';
export type { NodeNews } from './node-news.js';
export { RPC_METHODS, type RpcMethod } from './rpc-method.js';
export type { NodeFailure, NodeHealth } from './node-health.js';
