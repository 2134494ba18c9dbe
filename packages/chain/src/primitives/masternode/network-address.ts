import { isIPv4, isIPv6 } from './ip-address.js';
import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import { checkPort } from './port.js';

/**
 * Describes an IP address and a port, as special transactions of versions 1 and 2 carry them: 16 bytes of IPv6 (an IPv4
 * address mapped into it), then the port with its high byte first.
 *
 * Source: `CService` in `src/netaddress.h` of dashpay/dash.
 */
export interface NetworkAddress {
  /** `1.2.3.4`, or IPv6 in the one spelling of RFC 5952 (`2001:db8::1`). Each of the 2^128 addresses has one spelling. */
  readonly ip: string;
  readonly port: number;
}

/** Defines the address of a masternode that has none: Dash Core prints it as `[::]:0`. */
export const UNSPECIFIED_ADDRESS: NetworkAddress = { ip: '::', port: 0 };

const IPV4_PREFIX = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff);
const TEXT = /^(?:(?<ipv4>[\d.]+)|\[(?<ipv6>[\da-fA-F:.]+)\]):(?<port>\d{1,5})$/;

/** Reads 16 bytes of address and 2 of port. */
export function readNetworkAddress(reader: ByteReader): NetworkAddress {
  return { ip: formatIp(reader.bytes(16)), port: reader.u16BigEndian() };
}

/** Writes an IP address as 16 bytes, and its port. @throws {RangeError} when `ip` is no IP address or `port` is not 16 bits. */
export function writeNetworkAddress(writer: ByteWriter, { ip, port }: NetworkAddress): void {
  checkPort(port);
  writer.bytes(parseIp(ip)).u16BigEndian(port);
}

/**
 * Returns the text Dash Core prints: `1.2.3.4:9999`, `[2001:db8::1]:9999`.
 *
 * Source: `CService::ToStringAddrPort` in `src/netaddress.cpp` of dashpay/dash. Dash Core reads an IPv6 address that
 * stands for a version 2 onion address or for one of its internal names (`fd87:d87e:eb43::/48`, `fd6b:88c0:8724::/48`)
 * as no address at all; here it is printed as the IPv6 address it is.
 */
export function formatNetworkAddress({ ip, port }: NetworkAddress): string {
  return isIPv4(ip) ? `${ip}:${port}` : `[${ip}]:${port}`;
}

/**
 * Returns the address that `text` spells, in the form of {@link formatNetworkAddress}; any spelling of IPv6 is read.
 * @throws {RangeError} when it is no IP address with a port: names are not looked up.
 */
export function parseNetworkAddress(text: string): NetworkAddress {
  const groups = TEXT.exec(text)?.groups;
  const { ipv4, ipv6 } = { ipv4: groups?.['ipv4'], ipv6: groups?.['ipv6'] };
  const ip =
    ipv4 !== undefined && isIPv4(ipv4) ? ipv4 : ipv6 !== undefined && isIPv6(ipv6) ? ipv6 : undefined;
  if (groups === undefined || ip === undefined) {
    throw new RangeError(`expected an IP address and a port, found ${JSON.stringify(text)}`);
  }
  const port = Number(groups['port']);
  checkPort(port);
  return { ip: formatIp(parseIp(ip)), port };
}

/** Returns the 16 bytes of an IP address; IPv4 is mapped into IPv6. @throws {RangeError} when `ip` is no IP address. */
export function parseIp(ip: string): Uint8Array {
  const bytes = new Uint8Array(16);
  if (isIPv4(ip)) {
    bytes.set(IPV4_PREFIX);
    bytes.set(ip.split('.').map(Number), IPV4_PREFIX.length);
    return bytes;
  }
  if (!isIPv6(ip) || ip.includes('%'))
    throw new RangeError(`expected an IP address, found ${JSON.stringify(ip)}`);
  const [head = '', tail] = ip.split('::');
  const leading = ipv6Groups(head);
  const trailing = tail === undefined ? [] : ipv6Groups(tail);
  bytes.set(leading);
  bytes.set(trailing, 16 - trailing.length);
  return bytes;
}

/** Returns the one spelling of the 16 bytes of an IP address: IPv4 where it is mapped into IPv6, else as RFC 5952 has it. */
export function formatIp(bytes: Uint8Array): string {
  if (IPV4_PREFIX.every((byte, i) => bytes[i] === byte)) return bytes.slice(IPV4_PREFIX.length).join('.');
  return formatIpv6(bytes);
}

/** Formats an IPv6 address as RFC 5952 does, including a mapped IPv4 address. */
export function formatIpv6(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
  const groups = Array.from({ length: 8 }, (_, i) => view.getUint16(i * 2).toString(16));
  const zeros = longestZeros(groups);
  if (zeros.length < 2) return groups.join(':');
  const head = groups.slice(0, zeros.start).join(':');
  return `${head}::${groups.slice(zeros.start + zeros.length).join(':')}`;
}

function longestZeros(groups: readonly string[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 };
  let start = 0;
  for (const [i, group] of groups.entries()) {
    if (group !== '0') start = i + 1;
    else if (i + 1 - start > longest.length) longest = { start, length: i + 1 - start };
  }
  return longest;
}

function ipv6Groups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >>> 8, value & 0xff];
  });
}
