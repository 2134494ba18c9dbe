import type { Http2Server, ServerHttp2Stream } from 'node:http2';
import type { ReadRate } from '../../settings/settings.js';
import { NGHTTP2_ENHANCE_YOUR_CALM } from './http2-server.js';

const MAX_CHECK_MS = 5_000;
const CHECKS_IN_TIMEOUT = 6;

interface SlowStream {
  /** The bytes that waited when it was checked last. */
  unread: number;
  /** When it is closed, unless the client reads. */
  deadline: number;
}

/**
 * Closes streams of HTTP/2 for which bytes wait, and whose clients read more slowly than the minimum rate for too long. The window of a
 * stream delays them: on the connection nothing waits.
 *
 * That bytes were read shows when all of a write was. A client gets the time that this takes at the minimum rate.
 * @param settings may return other values in time
 * @returns a function that ends it
 */
export function cutSlowStreams(http2: Http2Server, settings: () => ReadRate): () => void {
  const slow = new Map<ServerHttp2Stream, SlowStream | undefined>();
  let timer = setTimeout(check, pause()).unref();

  http2.on('stream', (stream) => {
    slow.set(stream, undefined);
    stream.once('close', () => slow.delete(stream));
  });
  return () => clearTimeout(timer);

  function pause(): number {
    return Math.min(MAX_CHECK_MS, Math.max(1, settings().slowReadTimeout / CHECKS_IN_TIMEOUT));
  }

  function check(): void {
    const { minReadRate, slowReadTimeout } = settings();
    const now = performance.now();
    for (const [stream, former] of slow) {
      const unread = stream.writableLength;
      if (unread === 0 || minReadRate === 0) slow.set(stream, undefined);
      else if (former === undefined || unread < former.unread)
        slow.set(stream, { unread, deadline: now + slowReadTimeout + (unread * 1000) / minReadRate });
      else if (now > former.deadline) stream.close(NGHTTP2_ENHANCE_YOUR_CALM);
      else former.unread = unread;
    }
    timer = setTimeout(check, pause()).unref();
  }
}
