import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { createDispatch, type Dispatch } from '../../json-rpc/dispatch/dispatch.js';
import type { RequestLimits } from '../../base/messages/request.js';
import type { Method, MethodContext } from '../../base/method/method.js';
import type { Observer } from '../../base/observe/observer.js';
import type { Route } from '../../http-api/routes/route.js';
import type { GatewaySettings } from '../../settings/settings.js';
import type { PlatformWriters } from '../../settings/settings.js';
import { ownPlatform, sharedPlatform, type PlatformAccess } from './platform-access.js';
import type { PlatformSource } from './platform-method.js';
import { platformRpcMethods } from './platform-methods.js';
import { platformRoutes } from './platform-routes.js';

/** Describes how a platform is served. */
export interface PlatformEndpoint {
  /** On the port for clients. */
  readonly routes: readonly Route[];
  /** On the admin address. */
  readonly adminRoutes: readonly Route[];
  readonly names: readonly string[];
  /** Returns whether the sender of a request may change the platform without an API key. */
  readonly mayWrite: (request: IncomingMessage) => boolean;
}

/** Lists the dependencies of a served platform. */
export interface PlatformEndpointParts {
  readonly context: MethodContext;
  readonly limits: RequestLimits & Pick<GatewaySettings, 'maxContractBytes' | 'docsUrl'>;
  readonly log: Logger;
  readonly observer: Observer;
}

/**
 * Serves the platform attached to a development chain, with the access rules of the chain's controls.
 * @param controls returns why a request to the controls is rejected
 * @param allowRemote whether other machines may use the controls
 */
export function ownPlatformEndpoint(
  source: PlatformSource,
  controls: Route['access'] & {},
  allowRemote: boolean,
  parts: PlatformEndpointParts,
): PlatformEndpoint {
  const { methods, dispatch } = servedBy(source, ownPlatform(allowRemote), parts);
  return {
    routes: platformRoutes(dispatch, methods, controls),
    adminRoutes: [],
    names: namesOf(methods),
    mayWrite: (request) => controls(request) === undefined,
  };
}

/** Serves a platform that others use: every client of the gateway may read it. */
export function sharedPlatformEndpoint(
  source: PlatformSource,
  writers: PlatformWriters,
  parts: PlatformEndpointParts,
): PlatformEndpoint {
  const clients = servedBy(source, sharedPlatform(writers, 'clients'), parts);
  const operators = servedBy(source, sharedPlatform(writers, 'admin'), parts);
  return {
    routes: platformRoutes(clients.dispatch, clients.methods, undefined),
    adminRoutes: platformRoutes(operators.dispatch, operators.methods, undefined),
    names: namesOf(clients.methods),
    mayWrite: () => false,
  };
}

function servedBy(
  source: PlatformSource,
  access: PlatformAccess,
  { context, limits, log, observer }: PlatformEndpointParts,
): { readonly methods: readonly Method[]; readonly dispatch: Dispatch } {
  const { maxContractBytes, docsUrl } = limits;
  const methods = platformRpcMethods(source, { access, maxContractBytes, docsUrl });
  return { methods, dispatch: createDispatch(methods, context, limits, log, ofPlatform(observer)) };
}

/** Separates the calls of the platform from those of the gateway. */
const ofPlatform = (observer: Observer): Pick<Observer, 'call' | 'answered'> => ({
  call: (method, run) => observer.call(`platform.${method}`, run),
  answered: (source) => observer.answered(source),
});

const namesOf = (methods: readonly Method[]): string[] => methods.map(({ name }) => name);
