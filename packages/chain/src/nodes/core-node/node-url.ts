import type { Credentials } from './credentials.js';

/** Describes the URL of a node's RPC server. */
export interface NodeUrl {
  /** Such as `http://127.0.0.1:9998`: no credentials in it. */
  readonly origin: string;
  /** The host alone, IPv6 without its brackets. */
  readonly host: string;
  readonly path: string;
  /** The credentials before the host. */
  readonly credentials: Credentials | undefined;
}

/**
 * Reads the address of a node's RPC server: `http://` or `https://`, a host, a port if it is not that of the scheme.
 * Credentials in it are taken out.
 * @throws {RangeError} when it is anything else. The text is not in the message: there may be a password in it.
 */
export function parseNodeUrl(text: string): NodeUrl {
  const url = parse(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RangeError(`expected a URL of http or https, found ${url.protocol.slice(0, -1)}`);
  }
  if (url.search !== '' || url.hash !== '') throw new RangeError('expected a URL without ? and #');
  return {
    origin: url.origin,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    path: url.pathname,
    credentials:
      url.username === '' && url.password === ''
        ? undefined
        : { user: decode(url.username), password: decode(url.password) },
  };
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new RangeError('not a URL: use one such as http://127.0.0.1:9998');
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RangeError('the credentials in the URL have a % that begins no escape: write it %25');
  }
}
