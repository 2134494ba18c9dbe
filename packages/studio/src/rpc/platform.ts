import { createRpcClient } from './json-rpc-client.js';

/** Defines the path of the local platform; only where the server offers it. */
export const PLATFORM_PATH = '/platform';

/** Calls the methods of the local platform. */
export const platform = createRpcClient(PLATFORM_PATH);
