import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { portOf } from '../../chain/test/port-of.js';

/** Changes the body of a response of gRPC-web on its way; gives it as it is by default. */
export type WebLie = (path: string, body: Uint8Array) => Uint8Array;

const PREFIX_BYTES = 5;
const NO_BODY = 204;

/** Says what a peer does with calls: it changes responses, passes them on, leaves them without a response, breaks connections, or listens no more until it does something else. */
export type WebFault = 'lies' | 'passes' | 'stalls' | 'breaks' | 'restarts';

const unchanged: WebLie = (_, body) => body;

/** Serves gRPC-web over HTTP/1.1 in front of an honest peer, as browsers call it, and changes responses with an end. */
export class LyingWebPeer {
  readonly #server: Server;
  #fault: WebFault = 'lies';
  #port = 0;

  private constructor(honest: string, lie: WebLie) {
    this.#server = createServer((request, response) => {
      if (this.#fault === 'breaks') response.destroy();
      else if (this.#fault !== 'stalls')
        pass(honest, this.#fault === 'lies' ? lie : unchanged, request, response).catch(() =>
          response.destroy(),
        );
    });
  }

  /** Changes what it does from now on. */
  turnTo(fault: WebFault): void {
    const former = this.#fault;
    this.#fault = fault;
    if (fault === 'breaks') this.#server.closeAllConnections();
    if (fault === former) return;
    if (fault === 'restarts') this.stop();
    if (former === 'restarts') this.#server.listen(this.#port, '127.0.0.1');
  }

  static async start(honest: string, lie: WebLie): Promise<LyingWebPeer> {
    const peer = new LyingWebPeer(honest, lie);
    peer.#server.listen(0, '127.0.0.1');
    await once(peer.#server, 'listening');
    peer.#port = portOf(peer.#server);
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function pass(
  honest: string,
  lie: WebLie,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '';
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const left = new AbortController();
  response.on('close', () => left.abort());
  const found = await fetch(`${honest}${path}`, {
    method: request.method ?? 'POST',
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    signal: left.signal,
  });
  const kept = [...found.headers].filter(
    ([name]) => !['content-length', 'transfer-encoding', 'connection', 'keep-alive'].includes(name),
  );
  response.writeHead(found.status, Object.fromEntries(kept));
  if (found.body === null || found.status === NO_BODY) response.end();
  else if (path.includes('subscribe')) for await (const chunk of found.body) response.write(chunk);
  else response.write(lie(path, new Uint8Array(await found.arrayBuffer())));
  response.end();
}

/** Returns a body whose first message has another byte in the middle. */
export function withOtherByteOfMessage(body: Uint8Array): Uint8Array {
  const length = new DataView(body.buffer, body.byteOffset).getUint32(1);
  const at = PREFIX_BYTES + Math.floor(length / 2);
  return body.map((byte, index) => (index === at ? byte ^ 1 : byte));
}
