/** The bytes that came of the open requests of a connection: a client of HTTP/2 sends many bodies at a time. */
const connectionBytes = new WeakMap<object, number>();

/** Limits the bodies of the open requests of a connection together. */
export interface ConnectionLimit {
  readonly connection: object;
  readonly maxConnectionBytes: number;
}

const MIN_CONNECTION_BYTES = 16 * 1024 * 1024;
const MAX_LARGE_BODIES = 8;

/** Returns the bytes that the bodies of the open requests of a connection may have together: as many as some of the largest. */
export const maxConnectionBytes = (maxBodyBytes: number): number =>
  Math.max(MIN_CONNECTION_BYTES, MAX_LARGE_BODIES * maxBodyBytes);

/** Represents what one body takes of the limit of its connection. */
export class ConnectionShare {
  readonly #limit: ConnectionLimit;
  #counted = 0;

  constructor(limit: ConnectionLimit) {
    this.#limit = limit;
  }

  /** Counts bytes of the body; returns whether all open bodies of the connection are within its limit. */
  add(bytes: number): boolean {
    const { connection, maxConnectionBytes: max } = this.#limit;
    const all = (connectionBytes.get(connection) ?? 0) + bytes;
    connectionBytes.set(connection, all);
    this.#counted += bytes;
    return all <= max;
  }

  /** Returns what the body took. */
  release(): void {
    this.add(-this.#counted);
  }
}
