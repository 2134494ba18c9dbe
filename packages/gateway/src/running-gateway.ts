import { once, setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostNames } from './admission/access/host-name.js';
import { methods } from './json-rpc/dispatch/methods.js';
import { certificateOf, watchCertificate } from './certificate-files.js';
import { openLimits, type ClientLimits } from './client-limits.js';
import { openEndpoints, type Endpoints } from './endpoints.js';
import type { GatewayParts } from './gateway-parts.js';
import { GrpcError } from './grpc/method/grpc-error.js';
import { isForGrpc } from './grpc/grpc-listener.js';
import { ReadinessCheck } from './http-api/health/readiness.js';
import { limitConnectionsPerAddress } from './admission/limits/address-connections.js';
import type { Visit } from './admission/limits/admission.js';
import type { ForwardedRequest } from './admission/limits/client-address.js';
import { OpenRequests } from './admission/limits/open-requests.js';
import { hasSameLimits } from './admission/limits/limit-settings.js';
import { UNOBSERVED } from './base/observe/observer.js';
import { loggedRequests, QUIET_REQUESTS } from './base/observe/request-log.js';
import { startAdminServer, type AdminServer } from './transport/server/admin-server.js';
import type { Certificate } from './transport/server/certificate.js';
import { chargeFrames } from './transport/server/frame-charges.js';
import { clientErrorListener } from './transport/server/client-error.js';
import { watchConnections, type Connections } from './transport/server/connections.js';
import { asHttp1 } from './transport/server/http2-server.js';
import { createOnePortServer, type OnePortServer } from './transport/server/one-port-server.js';
import { listenAtFurtherPort } from './transport/server/further-port.js';
import { Pipelines } from './transport/server/pipelines.js';
import { cutSlowReaders } from './transport/server/slow-readers.js';
import { cutSlowStreams } from './transport/server/slow-streams.js';
import type { GatewaySettings, RestartSetting } from './settings/settings.js';
import { openSubscriptions, type OpenSubscriptions } from './json-rpc/subscriptions/subscriptions.js';
import { serveUpgrades } from './transport/web-socket/upgrades.js';
import { openWebSockets, type WebSockets } from './transport/web-socket/web-sockets.js';

/** When the modules of gRPC are loaded, unless a request comes before: a short-lived gateway does without them. */
const GRPC_PRELOAD_DELAY_MS = 1000;

/** Serves one port, and the address for operators, until it is closed. */
export class RunningGateway {
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
  #limits: ClientLimits;
  #endpoints: Endpoints;
  #admin: AdminServer | undefined;
  #isAdminClosing = false;
  readonly #further: Server[] = [];
  readonly #streams = new AbortController();
  #unwatch: () => void = () => undefined;
  #preloadTimer: NodeJS.Timeout | undefined;
  #preloading: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    settings: GatewaySettings,
    parts: GatewayParts,
    certificate: Certificate,
    limits: ClientLimits,
  ) {
    // Every open call listens.
    setMaxListeners(0, this.#streams.signal);
    const { layer1, log, now, platform, nodes, observer = UNOBSERVED } = parts;
    this.#settings = settings;
    this.#parts = {
      ...parts,
      observer: loggedRequests(observer, log, parts.requestLog ?? QUIET_REQUESTS),
    };
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
      mayControl: (request) => this.#endpoints.mayControlOver(request),
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
  async #limitsOf(next: GatewaySettings): Promise<ClientLimits> {
    return hasSameLimits(next, this.#settings) ? this.#limits : await openLimits(next, this.#parts);
  }

  /** Watches the files of the certificate; later connections get the new pair. */
  #watchCertificate(): void {
    this.#unwatch();
    this.#unwatch = watchCertificate(this.#settings, this.#parts, (certificate) =>
      this.#server.setCertificate(certificate),
    );
  }
}

function portOf(address: ReturnType<Server['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  return address.port;
}
