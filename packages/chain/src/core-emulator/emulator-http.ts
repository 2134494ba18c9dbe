import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { EmulatorAccess } from './emulator-credentials.js';
import type { EmulatorLimits } from './core-emulator-options.js';
import type { RpcReply } from './rpc-server.js';

/** After a wrong password. Source: `HTTPReq_JSONRPC` in `src/httprpc.cpp` of dashpay/dash. */
const WRONG_PASSWORD_DELAY_MS = 250;
const TEXT = 'text/html; charset=ISO-8859-1';
const JSON_TYPE = 'application/json';
/** Source: `MAX_HEADERS_SIZE` in `src/httpserver.cpp` of dashpay/dash. */
const MAX_HEADER_BYTES = 8192;
const HEADERS_TIMEOUT_MS = 10_000;
const BETWEEN_CHECKS_MS = 1_000;

/** Methods that the HTTP library of a node does not know. */
const UNKNOWN_METHODS: ReadonlySet<string> = new Set(['OPTIONS', 'TRACE', 'PATCH', 'CONNECT']);

/** Represents the HTTP server of a node: which requests reach its RPC server. */
export class EmulatorHttp {
  readonly #server: Server;
  readonly #access: EmulatorAccess;
  readonly #limits: EmulatorLimits;
  readonly #reply: (body: Uint8Array) => Promise<RpcReply>;
  readonly #onError: (error: unknown) => void;

  constructor(
    access: EmulatorAccess,
    limits: EmulatorLimits,
    reply: (body: Uint8Array) => Promise<RpcReply>,
    onError: (error: unknown) => void,
  ) {
    this.#access = access;
    this.#limits = limits;
    this.#reply = reply;
    this.#onError = onError;
    this.#server = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: Math.min(HEADERS_TIMEOUT_MS, limits.requestTimeout),
        requestTimeout: limits.requestTimeout,
        keepAliveTimeout: limits.requestTimeout,
        connectionsCheckingInterval: BETWEEN_CHECKS_MS,
      },
      (request, response) => void this.#serve(request, response),
    );
    this.#server.maxConnections = limits.maxConnections;
  }

  /** Begins to listen; gives the port. Rejects with the system's error where it cannot. */
  async listen(port: number, host: string): Promise<number> {
    this.#server.listen({ port, host, exclusive: true });
    await once(this.#server, 'listening');
    this.#server.on('error', this.#onError);
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('it listens at no port');
    return address.port;
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client may go at any time.
    response.on('error', () => undefined);
    try {
      await this.#answer(request, response);
    } catch (error) {
      if (!request.destroyed) this.#onError(error);
      response.destroy();
    }
  }

  /** Responds to a request. Source: `http_request_cb` in `src/httpserver.cpp` and `HTTPReq_JSONRPC` in `src/httprpc.cpp` of dashpay/dash. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url, method, headers } = request;
    if (method !== undefined && UNKNOWN_METHODS.has(method)) return send(response, 501, TEXT, '');
    if (url !== '/') return send(response, 404, TEXT, '');
    if (method !== 'POST') return send(response, 405, TEXT, 'JSONRPC server handles only POST requests');
    const { authorization } = headers;
    if (authorization === undefined || !this.#access.admits(authorization)) {
      if (authorization !== undefined) await wait(WRONG_PASSWORD_DELAY_MS);
      response.setHeader('WWW-Authenticate', 'Basic realm="jsonrpc"');
      return send(response, 401, TEXT, '');
    }
    const body = await readBody(request, this.#limits.maxBodySize);
    if (body === undefined) {
      response.setHeader('Connection', 'close');
      return send(response, 413, TEXT, '');
    }
    const reply = await this.#reply(body);
    return send(response, reply.status, JSON_TYPE, reply.body);
  }
}

/** Returns the body of a request; `undefined` where it is longer than `maxBytes` bytes. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
