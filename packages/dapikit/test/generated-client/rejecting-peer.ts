import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { portOf } from '../../../chain/test/port-of.js';

const BROADCAST = '/broadcastStateTransition';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Passes calls of gRPC-web on to an honest peer. It answers broadcasts as a network does when an SDK sends the same bytes again that were executed already: they arrive, and the
 * answer is a rejection.
 */
export class RejectingPeer {
  readonly #server: Server;
  #rejection: Answer | undefined;
  /** True while broadcasts that arrive are rejected. */
  isRejecting = false;
  /** Number of broadcasts that it rejected. */
  rejected = 0;

  private constructor(honest: string) {
    const origin = honest.replace(/\/$/, '');
    this.#server = createServer((request, response) => {
      const pass = async (): Promise<void> => {
        const { status, headers, body } = await this.#answer(origin, request);
        response.writeHead(status, headers);
        response.end(body);
      };
      pass().catch(() => response.destroy());
    });
  }

  /** True where it has seen a rejection of a broadcast, which it repeats. */
  get knowsRejection(): boolean {
    return this.#rejection !== undefined;
  }

  static async start(honest: string): Promise<RejectingPeer> {
    const peer = new RejectingPeer(honest);
    peer.#server.listen(0, '127.0.0.1');
    await once(peer.#server, 'listening');
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(origin: string, request: IncomingMessage): Promise<Answer> {
    const answer = await send(origin, request);
    if (request.url?.endsWith(BROADCAST) !== true) return answer;
    if (isRejection(answer)) this.#rejection = answer;
    else if (this.isRejecting && this.#rejection !== undefined) {
      this.rejected += 1;
      return this.#rejection;
    }
    return answer;
  }
}

/** Returns whether an answer of gRPC-web has an error, in its headers or in its last frame. */
const isRejection = ({ headers, body }: Answer): boolean =>
  (headers['grpc-status'] ?? '0') !== '0' || /grpc-status: ?[1-9]/i.test(body.toString('latin1'));

async function send(origin: string, request: IncomingMessage): Promise<Answer> {
  const { method = 'GET', url = '/' } = request;
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const sent = await buffer(request);
  const received = await fetch(`${origin}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(sent.length > 0 && { body: sent }),
  });
  const body = Buffer.from(await received.arrayBuffer());
  const kept = [...received.headers].filter(
    ([name]) => !['content-encoding', 'content-length', 'connection', 'transfer-encoding'].includes(name),
  );
  return { status: received.status, headers: Object.fromEntries(kept), body };
}
