import { controls } from './layer1.js';

/** Calls an RPC method of Dash Core on the development chain. @throws {RpcError} (rejects) with the node's error. */
export const callNode = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  controls.call('askNode', { method, params });
