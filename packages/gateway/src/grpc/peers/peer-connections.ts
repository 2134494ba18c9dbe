import type { PeerLink } from '@dapikit/light-client';
import { LRUCache } from 'lru-cache';
import { PeerConnection, type ConnectionOptions } from './peer-connection.js';

/** Peers that are asked at a time, streams to former ones, and some that come back. */
const MAX_CONNECTIONS = 32;

/** Opens connections to peers with their first call, and closes those that were not used for longest. */
export class PeerConnections {
  readonly #acceptsExpired: boolean;
  readonly #verified = connectionCache();
  readonly #unverified = connectionCache();

  /** @param acceptsExpired accepts certificates that have expired, for responses that are verified */
  constructor(acceptsExpired: boolean) {
    this.#acceptsExpired = acceptsExpired;
  }

  /** Returns the connection to a peer for requests whose responses are verified: a certificate adds privacy to these. */
  verified(address: string): PeerLink {
    return opened(this.#verified, address, { acceptsExpired: this.#acceptsExpired });
  }

  /** Returns the connection to a peer for other requests. */
  unverified(address: string): PeerLink {
    if (!this.#acceptsExpired) return this.verified(address);
    // A peer that may be asked otherwise gets no pause.
    return opened(this.#unverified, address, { failureOfExpiry: 'unhelpful' });
  }

  /** Closes all of them. */
  close(): void {
    this.#verified.clear();
    this.#unverified.clear();
  }
}

function connectionCache(): LRUCache<string, PeerConnection> {
  return new LRUCache({ max: MAX_CONNECTIONS, dispose: (connection) => connection.close() });
}

function opened(
  cache: LRUCache<string, PeerConnection>,
  address: string,
  options: ConnectionOptions,
): PeerConnection {
  const open = cache.get(address) ?? new PeerConnection(address, options);
  cache.set(address, open);
  return open;
}
