import { discover } from '../../json-rpc/dispatch/discover.js';
import type { Method } from '../../base/method/method.js';
import { activationMethods } from './activation-methods.js';
import { addressMethods } from './address-methods.js';
import { aliasMethods } from './alias-methods.js';
import { contestMethods } from './contest-methods.js';
import { contractGroupMethods } from './contract-group-methods.js';
import { contractMethods } from './contract-methods.js';
import { documentMethods } from './document-methods.js';
import { identityMethods } from './identity-methods.js';
import { masternodeMethods } from './masternode-methods.js';
import { methodNotFound } from '../../base/messages/method-not-found.js';
import type { ExactJson } from '../../base/messages/exact-json.js';
import {
  answerOf,
  jsonRpcMethods,
  type PlatformMethod,
  type PlatformSource,
  type PlatformTerms,
} from './platform-method.js';
import { plainJson } from './plain-json.js';
import { moderationMethods } from './moderation-methods.js';
import { ownPlatform } from './platform-access.js';
import { proofMethods } from './proof-methods.js';
import { queryMethods } from './query-methods.js';
import { recentMethods } from './recent-methods.js';
import { stateMethods } from './state-methods.js';
import { tokenMethods } from './token-methods.js';
import { transitionMethods } from './transition-methods.js';
import { withdrawalMethods } from './withdrawal-methods.js';

/** Lists every method of the platform. The server, its descriptions, the page and the tests are derived from this table. */
export const platformMethods: readonly PlatformMethod[] = [
  ...stateMethods,
  ...identityMethods,
  ...aliasMethods,
  ...addressMethods,
  ...withdrawalMethods,
  ...contractMethods,
  ...documentMethods,
  ...queryMethods,
  ...contestMethods,
  ...tokenMethods,
  ...masternodeMethods,
  ...transitionMethods,
  ...recentMethods,
  ...proofMethods,
  ...moderationMethods,
  ...contractGroupMethods,
  ...activationMethods,
];

/**
 * Returns the methods of a platform as JSON-RPC methods, `rpc.discover` among them.
 * @param terms everybody may call all of them, with contracts of any size, unless said otherwise
 */
export function platformRpcMethods(
  source: PlatformSource,
  { access = ownPlatform(false), maxContractBytes = Infinity, docsUrl }: Partial<PlatformTerms> = {},
): Method[] {
  const terms = { access, maxContractBytes, docsUrl };
  const methods: Method[] = [...jsonRpcMethods(platformMethods, source, terms), discover(() => methods)];
  return methods;
}

/**
 * Calls a method of a platform without a server: what `POST /platform` would answer.
 * @throws {JsonRpcError} (or rejects with it) for every outcome that is foreseen.
 */
export async function callPlatform(
  name: string,
  params: ExactJson | undefined,
  source: PlatformSource,
): Promise<unknown> {
  const method = platformMethods.find((one) => one.name === name);
  if (method === undefined)
    throw methodNotFound(
      name,
      platformMethods.map((one) => one.name),
    );
  return plainJson(await answerOf(method.run, params, source));
}
