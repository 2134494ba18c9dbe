import type { IncomingMessage } from 'node:http';
import { createRejection, type Rejection } from './rejections.js';

/** Limits the header fields of a request. Proxies and browsers send some tens. */
export const MAX_HEADERS = 200;

const TOO_MANY_HEADERS = createRejection(431, 'Too many headers', {
  reason: 'too-many-headers',
  expected: `at most ${MAX_HEADERS} headers`,
});

export const UNSUPPORTED_VERSION = createRejection(
  505,
  'HTTP version not supported',
  { reason: 'http-version-not-supported', expected: 'HTTP/2, HTTP/1.1 or HTTP/1.0' },
  ['connection', 'close'],
);

const HOST_MISSING = createRejection(400, 'Expected a Host header', {
  reason: 'host-missing',
  expected: 'a Host header, as HTTP/1.1 requires',
});

const HOST_REPEATED = createRejection(400, 'Expected one Host header', {
  reason: 'host-repeated',
  expected: 'one Host header',
});

/**
 * Returns why the head of a request is rejected, whatever is requested; `undefined` where it is not. Node's parser lets pass what is
 * looked at here.
 */
export function headRejection(request: IncomingMessage): Rejection | undefined {
  const { headers, httpVersionMajor, httpVersionMinor, rawHeaders } = request;
  const isVersion2 = isHttp2(request);
  if (!isVersion2 && (httpVersionMajor !== 1 || httpVersionMinor > 1)) return UNSUPPORTED_VERSION;
  if (rawHeaders.length > 2 * MAX_HEADERS) return TOO_MANY_HEADERS;
  if (headers.host === undefined)
    return httpVersionMajor === 1 && httpVersionMinor === 0 ? undefined : HOST_MISSING;
  // HTTP/2 has `:authority` instead.
  if (isVersion2) return undefined;
  return countHosts(rawHeaders) === 1 ? undefined : HOST_REPEATED;
}

/** Returns whether a request came over HTTP/2: the parser of HTTP/1.1 passes that version too. */
export const isHttp2 = (request: IncomingMessage): boolean => 'stream' in request;

/** Counts the `Host` headers: Node has the first one in `headers`, and drops the others. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === HOST.length && name.toLowerCase() === HOST) count += 1;
  }
  return count;
}

const HOST = 'host';
