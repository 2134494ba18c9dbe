import { once } from 'node:events';
import type { Server } from 'node:net';
import { join } from 'node:path';
import type { DevChain, Layer1 } from '@dapikit/chain';
import type { Logger } from 'pino';
import { devMethods } from './dev/dev-methods.js';
import { devRoute } from './dev/dev-route.js';
import { createDispatch } from './json-rpc/dispatch.js';
import { limitConnectionsPerAddress } from './limits/address-connections.js';
import { openAdmission } from './limits/admission.js';
import { clientAddresses } from './limits/client-address.js';
import { methods } from './methods/methods.js';
import type { PlatformStatusSource } from './platform-status/platform-status.js';
import { routes } from './routes/routes.js';
import { keptSelfSignedCertificate, loadCertificate } from './server/certificate.js';
import { answerClientError, answerConnect } from './server/client-error.js';
import { watchConnections } from './server/connections.js';
import { createOnePortServer } from './server/one-port-server.js';
import { createRequestListener } from './server/request-listener.js';
import type { GatewaySettings } from './settings.js';
import { openSubscriptions } from './subscriptions/subscriptions.js';
import { serveUpgrades } from './web-socket/upgrade.js';
import { openWebSockets } from './web-socket/web-sockets.js';

/** The most units of a rate limit that a single call or request takes; no burst may be smaller. */
export const DEAREST_COST = Math.max(
  ...methods.map(({ cost = 1 }) => cost),
  ...routes.map(({ cost = 1 }) => (cost === 'by-call' ? 1 : cost)),
);

/** What a gateway stands on. */
export interface GatewayParts {
  readonly layer1: Layer1;
  /** The development chain whose controls are served at `/dev`; nothing is there without one. */
  readonly devChain?: DevChain;
  readonly platformStatus: PlatformStatusSource;
  readonly log: Logger;
  /** The present, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** A gateway that listens. */
export interface Gateway {
  /** The port it listens on. */
  readonly port: number;
  /** Its addresses: `https://…`, and `http://…` where that is served too. */
  readonly urls: readonly string[];
  /** Takes no more connections, finishes what is in flight, and closes; cuts what is not finished in `drainTimeout`. */
  close(): Promise<void>;
}

/**
 * Starts a JSON-RPC 2.0 gateway in front of `layer1`.
 *
 * @throws {CertificateError} when the certificate cannot be had.
 * @throws {RangeError} for a limit or a proxy that is none; {ApiKeysError} for keys that are none; {RedisClientMissing}.
 * @throws {NodeJS.ErrnoException} such as `EADDRINUSE`, when the address cannot be listened on.
 */
export async function startGateway(settings: GatewaySettings, parts: GatewayParts): Promise<Gateway> {
  const { layer1, devChain, platformStatus, log, now } = parts;
  const isSelfSigned = settings.tls === undefined;
  const certificate = settings.tls
    ? await loadCertificate(settings.tls.certFile, settings.tls.keyFile)
    : await keptSelfSignedCertificate(join(settings.stateDirectory, 'tls'), now());
  const addresses = clientAddresses(settings);
  const admission = await openAdmission(settings, { addresses, log, dearest: DEAREST_COST });
  const context = { layer1, platformStatus, statusEncoding: settings.statusEncoding };
  const server = createOnePortServer(certificate, settings);
  server.maxConnections = settings.maxConnections;
  limitConnectionsPerAddress(server, settings.maxConnectionsPerAddress, addresses.isProxy);
  const connections = watchConnections(server);
  const devRoutes =
    devChain === undefined
      ? []
      : [devRoute(createDispatch(devMethods(devChain), context, settings, log), settings)];
  const subscriptions = openSubscriptions(layer1, log);
  const dispatch = createDispatch([...methods, ...subscriptions.methods], context, settings, log);
  const webSockets = openWebSockets({ dispatch, settings, log, admission });
  const serve = createRequestListener({
    routes: [...routes, ...devRoutes],
    context: { dispatch, settings, log },
    admission,
    allowPlainHttp: isSelfSigned,
    idleTimeout: settings.idleTimeout,
    isLast: (response) => connections.isLast(response),
  });
  server.on('request', (request, response) => serve(request, response, false));
  server.on('checkContinue', (request, response) => serve(request, response, true));
  // An expectation that is not known is ignored.
  server.on('checkExpectation', (request, response) => serve(request, response, false));
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

  const port = portOf(server.address());
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const urls = (isSelfSigned ? ['https', 'http'] : ['https']).map((scheme) => `${scheme}://${host}:${port}/`);
  log.info({ urls }, 'listening');
  let closing: Promise<void> | undefined;
  return { port, urls, close: () => (closing ??= close()) };

  async function close(): Promise<void> {
    const closed = once(server, 'close');
    subscriptions.close();
    webSockets.close();
    // Node's own takes a connection for idle that still owes the answer to a pipelined request.
    server.closeIdleConnections = () => connections.drain();
    server.close();
    const cut = setTimeout(() => connections.cut(), settings.drainTimeout);
    await closed;
    clearTimeout(cut);
    admission?.close();
    log.info('closed');
  }
}

function portOf(address: ReturnType<Server['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  return address.port;
}
