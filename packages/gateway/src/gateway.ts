import { once, setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostNames } from './admission/access/host-name.js';
import { methods } from './json-rpc/dispatch/methods.js';
import { openEndpoints, type Endpoints } from './endpoints.js';
import type { GatewayParts } from './gateway-parts.js';
import { GrpcError } from './grpc/method/grpc-error.js';
import { isForGrpc } from './grpc/grpc-listener.js';
import { ReadinessCheck } from './http-api/health/readiness.js';
import { limitConnectionsPerAddress } from './admission/limits/address-connections.js';
import { openAdmission, type Admission, type Visit } from './admission/limits/admission.js';
import {
  clientAddresses,
  type ClientAddresses,
  type ForwardedRequest,
} from './admission/limits/client-address.js';
import { OpenRequests } from './admission/limits/open-requests.js';
import { hasSameLimits, type LimitSettings } from './admission/limits/limit-settings.js';
import { MIN_BURST } from './admission/limits/rate-limit.js';
import { UNOBSERVED } from './base/observe/observer.js';
import { startAdminServer, type AdminServer } from './transport/server/admin-server.js';
import {
  storedSelfSignedCertificate,
  loadCertificate,
  type Certificate,
} from './transport/server/certificate.js';
import { chargeFrames } from './transport/server/frame-charges.js';
import { clientErrorListener } from './transport/server/client-error.js';
import { watchConnections, type Connections } from './transport/server/connections.js';
import { asHttp1 } from './transport/server/http2-server.js';
import { createOnePortServer, type OnePortServer } from './transport/server/one-port-server.js';
import { listenAtFurtherPort } from './transport/server/further-port.js';
import { Pipelines } from './transport/server/pipelines.js';
import { cutSlowReaders } from './transport/server/slow-readers.js';
import { cutSlowStreams } from './transport/server/slow-streams.js';
import { watchFiles } from './transport/server/watch-files.js';
import type { GatewaySettings, RestartSetting } from './settings/settings.js';
import { openSubscriptions, type OpenSubscriptions } from './json-rpc/subscriptions/subscriptions.js';
import { serveUpgrades } from './transport/web-socket/upgrades.js';
import { openWebSockets, type WebSockets } from './transport/web-socket/web-sockets.js';

/** Describes a gateway that listens. */
export interface Gateway {
  /** The port it listens on. */
  readonly port: number;
  /** Its addresses: `https://…`, and `http://…` where that is served too. */
  readonly urls: readonly string[];
  /** The address for operators; `undefined` where there is none. */
  readonly adminUrl: string | undefined;
  /**
   * Listens at a further port, 0 for a free one, and serves there what it serves at its own.
   * @returns the port
   * @throws {NodeJS.ErrnoException} (it rejects) such as `EADDRINUSE`
   */
  listenAt(port: number): Promise<number>;
  /**
   * Goes on with other settings, for requests and WebSockets that come from now on. Those that need a restart stay as they were,
   * and so does whether there is a certificate that is not self-signed.
   * @throws {CertificateError} when the certificate cannot be had, and as {@link startGateway} for limits; then nothing has changed.
   */
  reconfigure(settings: Omit<GatewaySettings, RestartSetting>): Promise<void>;
  /**
   * Waits `shutdownDelay` while `/readyz` says 503; then accepts no more connections, finishes pending requests, and
   * closes; aborts requests that are not finished within `drainTimeout`.
   */
  close(): Promise<void>;
}

/**
 * Starts a JSON-RPC 2.0 gateway in front of `layer1`.
 *
 * @throws {CertificateError} when the certificate cannot be had.
 * @throws {RangeError} for a limit or a proxy that is none; {ApiKeysError} for keys that are none; {RedisClientMissingError}.
 * @throws {NodeJS.ErrnoException} such as `EADDRINUSE`, when the address cannot be listened on.
 */
export async function startGateway(settings: GatewaySettings, parts: GatewayParts): Promise<Gateway> {
  const certificate = await certificateOf(settings, parts.now);
  const gateway = new RunningGateway(settings, parts, certificate, await openLimits(settings, parts));
  await gateway.listen();
  const { port, urls, adminUrl } = gateway;
  return {
    port,
    urls,
    adminUrl,
    listenAt: (further) => gateway.listenAt(further),
    reconfigure: (next) => gateway.reconfigure(next),
    close: () => gateway.close(),
  };
}

/** Identifies clients and limits them. */
interface Limits {
  readonly addresses: ClientAddresses;
  readonly admission: Admission | undefined;
}

async function openLimits(settings: LimitSettings, { log }: GatewayParts): Promise<Limits> {
  const addresses = clientAddresses(settings);
  const admission = await openAdmission(settings, { addresses, log, minBurst: MIN_BURST });
  return { addresses, admission };
}

function certificateOf(
  { tls, stateDirectory }: Pick<GatewaySettings, 'tls' | 'stateDirectory'>,
  now: () => number,
): Promise<Certificate> {
  return tls
    ? loadCertificate(tls.certFile, tls.keyFile)
    : storedSelfSignedCertificate(join(stateDirectory, 'tls'), now());
}

/** When the modules of gRPC are loaded, unless a request comes before: a short-lived gateway does without them. */
const GRPC_PRELOAD_DELAY_MS = 1000;

class RunningGateway {
  readonly #parts: GatewayParts;
  /** Plain HTTP is served where the certificate is self-signed. */
  readonly #isSelfSigned: boolean;
  readonly #server: OnePortServer;
  readonly #connections: Connections;
  readonly #readiness: ReadinessCheck;
  readonly #subscriptions: OpenSubscriptions;
  readonly #webSockets: WebSockets;
  readonly #stopCutting: () => void;
  readonly #pipelines = new Pipelines();
  readonly #openRequests = new OpenRequests(() => this.#settings.maxOpenBytes);
  #settings: GatewaySettings;
  #limits: Limits;
  #endpoints: Endpoints;
  #admin: AdminServer | undefined;
  #isAdminClosing = false;
  readonly #further: Server[] = [];
  readonly #streams = new AbortController();
  #unwatch: () => void = () => undefined;
  #preloadTimer: NodeJS.Timeout | undefined;
  #preloading: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(settings: GatewaySettings, parts: GatewayParts, certificate: Certificate, limits: Limits) {
    // Every open call listens.
    setMaxListeners(0, this.#streams.signal);
    const { layer1, log, now, platform, nodes, observer = UNOBSERVED } = parts;
    this.#settings = settings;
    this.#parts = parts;
    this.#limits = limits;
    this.#isSelfSigned = settings.tls === undefined;
    this.#readiness = new ReadinessCheck(layer1, settings, now, platform?.isUp, nodes);
    this.#server = createOnePortServer(certificate, settings, (socket) =>
      this.#visitOf({ headers: {}, socket })?.spend(1),
    );
    this.#connections = watchConnections(this.#server);
    const stops = [
      cutSlowReaders(this.#server.http, () => this.#settings),
      cutSlowStreams(this.#server.http2, () => this.#settings),
    ];
    this.#stopCutting = () => {
      for (const stop of stops) stop();
    };
    this.#subscriptions = openSubscriptions(layer1, log, observer);
    this.#endpoints = this.#openEndpoints();
    this.#webSockets = openWebSockets({
      dispatch: (...request) => this.#endpoints.dispatch(...request),
      settings,
      log,
      admission: limits.admission,
      openRequests: this.#openRequests,
      turns: this.#server.turns,
    });
    this.#serveConnections();
  }

  get port(): number {
    return portOf(this.#server.acceptor.address());
  }

  get urls(): readonly string[] {
    const { host } = this.#settings;
    const name = host.includes(':') ? `[${host}]` : host;
    const schemes = this.#isSelfSigned ? ['https', 'http'] : ['https'];
    return schemes.map((scheme) => `${scheme}://${name}:${this.port}/`);
  }

  get adminUrl(): string | undefined {
    return this.#admin?.url;
  }

  /** Listens at the addresses of the settings. */
  async listen(): Promise<void> {
    const { log, metrics, nodes = () => [] } = this.#parts;
    const { acceptor } = this.#server;
    acceptor.listen(this.#settings.port, this.#settings.host);
    try {
      await once(acceptor, 'listening');
      this.#admin = await this.#startAdmin();
    } catch (error) {
      acceptor.close();
      this.#webSockets.close();
      this.#subscriptions.close();
      this.#stop();
      throw error;
    }
    acceptor.on('error', (error) => log.error({ err: error }, 'server error'));
    metrics?.read({
      chain: async () => {
        const { isReady, node, tipAge, isPlatformUp } = await this.#readiness.check();
        const { tip, chainLock } = node ?? {};
        return { isReady, tipAge, isPlatformUp, tipHeight: tip?.height, chainLockHeight: chainLock?.height };
      },
      nodes,
      connections: () => this.#connections.count(),
      open: () => this.#openRequests.report(),
      subscribers: () => this.#webSockets.report(),
    });
    this.#watchCertificate();
    this.#preloadTimer = setTimeout(() => {
      this.#preloading = this.#endpoints.grpc.preload();
    }, GRPC_PRELOAD_DELAY_MS).unref();
    log.info({ urls: this.urls, adminUrl: this.adminUrl }, 'listening');
  }

  async listenAt(port: number): Promise<number> {
    const { acceptor } = this.#server;
    const further = await listenAtFurtherPort(acceptor, port, this.#settings.host);
    this.#further.push(further);
    return portOf(further.address());
  }

  async reconfigure(wanted: Omit<GatewaySettings, RestartSetting>): Promise<void> {
    const next: GatewaySettings = { ...this.#settings, ...wanted };
    // Whether plain HTTP is served depends on whether there is a certificate: that is for a restart.
    const tls = this.#isSelfSigned ? undefined : (next.tls ?? this.#settings.tls);
    const certificate = await certificateOf({ ...next, tls }, this.#parts.now);
    const limits = await this.#limitsOf(next);
    const former = this.#limits.admission;
    this.#settings = { ...next, tls };
    this.#limits = limits;
    if (former !== limits.admission) former?.close();
    if (!this.#isSelfSigned) this.#server.setCertificate(certificate);
    this.#server.acceptor.maxConnections = next.maxConnections;
    this.#server.http.keepAliveTimeout = next.idleTimeout;
    this.#readiness.reconfigure(this.#settings);
    this.#endpoints = this.#openEndpoints();
    this.#webSockets.reconfigure(this.#settings, limits.admission);
    this.#watchCertificate();
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    const { acceptor } = this.#server;
    this.#unwatch();
    clearTimeout(this.#preloadTimer);
    this.#readiness.drain();
    if (this.#settings.shutdownDelay > 0) await sleep(this.#settings.shutdownDelay);
    const closed = once(acceptor, 'close');
    this.#subscriptions.close();
    this.#streams.abort(new GrpcError('unavailable', 'the server is shutting down'));
    this.#webSockets.close();
    acceptor.close();
    const furtherClosed = this.#further.map((further) => once(further.close(), 'close'));
    this.#connections.drain();
    const cut = setTimeout(() => {
      this.#connections.cut();
      this.#admin?.cut();
    }, this.#settings.drainTimeout);
    this.#isAdminClosing = true;
    await Promise.all([closed, ...furtherClosed, this.#admin?.close(), this.#preloading]);
    clearTimeout(cut);
    this.#stop();
    this.#parts.log.info('closed');
  }

  /** Ends what nothing else ends: timers that hold the gateway, and the store of the rate limits. */
  #stop(): void {
    this.#stopCutting();
    this.#limits.admission?.close();
  }

  /** Gives the connections of the port to those who serve them. */
  #serveConnections(): void {
    const { acceptor, http, http2 } = this.#server;
    acceptor.maxConnections = this.#settings.maxConnections;
    limitConnectionsPerAddress(
      acceptor,
      () => this.#settings.maxConnectionsPerAddress,
      (address) => this.#limits.addresses.isProxy(address),
    );
    const serve = (request: IncomingMessage, response: ServerResponse, expectsContinue = false): void => {
      this.#connections.begin(request, response);
      this.#serve(request, response, expectsContinue);
    };
    http.on('request', (request, response) => serve(request, response));
    http.on('checkContinue', (request, response) => serve(request, response, true));
    // An expectation that is not known is ignored.
    http.on('checkExpectation', (request, response) => serve(request, response));
    http2.on('request', (request, response) => this.#serve(...asHttp1(request, response), false));
    const visitOf = (request: ForwardedRequest): Visit | undefined => this.#visitOf(request);
    chargeFrames(http2, { visitOf, isProxy: (address) => this.#limits.addresses.isProxy(address) });
    http.on('clientError', clientErrorListener(this.#connections, visitOf));
    serveUpgrades(http, this.#webSockets, {
      connections: this.#connections,
      allowPlainHttp: this.#isSelfSigned,
      visitOf,
    });
  }

  #visitOf(request: ForwardedRequest): Visit | undefined {
    return this.#limits.admission?.admit(request, false);
  }

  #serve(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    const { grpc, listener } = this.#endpoints;
    (isForGrpc(request) ? grpc : listener).serve(request, response, expectsContinue);
  }

  #openEndpoints(): Endpoints {
    return openEndpoints({
      ...this.#limits,
      openRequests: this.#openRequests,
      parts: this.#parts,
      settings: this.#settings,
      methods: [...methods, ...this.#subscriptions.methods],
      subscriptions: this.#subscriptions,
      closing: this.#streams.signal,
      allowedHosts: hostNames(this.#settings.allowedHosts),
      readiness: this.#readiness,
      allowPlainHttp: this.#isSelfSigned,
      isLast: (response) => this.#connections.isLast(response),
      isLastOfAdmin: () => this.#isAdminClosing,
      pipelines: this.#pipelines,
      turns: this.#server.turns,
    });
  }

  async #startAdmin(): Promise<AdminServer | undefined> {
    const { admin } = this.#settings;
    if (admin === undefined) return undefined;
    return await startAdminServer(
      admin,
      (...request) => this.#endpoints.adminListener.serve(...request),
      () => this.#settings,
    );
  }

  /** Clients whose limits changed start with full buckets; other buckets are unchanged. */
  async #limitsOf(next: GatewaySettings): Promise<Limits> {
    return hasSameLimits(next, this.#settings) ? this.#limits : await openLimits(next, this.#parts);
  }

  /** Reloads the certificate when its files change; later connections get the new pair. */
  #watchCertificate(): void {
    this.#unwatch();
    const { tls } = this.#settings;
    if (tls === undefined) return;
    const { certFile, keyFile } = tls;
    this.#unwatch = watchFiles([certFile, keyFile], CERTIFICATE_LOOK_MS, () => void this.#renew(tls));
  }

  async #renew({ certFile, keyFile }: NonNullable<GatewaySettings['tls']>): Promise<void> {
    const { log, metrics } = this.#parts;
    try {
      this.#server.setCertificate(await loadCertificate(certFile, keyFile));
      metrics?.reloaded('applied');
      log.info({ certFile }, 'certificate reloaded');
    } catch (error) {
      metrics?.reloaded('rejected');
      log.error({ err: error }, 'certificate not reloaded; the current one stays');
    }
  }
}

/** How often the files of the certificate are polled. */
const CERTIFICATE_LOOK_MS = 1_000;

function portOf(address: ReturnType<Server['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  return address.port;
}
