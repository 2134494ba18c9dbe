import { once } from 'node:events';
import {
  connect,
  createServer,
  type ClientHttp2Session,
  type Http2Server,
  type ServerHttp2Stream,
} from 'node:http2';
import { portOf } from '../../chain/test/port-of.js';

/** Changes messages of a method on their way; returns them as they are by default. */
export interface Lies {
  readonly request?: (path: string, message: Uint8Array) => Uint8Array;
  readonly response?: (path: string, message: Uint8Array) => Uint8Array;
  /** Leaves calls of a method without a response. */
  readonly stalls?: (path: string) => boolean;
}

const PREFIX_BYTES = 5;

/** Serves gRPC in front of an honest peer and changes its messages. Without lies it is another honest peer. */
export class LyingPeer {
  readonly #server: Http2Server = createServer();
  readonly #sessions = new Set<{ destroy: () => void }>();
  /** Paths of the calls. */
  readonly calls: string[] = [];

  private constructor(
    private readonly honest: string,
    private readonly lies: Lies,
  ) {}

  static async start(honest: string, lies: Lies = {}): Promise<LyingPeer> {
    const peer = new LyingPeer(honest, lies);
    peer.#server.on('session', (session) => void peer.#sessions.add(session));
    peer.#server.on('stream', (stream, headers) => {
      const path = headers[':path'] ?? '';
      peer.calls.push(path);
      stream.on('error', () => undefined);
      // A call that is given up ends here.
      if (lies.stalls?.(path) !== true) peer.#pass(stream, path).catch(() => stream.destroy());
    });
    peer.#server.listen(0, '127.0.0.1');
    await once(peer.#server, 'listening');
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  stop(): void {
    for (const session of this.#sessions) session.destroy();
    this.#server.close();
  }

  async #pass(stream: ServerHttp2Stream, path: string): Promise<void> {
    const body = await bodyOf(stream);
    const session: ClientHttp2Session = connect(this.honest);
    session.on('error', () => stream.destroy());
    this.#sessions.add(session);
    const upstream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc+proto',
      te: 'trailers',
      'grpc-accept-encoding': 'identity',
    });
    stream.on('close', () => session.destroy());
    upstream.on('error', () => stream.destroy());
    let trailers: Record<string, string> = {};
    upstream.on('trailers', (found) => {
      trailers = {
        'grpc-status': String(found['grpc-status'] ?? '0'),
        ...(found['grpc-message'] !== undefined && { 'grpc-message': String(found['grpc-message']) }),
      };
    });
    upstream.on('response', (headers) => {
      if (stream.destroyed) return;
      const status = headers['grpc-status'];
      if (status !== undefined)
        trailers = { 'grpc-status': String(status), 'grpc-message': String(headers['grpc-message'] ?? '') };
      stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    });
    const frames = new Frames((message) => {
      if (!stream.destroyed) stream.write(frame(this.lies.response?.(path, message) ?? message));
    });
    upstream.on('data', (chunk: Buffer) => frames.add(chunk));
    upstream.on('end', () => stream.destroyed || stream.end());
    const wanted = body.subarray(PREFIX_BYTES);
    upstream.end(frame(this.lies.request?.(path, wanted) ?? wanted));
  }
}

async function bodyOf(stream: ServerHttp2Stream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(stream, 'end');
  return Buffer.concat(chunks);
}

function frame(message: Uint8Array): Buffer {
  const head = Buffer.alloc(PREFIX_BYTES);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

class Frames {
  #rest = Buffer.alloc(0);

  constructor(private readonly take: (message: Uint8Array) => void) {}

  add(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= PREFIX_BYTES) {
      const end = PREFIX_BYTES + this.#rest.readUInt32BE(1);
      if (this.#rest.length < end) return;
      this.take(this.#rest.subarray(PREFIX_BYTES, end));
      this.#rest = this.#rest.subarray(end);
    }
  }
}

/** Returns a message with another byte in the middle. */
export function withOtherByte(message: Uint8Array, at = Math.floor(message.length / 2)): Uint8Array {
  return Uint8Array.from(message, (byte, index) => (index === at ? byte ^ 1 : byte));
}
