import { createRpcClient } from './json-rpc-client.js';

/** Calls the methods of layer 1, at `/`. */
export const layer1 = createRpcClient('/');

/** Calls the controls of the development chain, at `/dev`; only where the server offers them. */
export const controls = createRpcClient('/dev');
