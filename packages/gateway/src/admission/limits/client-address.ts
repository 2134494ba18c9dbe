import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { plainAddress } from './address-group.js';

/** Lists the headers in which a proxy can name its client. */
export const FORWARDED_HEADERS = ['x-forwarded-for', 'forwarded'] as const;
export type ForwardedHeader = (typeof FORWARDED_HEADERS)[number];

/** Describes the trusted proxies, and the header in which they name the client. */
export interface ProxyTrust {
  /** Addresses and networks, such as `10.0.0.0/8`. */
  readonly trustedProxies: readonly string[];
  /** The header that they write. The other one is ignored: a client could have written it. */
  readonly forwardedHeader: ForwardedHeader;
}

/** Lists the parts of a request that say where it comes from. */
export interface ForwardedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Describes a client address, and whether it is that of a trusted proxy. */
export interface ClientAddresses {
  of(request: ForwardedRequest): string;
  readonly isProxy: (address: string) => boolean;
}

/** Max length of a chain of proxies; longer ones are not trusted. */
const MAX_HOPS = 16;

/**
 * Determines where requests come from. Behind trusted proxies it is the first address, from the right, that is none of theirs: all to
 * the left of it is hearsay. Where a trusted proxy says something that is no address, it is that proxy's.
 * @throws {RangeError} when one of the proxies is neither an address nor a network.
 */
export function clientAddresses({ trustedProxies, forwardedHeader }: ProxyTrust): ClientAddresses {
  const proxies = new BlockList();
  for (const proxy of trustedProxies) addTo(proxies, proxy);
  const isProxy = (address: string): boolean =>
    trustedProxies.length > 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  const hopsIn = forwardedHeader === 'forwarded' ? forwardedHops : listedHops;

  return {
    isProxy,
    of: ({ headers, socket: { remoteAddress } }) => {
      let address = plainAddress(remoteAddress ?? '') ?? '';
      if (address === '' || !isProxy(address)) return address;
      const header = headers[forwardedHeader];
      for (const hop of hopsIn(String(header ?? ''))) {
        const next = hopAddress(hop);
        if (next === undefined) return address;
        address = next;
        if (!isProxy(address)) return address;
      }
      return address;
    },
  };
}

function addTo(list: BlockList, text: string): void {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const highest = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? highest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (version === 0 || rest.length > 0 || !(prefix <= highest))
    throw new RangeError(
      `expected an address or a network such as 10.0.0.0/8, found ${JSON.stringify(text)}`,
    );
  list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
}

/** Returns the hops of `X-Forwarded-For`, the nearest first. */
function listedHops(header: string): string[] {
  if (header === '') return [];
  return header.split(',').slice(-MAX_HOPS).toReversed();
}

const PAIR = /[\t ]*([!#$%&'*+.^`|~\w-]+)=([!#$%&'*+.^`|~\w-]+|"(?:[^"\\]|\\[\t -~])*")[\t ]*([,;]|$)/y;

/**
 * Returns the hops of `Forwarded` (RFC 7239), the nearest first; none when any of it is malformed: an open quote of the client's would
 * swallow what the proxies wrote behind it.
 */
function forwardedHops(header: string): string[] {
  const hops: string[] = [];
  let hop = '';
  let isAtEnd = false;
  PAIR.lastIndex = 0;
  while (!isAtEnd) {
    const [, name, value = '', separator] = PAIR.exec(header) ?? [];
    if (name === undefined) return [];
    if (name.toLowerCase() === 'for') hop = value.startsWith('"') ? value.slice(1, -1) : value;
    isAtEnd = separator === '';
    if (separator === ';') continue;
    hops.push(hop);
    hop = '';
  }
  return hops.slice(-MAX_HOPS).toReversed();
}

/** Returns the address of `1.2.3.4`, `1.2.3.4:5678`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:5678`. */
function hopAddress(text: string): string | undefined {
  const hop = text.trim();
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop) ?? [];
  if (inBrackets !== undefined) return isIPv6(inBrackets) ? plainAddress(inBrackets) : undefined;
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(hop) ?? [];
  return plainAddress(withPort ?? hop);
}
