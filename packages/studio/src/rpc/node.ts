import { controls } from './layer1.js';

/** Asks the development chain as Dash Core's RPC is asked. @throws {RpcError} (rejects) with the node's refusal. */
export const askNode = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  controls.call('askNode', { method, params });
