import type { ServerResponse } from 'node:http';
import { isHttp2 } from '../../base/http/head-rejection.js';
import { connectionOf, cutResponse } from './http2-server.js';

/** Over HTTP/2, clients request many responses at a time. */
const MAX_LARGE_STREAMS = 8;

/** Bounds the bytes of responses that wait for the client of a connection, over HTTP/2 on all of its streams. */
export class UnreadResponses {
  readonly #maxBytes: number;
  /** By connection; no entry where little waits. */
  readonly #bytes = new WeakMap<object, number>();

  /** @param maxBytes where more wait when the next response is to be written, that is cut; over HTTP/2, eight times as many */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts bytes that are to be written, until the returned function is called or the response is closed. Cuts the response and returns nothing where too many wait. */
  count(response: ServerResponse, bytes: number): (() => void) | undefined {
    const { req: request } = response;
    const connection = connectionOf(request);
    const unread = this.#bytes.get(connection) ?? 0;
    if (unread > (isHttp2(request) ? MAX_LARGE_STREAMS : 1) * this.#maxBytes) {
      cutResponse(response);
      return undefined;
    }
    this.#bytes.set(connection, unread + bytes);
    let isCounted = true;
    const written = (): void => {
      if (isCounted) this.#bytes.set(connection, (this.#bytes.get(connection) ?? 0) - bytes);
      isCounted = false;
    };
    // The library that writes to a client that is gone may wait for it for ever.
    response.once('close', written);
    return written;
  }
}
