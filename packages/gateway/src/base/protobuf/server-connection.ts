import { Http2SessionManager } from '@connectrpc/connect-node';
import type { SecureClientSessionOptions } from 'node:http2';

const KEEP_ALIVE_MS = 25_000;
/** A connection without a call is closed after so long. */
const IDLE_MS = 60_000;

/** Calls in a row that fail before a whole response, after which the next one opens another connection. */
const MAX_FAILURES = 3;
/** Connections that were replaced and may still have a call. */
const MAX_RETIRED = 4;

/** Holds the HTTP/2 connection to a server. It opens with the first call, and is replaced where it answers no call any more. */
export class ServerConnection {
  readonly url: string;
  readonly #options: SecureClientSessionOptions;
  #sessions: Http2SessionManager;
  #retired: readonly Http2SessionManager[] = [];
  #failures = 0;

  /**
   * @param url such as `http://127.0.0.1:26670`
   * @param options of a new connection
   */
  constructor(url: string, options: SecureClientSessionOptions = {}) {
    this.url = url;
    this.#options = options;
    this.#sessions = this.#open();
  }

  /** Returns the connection of the next call. */
  current(): Http2SessionManager {
    return this.#sessions;
  }

  /** Notes that a call on a connection got its response, or failed: without a response, within it, or in its time. */
  note(sessions: Http2SessionManager, hasSucceeded: boolean): void {
    if (sessions !== this.#sessions) return;
    this.#failures = hasSucceeded ? 0 : this.#failures + 1;
    if (this.#failures < MAX_FAILURES) return;
    this.#failures = 0;
    this.#sessions = this.#open();
    // A replaced connection closes by itself once it has no call.
    const open = [sessions, ...this.#retired].filter((one) => one.error() === undefined);
    for (const one of open.slice(MAX_RETIRED)) one.abort();
    this.#retired = open.slice(0, MAX_RETIRED);
  }

  /** Ends all connections and their calls. */
  close(): void {
    for (const sessions of [this.#sessions, ...this.#retired]) sessions.abort();
  }

  #open(): Http2SessionManager {
    const keeping = { pingIntervalMs: KEEP_ALIVE_MS, idleConnectionTimeoutMs: IDLE_MS };
    return new Http2SessionManager(this.url, keeping, this.#options);
  }
}
