import { discover } from '../methods/discover.js';
import type { Method } from '../methods/method.js';
import { contestMethods } from './contest-methods.js';
import { contractMethods } from './contract-methods.js';
import { documentMethods } from './document-methods.js';
import { identityMethods } from './identity-methods.js';
import { masternodeMethods } from './masternode-methods.js';
import { jsonRpcMethods, type PlatformMethod, type PlatformSource } from './platform-method.js';
import { queryMethods } from './query-methods.js';
import { stateMethods } from './state-methods.js';
import { tokenMethods } from './token-methods.js';

/** Every method of the platform. The server, its descriptions, the page and the tests are derived from this table. */
export const platformMethods: readonly PlatformMethod[] = [
  ...stateMethods,
  ...identityMethods,
  ...contractMethods,
  ...documentMethods,
  ...queryMethods,
  ...contestMethods,
  ...tokenMethods,
  ...masternodeMethods,
];

/** The methods of a platform as JSON-RPC methods, `rpc.discover` among them. */
export function platformRpcMethods(source: PlatformSource): Method[] {
  const methods: Method[] = [...jsonRpcMethods(platformMethods, source), discover(() => methods)];
  return methods;
}
