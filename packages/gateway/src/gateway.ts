import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { DevChain, Layer1 } from '@dapikit/chain';
import type { Logger } from 'pino';
import { controls, devMethods } from './dev/dev-methods.js';
import { accessRefusal, DEV_PATH, devRoute } from './dev/dev-route.js';
import { ReadinessCheck } from './health/readiness.js';
import { createDispatch, type Dispatch } from './json-rpc/dispatch.js';
import type { OtherMethods } from './json-rpc/method-not-found.js';
import { limitConnectionsPerAddress } from './limits/address-connections.js';
import { openAdmission } from './limits/admission.js';
import { clientAddresses } from './limits/client-address.js';
import type { LimitSettings } from './limits/limit-settings.js';
import type { MethodContext } from './methods/method.js';
import { methods } from './methods/methods.js';
import type { Metrics, NodeReport } from './observe/metrics.js';
import { UNOBSERVED, type Observer } from './observe/observer.js';
import { ownPlatformDoor, sharedPlatformDoor, type PlatformDoor } from './platform/platform-door.js';
import { costOf, type PlatformSource } from './platform/platform-method.js';
import { platformMethods } from './platform/platform-methods.js';
import { PLATFORM_PATH } from './platform/platform-routes.js';
import type { PlatformStatusSource } from './platform-status/platform-status.js';
import { adminRoutes } from './routes/admin-routes.js';
import type { Route } from './routes/route.js';
import { routes } from './routes/routes.js';
import { startAdminServer, type AdminServer } from './server/admin-server.js';
import { keptSelfSignedCertificate, loadCertificate, type Certificate } from './server/certificate.js';
import { answerClientError, answerConnect } from './server/client-error.js';
import { watchConnections } from './server/connections.js';
import { createOnePortServer } from './server/one-port-server.js';
import { serveRepeatedHeads } from './server/repeated-head.js';
import type { Refusal } from './server/refusals.js';
import { createRequestListener, type RequestListener } from './server/request-listener.js';
import { watchFiles } from './server/watch-files.js';
import type { GatewaySettings, RestartSetting } from './settings.js';
import type { StudioFile } from './studio/studio-files.js';
import { studioRoutes } from './studio/studio-routes.js';
import { studioServer } from './studio/studio-server.js';
import { openSubscriptions } from './subscriptions/subscriptions.js';
import { serveUpgrades } from './web-socket/upgrade.js';
import { openWebSockets } from './web-socket/web-sockets.js';

/** The most units of a rate limit that a single call or request takes; no burst may be smaller. */
export const DEAREST_COST = Math.max(
  ...methods.map(({ cost = 1 }) => cost),
  ...platformMethods.map(costOf),
  ...routes.map(({ cost = 1 }) => (cost === 'by-call' ? 1 : cost)),
);

/** What a gateway stands on. */
export interface GatewayParts {
  readonly layer1: Layer1;
  /** The development chain whose controls are served at `/dev`; nothing is there without one. */
  readonly devChain?: DevChain;
  /**
   * The local platform that is served at `/platform`; nothing is there without one. Beside a development chain it is for programs on
   * this machine, as the controls are; otherwise others use it, and the setting `platformWrites` says who may change it.
   */
  readonly platform?: PlatformSource;
  /** The page that browsers get at `/`; none without it. */
  readonly studio?: readonly StudioFile[];
  readonly platformStatus: PlatformStatusSource;
  readonly log: Logger;
  /** The present, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Looks on at requests, calls and calls to nodes; nobody does unless said otherwise. */
  readonly observer?: Observer;
  /** Is told what is read, not counted, and is served at `/metrics` of the admin address; nothing is there without it. */
  readonly metrics?: Metrics;
  /** What `/metrics` says, where that is more than `metrics`: that of all workers. */
  readonly metricsText?: () => Promise<string>;
  /** The nodes behind `layer1`, for the metrics. */
  readonly nodes?: () => readonly NodeReport[];
}

/** A gateway that listens. */
export interface Gateway {
  /** The port it listens on. */
  readonly port: number;
  /** Its addresses: `https://…`, and `http://…` where that is served too. */
  readonly urls: readonly string[];
  /** The address for operators; `undefined` where there is none. */
  readonly adminUrl: string | undefined;
  /**
   * Goes on with other settings, for requests and WebSockets that come from now on. Those that need a restart stay as they were,
   * and so does whether there is a certificate that is not self-signed.
   * @throws {CertificateError} when the certificate cannot be had, and as {@link startGateway} for limits; then nothing has changed.
   */
  reconfigure(settings: Omit<GatewaySettings, RestartSetting>): Promise<void>;
  /** Waits `shutdownDelay` while `/readyz` says 503; then takes no more connections, finishes what is in flight, and closes; cuts what is not finished in `drainTimeout`. */
  close(): Promise<void>;
}

/**
 * Starts a JSON-RPC 2.0 gateway in front of `layer1`.
 *
 * @throws {CertificateError} when the certificate cannot be had.
 * @throws {RangeError} for a limit or a proxy that is none; {ApiKeysError} for keys that are none; {RedisClientMissing}.
 * @throws {NodeJS.ErrnoException} such as `EADDRINUSE`, when the address cannot be listened on.
 */
export async function startGateway(initial: GatewaySettings, parts: GatewayParts): Promise<Gateway> {
  const { layer1, devChain, platformStatus, log, now, metrics, observer = UNOBSERVED } = parts;
  let settings = initial;
  const isSelfSigned = settings.tls === undefined;
  const certificate = await certificateOf(settings.tls);
  let addresses = clientAddresses(settings);
  let admission = await openAdmission(settings, { addresses, log, dearest: DEAREST_COST });
  const readiness = new ReadinessCheck(layer1, settings, now, parts.platform?.isUp);
  const server = createOnePortServer(certificate, settings);
  server.maxConnections = settings.maxConnections;
  limitConnectionsPerAddress(
    server,
    () => settings.maxConnectionsPerAddress,
    (address) => addresses.isProxy(address),
  );
  const connections = watchConnections(server);
  const subscriptions = openSubscriptions(layer1, log, observer);
  const rpcMethods = [...methods, ...subscriptions.methods];
  let { listener, adminListener, dispatch } = listeners();
  const webSockets = openWebSockets({
    dispatch: (...request) => dispatch(...request),
    settings,
    log,
    admission,
  });
  const isServed = serveRepeatedHeads(server, connections, (...again) => listener.serveAgain(...again));
  server.on('request', (request, response) => {
    if (!isServed(request, response)) listener.serve(request, response, false);
  });
  server.on('checkContinue', (request, response) => listener.serve(request, response, true));
  // An expectation that is not known is ignored.
  server.on('checkExpectation', (request, response) => listener.serve(request, response, false));
  server.on('clientError', (error, socket) =>
    answerClientError(error, socket, connections.latestResponse(socket)),
  );
  serveUpgrades(server, webSockets, connections, isSelfSigned);
  server.on('connect', (_, socket) => answerConnect(socket));
  server.listen(settings.port, settings.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    admission?.close();
    throw error;
  }
  server.on('error', (error) => log.error({ err: error }, 'server error'));
  const admin = await startAdmin();
  metrics?.read({
    chain: async () => {
      const { isReady, node, tipAge, isPlatformUp } = await readiness.check();
      const { tip, chainLock } = node ?? {};
      return { isReady, tipAge, isPlatformUp, tipHeight: tip?.height, chainLockHeight: chainLock?.height };
    },
    nodes: parts.nodes ?? (() => []),
    connections: () => connections.count(),
    subscribers: () => webSockets.report(),
  });
  let unwatch = watchCertificate();

  const port = portOf(server.address());
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const urls = (isSelfSigned ? ['https', 'http'] : ['https']).map((scheme) => `${scheme}://${host}:${port}/`);
  log.info({ urls, adminUrl: admin?.url }, 'listening');
  let closing: Promise<void> | undefined;
  return { port, urls, adminUrl: admin?.url, reconfigure, close: () => (closing ??= close()) };

  function listeners(): { listener: RequestListener; adminListener: RequestListener; dispatch: Dispatch } {
    const context = { layer1, platformStatus, statusEncoding: settings.statusEncoding };
    const described = devChain === undefined ? routes : [...routes, routeOf(devChain, context)];
    const platform = platformDoor(context);
    const pages =
      parts.studio === undefined
        ? []
        : studioRoutes(
            parts.studio,
            studioServer(readiness, {
              controls: (request) => devChain !== undefined && localOnly(request) === undefined,
              platform: (request) => platform?.mayWrite(request) === true,
            }),
          );
    const dispatch = createDispatch(rpcMethods, context, settings, log, observer, elsewhere(platform));
    const options = {
      context: { dispatch, routes: described, readiness, settings, log },
      idleTimeout: settings.idleTimeout,
    };
    return {
      dispatch,
      listener: createRequestListener({
        ...options,
        routes: [...described, ...(platform?.routes ?? []), ...pages],
        observer,
        admission,
        allowPlainHttp: isSelfSigned,
        isLast: (reply) => connections.isLast(reply),
      }),
      adminListener: createRequestListener({
        ...options,
        routes: [
          ...adminRoutes(parts.metricsText ?? (metrics && (() => metrics.text()))),
          ...(platform?.adminRoutes ?? []),
        ],
        observer: UNOBSERVED,
        admission: undefined,
        allowPlainHttp: true,
        isLast: () => false,
      }),
    };
  }

  /** What is served beside the methods of `/`. */
  function elsewhere(platform: PlatformDoor | undefined): OtherMethods[] {
    return [
      ...(devChain === undefined
        ? []
        : [{ path: DEV_PATH, what: 'a control of the development chain', names: namesOf(controls) }]),
      ...(platform === undefined
        ? []
        : [{ path: PLATFORM_PATH, what: 'a method of the platform', names: platform.names }]),
    ];
  }

  function platformDoor(context: MethodContext): PlatformDoor | undefined {
    const { platform } = parts;
    if (platform === undefined) return undefined;
    if (devChain !== undefined)
      return ownPlatformDoor(platform, { context, limits: settings, log, observer, local: localOnly });
    return sharedPlatformDoor(platform, settings.platformWrites, (address) => addresses.isProxy(address), {
      context,
      limits: settings,
      log,
      observer,
      local: notOfThisMachine,
    });
  }

  /** Refuses what is not from programs on this machine, where the settings do not let others in. */
  function localOnly(request: IncomingMessage): Refusal | undefined {
    return accessRefusal(request, settings.allowRemoteControls, (address) => addresses.isProxy(address));
  }

  function routeOf(chain: DevChain, context: MethodContext): Route {
    const controls = devMethods(chain);
    return devRoute(createDispatch(controls, context, settings, log), controls, localOnly);
  }

  async function startAdmin(): Promise<AdminServer | undefined> {
    if (settings.admin === undefined) return undefined;
    try {
      return await startAdminServer(settings.admin, (...request) => adminListener.serve(...request));
    } catch (error) {
      server.close();
      admission?.close();
      throw error;
    }
  }

  function certificateOf(tls: GatewaySettings['tls']): Promise<Certificate> {
    return tls
      ? loadCertificate(tls.certFile, tls.keyFile)
      : keptSelfSignedCertificate(join(initial.stateDirectory, 'tls'), now());
  }

  async function reconfigure(wanted: Omit<GatewaySettings, RestartSetting>): Promise<void> {
    const next: GatewaySettings = { ...settings, ...wanted };
    // Whether plain HTTP is served depends on whether there is a certificate: that is for a restart.
    const tls = isSelfSigned ? undefined : (next.tls ?? settings.tls);
    const certificate = await certificateOf(tls);
    const limits = await limitsOf(next);
    settings = { ...next, tls };
    const former = admission;
    ({ addresses, admission } = limits);
    if (former !== admission) former?.close();
    if (!isSelfSigned) server.setSecureContext(certificate);
    server.maxConnections = settings.maxConnections;
    server.keepAliveTimeout = settings.idleTimeout;
    readiness.reconfigure(settings);
    ({ listener, adminListener, dispatch } = listeners());
    webSockets.reconfigure(settings, admission);
    unwatch();
    unwatch = watchCertificate();
  }

  /** Clients start anew where their limits are others, and are counted on where they are not. */
  async function limitsOf(next: GatewaySettings) {
    if (LIMITS.every((name) => isDeepStrictEqual(next[name], settings[name])))
      return { addresses, admission };
    const nextAddresses = clientAddresses(next);
    const parts = { addresses: nextAddresses, log, dearest: DEAREST_COST };
    return { addresses: nextAddresses, admission: await openAdmission(next, parts) };
  }

  /** Connections that are made after the files have changed get what is in them then, once it is a pair. */
  function watchCertificate(): () => void {
    const { tls } = settings;
    if (tls === undefined) return () => undefined;
    return watchFiles([tls.certFile, tls.keyFile], CERTIFICATE_LOOK_MS, () => void renew(tls));
  }

  async function renew({ certFile, keyFile }: NonNullable<GatewaySettings['tls']>): Promise<void> {
    try {
      server.setSecureContext(await loadCertificate(certFile, keyFile));
      metrics?.reloaded('applied');
      log.info({ certFile }, 'certificate reloaded');
    } catch (error) {
      metrics?.reloaded('refused');
      log.error({ err: error }, 'certificate not reloaded: the former one stays');
    }
  }

  async function close(): Promise<void> {
    unwatch();
    readiness.drain();
    if (settings.shutdownDelay > 0) await sleep(settings.shutdownDelay);
    const closed = once(server, 'close');
    subscriptions.close();
    webSockets.close();
    // Node's own takes a connection for idle that still owes the answer to a pipelined request.
    server.closeIdleConnections = () => connections.drain();
    server.close();
    const cut = setTimeout(() => connections.cut(), settings.drainTimeout);
    await closed;
    clearTimeout(cut);
    await admin?.close();
    admission?.close();
    log.info('closed');
  }
}

/** What clients are told apart and limited by. That of connections is looked up each time. */
const LIMITS = [
  'rateLimit',
  'rateLimitRedis',
  'apiKeys',
  'isApiKeyRequired',
  'trustedProxies',
  'forwardedHeader',
] as const satisfies readonly (keyof LimitSettings)[];

/** How often the files of the certificate are looked at. */
const CERTIFICATE_LOOK_MS = 1_000;

function portOf(address: ReturnType<Server['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  return address.port;
}

/** No proxy stands before the address for operators. */
const notOfThisMachine: Route['access'] & {} = (request) => accessRefusal(request, false, () => false);

const namesOf = (named: readonly { readonly name: string }[]): string[] => named.map(({ name }) => name);
