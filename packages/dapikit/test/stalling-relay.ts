import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '../../chain/test/port-of.js';

/** Passes on what comes, until it is told to leave everything where it is, ends included: as a machine that hangs. */
export class StallingRelay {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer({ allowHalfOpen: true }, (socket) => this.#pass(socket));

  private constructor(private readonly upstream: number) {}

  static async start(upstream: number): Promise<StallingRelay> {
    const relay = new StallingRelay(upstream);
    relay.#server.listen(0, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  get port(): number {
    return portOf(this.#server);
  }

  stall(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #pass(socket: Socket): void {
    const upstream = connect({ port: this.upstream, host: '127.0.0.1', allowHalfOpen: true });
    for (const end of [socket, upstream]) {
      this.#sockets.add(end);
      end.on('error', () => end.destroy());
    }
    socket.pipe(upstream).pipe(socket);
  }
}
