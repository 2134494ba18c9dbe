import { plainAddress } from '../limits/address-group.js';

/** Usual hosts of requests to this machine, which need no parser of URLs. */
const USUAL = /^(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Returns the name or address in a `Host` header as a URL writes it, without its port; `undefined` for a malformed one. */
export function hostNameOf(host: string): string | undefined {
  const usual = USUAL.exec(host)?.[1];
  if (usual !== undefined) return usual;
  if (!URL.canParse(`http://${host}`)) return undefined;
  const { hostname, pathname, username, password, search, hash } = new URL(`http://${host}`);
  return pathname + username + password + search + hash === '/' ? hostname : undefined;
}

/** Returns host names as {@link hostNameOf} gives them, to be compared with those of requests. */
export const hostNames = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => hostNameOf(name) ?? []));

const IPV4_LOOPBACK = /^127(?:\.\d{1,3}){3}$/;

/** Returns whether a host name, as {@link hostNameOf} gives it, always means this machine. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || IPV4_LOOPBACK.test(name);
}

/** Returns whether an address of a connection is that of the loopback. */
export function isLoopbackAddress(address: string | undefined): boolean {
  const plain = plainAddress(address ?? '');
  return plain !== undefined && (plain === '::1' || IPV4_LOOPBACK.test(plain));
}
