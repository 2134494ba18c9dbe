import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DevChain } from '@dapikit/chain';
import { adminRejection } from './admission/access/admin-access.js';
import type { AccessRequest } from './admission/access/access-request.js';
import { controlRejection } from './admission/access/control-access.js';
import { controls, devMethods } from './controls/dev/dev-methods.js';
import { DEV_PATH, devRoute } from './controls/dev/dev-route.js';
import { createDispatch, type Dispatch } from './json-rpc/dispatch/dispatch.js';
import type { GatewayParts } from './gateway-parts.js';
import { GrpcListener } from './grpc/grpc-listener.js';
import type { ReadinessCheck } from './http-api/health/readiness.js';
import type { Rejection } from './base/http/rejections.js';
import type { OtherMethods } from './base/messages/method-not-found.js';
import type { Admission } from './admission/limits/admission.js';
import type { ClientAddresses } from './admission/limits/client-address.js';
import { OpenRequests } from './admission/limits/open-requests.js';
import type { Method, MethodContext } from './base/method/method.js';
import { UNOBSERVED, type Observer } from './base/observe/observer.js';
import {
  ownPlatformEndpoint,
  sharedPlatformEndpoint,
  type PlatformEndpoint,
} from './controls/platform/platform-endpoint.js';
import { feedContext } from './controls/feed/feed-context.js';
import { platformSubscriptions } from './controls/feed/platform-subscriptions.js';
import { PLATFORM_PATH } from './controls/platform/platform-routes.js';
import { openingMethods } from './json-rpc/subscriptions/subscription.js';
import { adminRoutes } from './http-api/routes/admin-routes.js';
import type { Route, RouteContext } from './http-api/routes/route.js';
import { routes } from './http-api/routes/routes.js';
import { Pipelines } from './transport/server/pipelines.js';
import { TurnQueue } from './transport/server/turn-queue.js';
import { createRequestListener, type RequestListener } from './transport/server/request-listener.js';
import type { GatewaySettings } from './settings/settings.js';
import type { OpenSubscriptions } from './json-rpc/subscriptions/subscriptions.js';
import { attackRoute } from './transport/studio/attack-route.js';
import { studioNetwork } from './transport/studio/studio-network.js';
import { studioRoutes } from './transport/studio/studio-routes.js';
import { studioServer } from './transport/studio/studio-server.js';

/** Lists what the endpoints of a gateway need while its settings stay the same. */
export interface EndpointState {
  readonly parts: GatewayParts;
  readonly settings: GatewaySettings;
  readonly methods: readonly Method[];
  readonly subscriptions: Pick<OpenSubscriptions, 'chain' | 'masternodeDiffs'>;
  readonly addresses: ClientAddresses;
  /** Admits clients and limits them; `undefined` where all clients may do everything. */
  readonly admission: Admission | undefined;
  /** Counts what clients hold open. */
  readonly openRequests: OpenRequests;
  readonly allowedHosts: ReadonlySet<string>;
  readonly readiness: ReadinessCheck;
  readonly allowPlainHttp: boolean;
  /** Returns whether a connection is closed after a response, at the gateway's port and at the admin address. */
  readonly isLast: (response: ServerResponse) => boolean;
  readonly isLastOfAdmin: () => boolean;
  /** The pipelined requests of the connections to the gateway's port. */
  readonly pipelines: Pipelines;
  /** Starts what clients cause in turns of the event loop. */
  readonly turns: TurnQueue;
  /** Aborted when the gateway closes: streams end. */
  readonly closing: AbortSignal;
}

/** Describes the endpoints of a gateway: JSON-RPC, HTTP, the admin address and gRPC. */
export interface Endpoints {
  readonly dispatch: Dispatch;
  readonly listener: RequestListener;
  readonly adminListener: RequestListener;
  readonly grpc: GrpcListener;
  /** Returns whether the sender of the handshake of a WebSocket may see what the unsigned controls return. */
  readonly mayControlOver: (request: IncomingMessage) => boolean;
}

/** Opens the endpoints of a gateway. */
export function openEndpoints(state: EndpointState): Endpoints {
  const { parts, settings, methods, readiness } = state;
  const { layer1, devChain, platformStatus, log, observer = UNOBSERVED } = parts;
  const context = { layer1, platformStatus, statusEncoding: settings.statusEncoding };
  const described = devChain === undefined ? routes : [...routes, devRouteOf(devChain, context, state)];
  const platform = platformEndpoint(context, state);
  const dispatch = createDispatch(
    [...methods, ...feedMethods(state)],
    context,
    settings,
    log,
    observer,
    otherMethods(devChain, platform),
  );
  const routeContext = {
    dispatch,
    layer1,
    // Where a node responds for the platform, the key of the local one signs no response.
    quorums: parts.quorums,
    platform: { stateQuorum: () => (parts.upstream?.() ? undefined : parts.platform?.stateQuorum?.()) },
    routes: described,
    readiness,
    settings,
    log,
  };
  const publicRoutes = [...described, ...(platform?.routes ?? []), ...pageRoutes(platform, state)];
  return {
    dispatch,
    listener: publicListener(publicRoutes, routeContext, state),
    adminListener: adminListener(platform?.adminRoutes ?? [], routeContext, state),
    grpc: grpcListener(state),
    mayControlOver: ({ headers, url, httpVersion, socket }) =>
      // Every handshake has the header by which a proxy shows in other requests.
      mayControl(
        {
          headers: { ...headers, connection: undefined },
          url,
          httpVersion,
          socket,
        },
        state,
      ),
  };
}

/** As protobuf itself has it by default. */
const MAX_MESSAGE_DEPTH = 100;

function grpcListener({
  parts,
  settings,
  subscriptions,
  readiness,
  admission,
  openRequests,
  allowPlainHttp,
  closing,
  pipelines,
  turns,
}: EndpointState): GrpcListener {
  const { layer1, platform, platformStatus, upstream, log, now, observer = UNOBSERVED } = parts;
  const { chain, masternodeDiffs } = subscriptions;
  return new GrpcListener({
    parts: {
      layer1,
      platform,
      platformTransitions: settings.platformTransitions,
      platformStatus,
      chain,
      masternodeDiffs,
      readiness,
      log,
      now,
    },
    upstream: upstream ?? (() => undefined),
    peers: parts.peers,
    observer,
    admission,
    openRequests,
    allowPlainHttp,
    closing,
    maxBodyBytes: settings.maxBodyBytes,
    messageLimits: {
      maxElements: settings.maxMessageElements,
      maxDepth: Math.min(settings.maxDepth, MAX_MESSAGE_DEPTH),
    },
    maxBufferedBytes: settings.maxBufferedBytes,
    pipelines,
    turns,
  });
}

function publicListener(
  served: readonly Route[],
  context: RouteContext,
  { parts, settings, admission, openRequests, turns, allowPlainHttp, isLast, pipelines }: EndpointState,
): RequestListener {
  return createRequestListener({
    context,
    maxBufferedBytes: settings.maxBufferedBytes,
    routes: served,
    observer: parts.observer ?? UNOBSERVED,
    admission,
    openRequests,
    turns,
    isForAllOrigins: true,
    allowPlainHttp,
    isLast,
    pipelines,
  });
}

function adminListener(
  served: readonly Route[],
  context: RouteContext,
  { parts, settings, allowedHosts, isLastOfAdmin }: EndpointState,
): RequestListener {
  const { metrics, metricsText = metrics && (() => metrics.text()) } = parts;
  return createRequestListener({
    context,
    maxBufferedBytes: settings.maxBufferedBytes,
    routes: [...adminRoutes(metricsText), ...served],
    observer: UNOBSERVED,
    admission: undefined,
    // Operators import states of any size.
    openRequests: new OpenRequests(() => Infinity),
    turns: new TurnQueue({}),
    access: (request) => adminRejection(request, allowedHosts),
    isForAllOrigins: false,
    allowPlainHttp: true,
    isLast: isLastOfAdmin,
    pipelines: new Pipelines(),
  });
}

/** Returns the routes of the studio. */
function pageRoutes(platform: PlatformEndpoint | undefined, state: EndpointState): readonly Route[] {
  const { parts, readiness } = state;
  const { studio, verification, nodes = () => [], now, program = 'dapikit' } = parts;
  if (studio === undefined) return [];
  const attack = parts.devChain === undefined ? undefined : parts.attack;
  const may = {
    controls: (request: IncomingMessage) => mayControl(request, state),
    platform: (request: IncomingMessage) => platform?.mayWrite(request) === true,
    attack: (request: IncomingMessage) => attack !== undefined && mayControl(request, state),
  };
  const page = studioRoutes(
    studio,
    studioServer(readiness, may, { verifies: verification !== undefined, program }),
    verification && (() => studioNetwork(verification(), nodes(), now())),
  );
  if (attack === undefined) return page;
  return [...page, attackRoute(attack, (request) => rejectionOfControls(request, state))];
}

/** Returns the methods that open subscriptions to the local platform; none without one. */
function feedMethods({ parts, settings }: EndpointState): readonly Method[] {
  const { platform } = parts;
  if (platform === undefined) return [];
  return openingMethods(platformSubscriptions, feedContext(platform, settings.docsUrl));
}

/** Returns the endpoints other than `/`. */
function otherMethods(
  devChain: DevChain | undefined,
  platform: PlatformEndpoint | undefined,
): OtherMethods[] {
  const namesOfControls = controls.map(({ name }) => name);
  return [
    ...(devChain === undefined
      ? []
      : [{ path: DEV_PATH, what: 'a control of the development chain', names: namesOfControls }]),
    ...(platform === undefined
      ? []
      : [{ path: PLATFORM_PATH, what: 'a method of the platform', names: platform.names }]),
  ];
}

function platformEndpoint(context: MethodContext, state: EndpointState): PlatformEndpoint | undefined {
  const { parts, settings } = state;
  const { platform, devChain, log, observer = UNOBSERVED } = parts;
  if (platform === undefined) return undefined;
  const served = { context, limits: settings, log, observer };
  if (devChain === undefined) return sharedPlatformEndpoint(platform, settings.platformWrites, served);
  const access = (request: IncomingMessage): Rejection | undefined => rejectionOfControls(request, state);
  return ownPlatformEndpoint(platform, access, settings.allowRemoteControls, served);
}

/** Separates the calls of the controls from those of the gateway. */
const ofDev = (observer: Observer): Pick<Observer, 'call' | 'answered'> => ({
  call: (method, run) => observer.call(`dev.${method}`, run),
  answered: () => undefined,
});

function devRouteOf(chain: DevChain, context: MethodContext, state: EndpointState): Route {
  const methods = devMethods(chain);
  const { log, observer = UNOBSERVED } = state.parts;
  const dispatch = createDispatch(methods, context, state.settings, log, ofDev(observer));
  return devRoute(dispatch, methods, (request) => rejectionOfControls(request, state));
}

const mayControl = (request: AccessRequest, state: EndpointState): boolean =>
  state.parts.devChain !== undefined && rejectionOfControls(request, state) === undefined;

/** Returns why a request to the unsigned controls is rejected; `undefined` where it is not. */
function rejectionOfControls(
  request: AccessRequest,
  { settings, allowedHosts, addresses }: EndpointState,
): Rejection | undefined {
  return controlRejection(request, {
    allowRemote: settings.allowRemoteControls,
    allowedHosts,
    isProxy: (address) => addresses.isProxy(address),
  });
}
