import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What is done with a connection once a call has come on it. The id is that of the call. */
export type Fault = (socket: Socket, id: number) => void;

/** Stands between a gateway and its node: passes everything on, or does what a fault says. */
export class FaultProxy {
  readonly #upstream: number;
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;
  #fault: Fault | undefined;

  private constructor(upstream: number) {
    this.#upstream = upstream;
    this.#server = this.#makeServer();
  }

  static async start(upstream: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(upstream);
    await proxy.#listen();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** From now on; connections that are open are cut. */
  async set(fault: Fault | 'reject' | undefined): Promise<void> {
    this.#fault = fault === 'reject' ? undefined : fault;
    this.#cut();
    if (fault === 'reject') await this.stop();
    else if (!this.#server.listening) await this.#listen();
  }

  async stop(): Promise<void> {
    this.#cut();
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #listen(): Promise<void> {
    this.#server = this.#makeServer().listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an address of this kind
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #makeServer(): Server {
    return createServer((socket) => {
      this.#keep(socket);
      const fault = this.#fault;
      if (fault === undefined) {
        const upstream = this.#keep(connect(this.#upstream, '127.0.0.1'));
        socket.pipe(upstream).pipe(socket);
        socket.once('close', () => upstream.destroy());
        upstream.once('close', () => socket.destroy());
        return;
      }
      socket.on('data', (data) => {
        const [, id] = /"id":(\d+)/.exec(String(data)) ?? [];
        if (id !== undefined) fault(socket, Number(id));
      });
    });
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }
}
