import { isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns an IP address in one form: IPv4 mapped into IPv6 as IPv4, no zone; `undefined` if the text is not an address.
 */
export function plainAddress(text: string): string | undefined {
  const address = MAPPED.exec(text)?.[1] ?? text;
  const version = isIP(address);
  if (version === 4) return address;
  if (version === 0) return undefined;
  const [unzoned = ''] = address.split('%');
  const written = new URL(`http://[${unzoned}]`).hostname.slice(1, -1);
  return mappedIpv4(written) ?? written;
}

/** Returns the IPv4 address of `::ffff:102:304`, as a URL writes `::ffff:1.2.3.4`. */
function mappedIpv4(address: string): string | undefined {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bytes = [high, low].flatMap((group) => {
    const number = Number.parseInt(group, 16);
    return [Math.floor(number / 256), number % 256];
  });
  return bytes.join('.');
}

/**
 * Returns what limits treat as one client: an IPv4 address, or the /64 network of an IPv6 address, which is the minimum that one
 * customer is given (RFC 6177). What is no address is one client as well.
 * @param address as {@link plainAddress} gives it
 */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
