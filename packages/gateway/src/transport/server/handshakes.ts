import type { Socket } from 'node:net';

/** The ends of a connection. */
interface Ends {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
  readonly localAddress?: string | undefined;
}

/** Represents the TLS handshakes under way. Node names a connection whose handshake failed only after its addresses are gone. */
export class Handshakes {
  readonly #underWay = new Map<string, Socket>();
  readonly #onFailed: (socket: Socket) => void;

  /** @param onFailed is called with a connection that was closed before the end of its handshake */
  constructor(onFailed: (socket: Socket) => void) {
    this.#onFailed = onFailed;
  }

  begin(socket: Socket): void {
    const from = remoteEnd(socket);
    this.#underWay.set(from, socket);
    socket.once('close', () => {
      if (this.#underWay.get(from) !== socket) return;
      this.#underWay.delete(from);
      this.#onFailed(socket);
    });
  }

  /** @param connection what TLS made of the connection beneath */
  end(connection: Ends): void {
    this.#underWay.delete(remoteEnd(connection));
  }
}

/** Returns what a connection and the socket beneath it have in common. */
export function remoteEnd({ remoteAddress, remotePort, localAddress }: Ends): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
