import { rpcClient } from './json-rpc-client.js';

/** The methods of layer 1, at `/`. */
export const layer1 = rpcClient('/');

/** The controls of the development chain, at `/dev`: there only where the server says so. */
export const controls = rpcClient('/dev');
