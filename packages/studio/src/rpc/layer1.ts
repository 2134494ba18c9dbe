import { createRpcClient } from './json-rpc-client.js';

/** The methods of layer 1, at `/`. */
export const layer1 = createRpcClient('/');

/** The controls of the development chain, at `/dev`; only where the server offers them. */
export const controls = createRpcClient('/dev');
