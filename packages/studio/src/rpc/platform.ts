import { rpcClient } from './json-rpc-client.js';

/** The path of the local platform: there only where the server says so. */
export const PLATFORM_PATH = '/platform';

/** The methods of the local platform. */
export const platform = rpcClient(PLATFORM_PATH);
