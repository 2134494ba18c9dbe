import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { createDispatch, type Dispatch } from '../json-rpc/dispatch.js';
import type { RequestLimits } from '../json-rpc/request.js';
import type { Method, MethodContext } from '../methods/method.js';
import type { Observer } from '../observe/observer.js';
import type { Route } from '../routes/route.js';
import type { GatewaySettings } from '../settings.js';
import {
  OWN_PLATFORM,
  sharedPlatform,
  type PlatformAccess,
  type PlatformWriters,
} from './platform-access.js';
import type { PlatformSource } from './platform-method.js';
import { platformRpcMethods } from './platform-methods.js';
import { platformRoutes } from './platform-routes.js';

/** How a platform is served. */
export interface PlatformDoor {
  /** On the port for clients. */
  readonly routes: readonly Route[];
  /** On the address for operators, where every method is that others do not forbid. */
  readonly adminRoutes: readonly Route[];
  readonly names: readonly string[];
  /** Whether whoever sends a request, without an API key, may change the platform. */
  readonly mayWrite: (request: IncomingMessage) => boolean;
}

/** What a platform is served with. */
export interface PlatformDoorParts {
  readonly context: MethodContext;
  readonly limits: RequestLimits & Pick<GatewaySettings, 'maxContractBytes'>;
  readonly log: Logger;
  readonly observer: Observer;
  /** Why a request is refused that is not of a program on this machine. */
  readonly local: Route['access'] & {};
}

/** The platform beside a development chain: for programs on this machine, as the controls are. */
export function ownPlatformDoor(source: PlatformSource, parts: PlatformDoorParts): PlatformDoor {
  const { methods, dispatch } = servedBy(source, OWN_PLATFORM, parts);
  return {
    routes: platformRoutes(dispatch, methods, parts.local),
    adminRoutes: [],
    names: namesOf(methods),
    mayWrite: (request) => parts.local(request) === undefined,
  };
}

/**
 * A platform that others use: everybody may read it whom the gateway answers.
 * @param isProxy whether an address is that of a proxy that is trusted
 */
export function sharedPlatformDoor(
  source: PlatformSource,
  writers: PlatformWriters,
  isProxy: (address: string) => boolean,
  parts: PlatformDoorParts,
): PlatformDoor {
  const access = sharedPlatform(writers, isProxy);
  const { methods, dispatch } = servedBy(source, access, parts);
  // No proxy stands before that address: who comes from this machine is of this machine.
  const forOperators = servedBy(
    source,
    sharedPlatform(writers, () => false),
    parts,
  );
  return {
    routes: platformRoutes(dispatch, methods, undefined),
    adminRoutes: platformRoutes(forOperators.dispatch, forOperators.methods, parts.local),
    names: namesOf(methods),
    mayWrite: (request) => access.refusal('write', { request }) === undefined,
  };
}

function servedBy(
  source: PlatformSource,
  access: PlatformAccess,
  { context, limits, log, observer }: PlatformDoorParts,
): { readonly methods: readonly Method[]; readonly dispatch: Dispatch } {
  const { maxContractBytes } = limits;
  const methods = platformRpcMethods(source, { access, maxContractBytes });
  return { methods, dispatch: createDispatch(methods, context, limits, log, ofPlatform(observer)) };
}

/** Tells the calls of the platform from those of the gateway. */
const ofPlatform = (observer: Observer): Pick<Observer, 'call' | 'answered'> => ({
  call: (method, run) => observer.call(`platform.${method}`, run),
  answered: (source) => observer.answered(source),
});

const namesOf = (methods: readonly Method[]): string[] => methods.map(({ name }) => name);
