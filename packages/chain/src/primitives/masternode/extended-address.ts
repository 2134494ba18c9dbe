import { sha3_256 } from '@noble/hashes/sha3.js';
import { base32, base32nopad } from '@scure/base';
import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import { concatBytes } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { formatIp, formatIpv6, parseIp } from './network-address.js';
import { checkPort } from './port.js';

/** Lists the networks of a host of an {@link ExtendedAddress}. */
export type AddressNetwork = 'ipv4' | 'ipv6' | 'onion' | 'i2p' | 'cjdns' | 'domain';

/**
 * Describes one address of a masternode of version 3: on the clear net, on a privacy network, or a domain name
 * (Platform only).
 *
 * Source: `NetInfoEntry` in `src/evo/netinfo.h` of dashpay/dash; the address itself as BIP 155 has it.
 */
export interface ExtendedAddress {
  readonly network: AddressNetwork;
  /** As Dash Core prints it: `1.2.3.4`, `2001:4860::8888`, `….onion`, `….b32.i2p`, `fc00::1`, `example.org`. */
  readonly host: string;
  readonly port: number;
}

/** Defines the length of the shortest serialised address: a domain of three characters. */
export const MIN_EXTENDED_ADDRESS_BYTES = 1 + 1 + 3 + 2;

const SERVICE = 0x01;
const DOMAIN = 0x02;

interface HostFormat {
  readonly network: Exclude<AddressNetwork, 'domain'>;
  /** BIP 155's number of the network. */
  readonly id: number;
  readonly size: number;
  print(bytes: Uint8Array): string;
  parse(host: string): Uint8Array;
  valid(bytes: Uint8Array): boolean;
}

const ONION_VERSION = 3;
const ONION = /^[a-z2-7]{56}\.onion$/;
const I2P = /^[a-z2-7]{51}[aq]\.b32\.i2p$/;
const DOMAIN_NAME =
  /^(?=.{3,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
/** One more than a domain name can have: longer text is none. */
const MAX_DOMAIN_BYTES = 254;
const BRACKETED = /^\[(?<host>.*)\]:(?<port>\d{1,5})$/;
const PLAIN = /^(?<host>[^:]*):(?<port>\d{1,5})$/;
const IPV4_IN_IPV6 = 12;
const CJDNS_PREFIX = 0xfc;

const UNROUTABLE_IPV6_PREFIXES = [
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff],
  [0xfd, 0x87, 0xd8, 0x7e, 0xeb, 0x43],
  [0xfd, 0x6b, 0x88, 0xc0, 0x87, 0x24],
  [0x20, 0x01, 0x0d, 0xb8],
  Array.from({ length: 16 }, () => 0),
];

const HOST_FORMATS: readonly HostFormat[] = [
  {
    network: 'ipv4',
    id: 1,
    size: 4,
    print: (bytes) => bytes.join('.'),
    parse: (host) => parseIp(host).slice(IPV4_IN_IPV6),
    valid: (bytes) => bytes.some((byte) => byte !== 0) && bytes.some((byte) => byte !== 0xff),
  },
  {
    network: 'ipv6',
    id: 2,
    size: 16,
    print: formatIpv6,
    parse: parseIp,
    valid: (bytes) =>
      !UNROUTABLE_IPV6_PREFIXES.some((prefix) => prefix.every((byte, i) => bytes[i] === byte)),
  },
  { network: 'onion', id: 4, size: 32, print: formatOnion, parse: parseOnion, valid: () => true },
  { network: 'i2p', id: 5, size: 32, print: formatI2p, parse: parseI2p, valid: () => true },
  {
    network: 'cjdns',
    id: 6,
    size: 16,
    print: formatIpv6,
    parse: parseIp,
    valid: (bytes) => bytes[0] === CJDNS_PREFIX,
  },
];

/**
 * Reads one address.
 * @throws {MalformedBytesError} when it is one that Dash Core reads as invalid and rejects in a provider transaction.
 */
export function readExtendedAddress(reader: ByteReader): ExtendedAddress {
  const start = reader.offset;
  const type = reader.u8();
  if (type === DOMAIN) {
    const host = String.fromCharCode(...reader.varBytes().subarray(0, MAX_DOMAIN_BYTES));
    const port = reader.u16BigEndian();
    if (!DOMAIN_NAME.test(host) || port === 0)
      throw badAddress(start, `no domain name: ${JSON.stringify(host)}`);
    return { network: 'domain', host, port };
  }
  if (type !== SERVICE) throw badAddress(start, `unknown type ${type} of network address`);
  const id = reader.u8();
  const bytes = reader.varBytes();
  const port = reader.u16BigEndian();
  const format = HOST_FORMATS.find((known) => known.id === id);
  if (format === undefined) throw badAddress(start, `unknown network ${id}`);
  const { network } = format;
  if (bytes.length !== format.size || !format.valid(bytes)) throw badAddress(start, `no ${network} address`);
  return { network, host: format.print(bytes), port };
}

/** Writes an address of a masternode with its network. @throws {RangeError} when `host` is none of its network, or a domain has no port. */
export function writeExtendedAddress(writer: ByteWriter, { network, host, port }: ExtendedAddress): void {
  checkPort(port);
  if (network === 'domain') {
    if (!DOMAIN_NAME.test(host) || port === 0) throw noHost(network, host);
    writer.u8(DOMAIN).varBytes(new TextEncoder().encode(host)).u16BigEndian(port);
    return;
  }
  const format = HOST_FORMATS.find((known) => known.network === network);
  if (format === undefined) throw noHost(network, host);
  const bytes = format.parse(host);
  if (bytes.length !== format.size || !format.valid(bytes)) throw noHost(network, host);
  writer.u8(SERVICE).u8(format.id).varBytes(bytes).u16BigEndian(port);
}

/**
 * Returns the text Dash Core prints: `host:port`, the host in brackets on IPv6 and CJDNS.
 *
 * Source: `NetInfoEntry::ToStringAddrPort` in `src/evo/netinfo.cpp` of dashpay/dash.
 */
export function formatExtendedAddress({ network, host, port }: ExtendedAddress): string {
  return network === 'ipv6' || network === 'cjdns' ? `[${host}]:${port}` : `${host}:${port}`;
}

/**
 * Returns the address that `text` spells. The text of an address in `fc00::/8` does not say whether it is of IPv6 or of CJDNS;
 * it is taken for CJDNS, since on the public networks Dash Core lets nothing else be registered there.
 * @throws {RangeError} when it is none.
 */
export function parseExtendedAddress(text: string): ExtendedAddress {
  const bracketed = BRACKETED.exec(text)?.groups;
  const groups = bracketed ?? PLAIN.exec(text)?.groups;
  const port = Number(groups?.['port']);
  const host = groups?.['host'];
  if (host === undefined) throw new RangeError(`expected a host and a port, found ${JSON.stringify(text)}`);
  checkPort(port);
  if (bracketed !== undefined) {
    const bytes = parseIp(host);
    return { network: bytes[0] === CJDNS_PREFIX ? 'cjdns' : 'ipv6', host: formatIpv6(bytes), port };
  }
  if (ONION.test(host)) return { network: 'onion', host, port };
  if (I2P.test(host)) return { network: 'i2p', host, port };
  if (/^[\d.]+$/.test(host)) return { network: 'ipv4', host: formatIp(parseIp(host)), port };
  if (!DOMAIN_NAME.test(host)) throw noHost('domain', host);
  return { network: 'domain', host, port };
}

function formatOnion(publicKey: Uint8Array): string {
  const address = new Uint8Array(35);
  address.set(publicKey);
  address.set(onionChecksum(publicKey), 32);
  address[34] = ONION_VERSION;
  return `${base32.encode(address).toLowerCase()}.onion`;
}

function parseOnion(host: string): Uint8Array {
  if (!ONION.test(host)) throw noHost('onion', host);
  const publicKey = base32.decode(host.slice(0, 56).toUpperCase()).slice(0, 32);
  if (formatOnion(publicKey) !== host) throw noHost('onion', host);
  return publicKey;
}

function onionChecksum(publicKey: Uint8Array): Uint8Array {
  const text = concatBytes(
    new TextEncoder().encode('.onion checksum'),
    publicKey,
    Uint8Array.of(ONION_VERSION),
  );
  return sha3_256(text).slice(0, 2);
}

function formatI2p(hash: Uint8Array): string {
  return `${base32nopad.encode(hash).toLowerCase()}.b32.i2p`;
}

function parseI2p(host: string): Uint8Array {
  if (!I2P.test(host)) throw noHost('i2p', host);
  return base32nopad.decode(host.slice(0, 52).toUpperCase());
}

function badAddress(offset: number, message: string): MalformedBytesError {
  return new MalformedBytesError('bad-value', offset, message);
}

function noHost(network: AddressNetwork, host: string): RangeError {
  return new RangeError(`expected a host of network ${network}, found ${JSON.stringify(host)}`);
}
