import { listTokens } from '../../base/http/list-tokens.js';
import { plainAddress } from '../limits/address-group.js';
import type { AccessRequest } from './access-request.js';

/** nginx before 1.29.7 forwards requests with it unless it is configured otherwise. Programs speak 1.1. */
const PROXY_VERSION = '1.0';

/** nginx sends it with every request where the lines for WebSockets are configured. Programs name what they upgrade to. */
const PROXY_CONNECTION = 'upgrade';

/** A client that offers HTTP/2 also names this protocol. */
const HTTP2_SETTINGS = 'http2-settings';

/** The headers that proxies add to the requests that they forward. */
const FORWARDING_HEADERS: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cdn-loop',
  'do-connecting-ip',
  'x-nf-client-connection-ip',
]);

/** Beginnings of the names of the others, those of hosting services among them. */
const FORWARDING_PREFIX =
  /^(?:x-(?:forwarded|original|envoy|azure|appengine|vercel)|cf|fly|fastly|tailscale|akamai)-/;

/**
 * Returns whether a proxy forwarded a request, as far as that shows. A proxy that adds no header, speaks HTTP/1.1 and is not
 * trusted appears to be a program.
 * @param isProxy whether an address is that of a trusted proxy
 */
export function isForwarded(
  { headers, httpVersion, socket: { remoteAddress } }: AccessRequest,
  isProxy: (address: string) => boolean,
): boolean {
  if (httpVersion === PROXY_VERSION) return true;
  const connection = listTokens(headers.connection);
  if (connection.includes(PROXY_CONNECTION) && !connection.includes(HTTP2_SETTINGS)) return true;
  for (const written of Object.keys(headers)) {
    // Some proxies and servers take the one for the other.
    const name = written.replaceAll('_', '-');
    if (FORWARDING_HEADERS.has(name) || FORWARDING_PREFIX.test(name)) return true;
  }
  return isProxy(plainAddress(remoteAddress ?? '') ?? '');
}
