import { LRUCache } from 'lru-cache';
import { PeerConnection } from './peer-connection.js';

/** Peers that are asked at a time, streams to former ones, and some that come back. */
const MAX_CONNECTIONS = 32;

/** Opens connections to peers with their first call, and closes those that were not used for longest. */
export class PeerConnections {
  readonly #open = new LRUCache<string, PeerConnection>({
    max: MAX_CONNECTIONS,
    dispose: (connection) => connection.close(),
  });

  /** Returns the connection to a peer. */
  to(address: string): PeerConnection {
    const open = this.#open.get(address) ?? new PeerConnection(address);
    this.#open.set(address, open);
    return open;
  }

  /** Closes all of them. */
  close(): void {
    this.#open.clear();
  }
}
