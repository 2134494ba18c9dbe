import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyExtendedAddress } from '../../../test/arbitraries.js';
import { looseness } from '../../../test/strict-decoder.js';
import { readAll } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { bytesToHex, hexToBytes } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import {
  formatExtendedAddress,
  parseExtendedAddress,
  readExtendedAddress,
  writeExtendedAddress,
  type ExtendedAddress,
} from './extended-address.js';

const decode = (bytes: Uint8Array) => readAll(bytes, readExtendedAddress);
const encode = (address: ExtendedAddress) => {
  const writer = new ByteWriter();
  writeExtendedAddress(writer, address);
  return writer.toBytes();
};

describe('an extended address', () => {
  // The onion and I2P hosts and their bytes are those of src/test/net_tests.cpp of Bitcoin and Dash Core.
  it.each([
    ['ipv4', '1.2.3.4:9999', '010104 01020304 270f'],
    ['ipv6', '[1a1b:2a2b:3a3b:4a4b:5a5b:6a6b:7a7b:8a8b]:1', '010210 1a1b2a2b3a3b4a4b5a5b6a6b7a7b8a8b 0001'],
    [
      'onion',
      'pg6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion:9999',
      '010420 79bcc625184b05194975c28b66b66b0469f7f6556fb1ac3189a79b40dda32f1f 270f',
    ],
    [
      'i2p',
      'ukeu3k5oycgaauneqgtnvselmt4yemvoilkln7jpvamvfx7dnkdq.b32.i2p:0',
      '010520 a2894dabaec08c0051a481a6dac88b64f98232ae42d4b6fd2fa81952dfe36a87 0000',
    ],
    ['cjdns', '[fc00:1:2:3:4:5:6:7]:9999', '010610 fc000001000200030004000500060007 270f'],
    ['domain', 'server-1.example.org:443', '0214 7365727665722d312e6578616d706c652e6f7267 01bb'],
  ])('of %s round-trips: %s', (network, text, spaced) => {
    const hex = spaced.replaceAll(' ', '');
    const address = decode(hexToBytes(hex));
    expect(address.network).toBe(network);
    expect(formatExtendedAddress(address)).toBe(text);
    expect(parseExtendedAddress(text)).toEqual(address);
    expect(bytesToHex(encode(address))).toBe(hex);
  });

  it('round-trips through bytes and text', () => {
    fc.assert(
      fc.property(anyExtendedAddress, (address) => {
        expect(decode(encode(address))).toEqual(address);
        expect(parseExtendedAddress(formatExtendedAddress(address))).toEqual(address);
      }),
    );
  });

  it('decodes strictly', () => {
    const seeds = fc.sample(anyExtendedAddress, { numRuns: 20, seed: 1 }).map(encode);
    expect(looseness({ decode, encode }, seeds, 3000)).toBeUndefined();
  });

  it.each([
    ['an unknown type', 'ff'],
    ['an unknown network', '010704010203040001'],
    ['version 2 onions', '01030a0102030405060708090a0001'],
    ['a length that is not the network’s', '010103010203270f'],
    ['0.0.0.0', '01010400000000270f'],
    ['255.255.255.255', '010104ffffffff270f'],
    ['the unspecified IPv6 address', '01021000000000000000000000000000000000270f'],
    ['IPv4 inside IPv6', '01021000000000000000000000ffff01020304270f'],
    ['an IPv6 address for documentation', '01021020010db8000000000000000000000001270f'],
    ['CJDNS outside its range', '010610fd000001000200030004000500060007270f'],
    ['a domain without a dot', '02096c6f63616c686f73740001'],
    ['a domain in upper case', '0203452e4f0001'],
    ['a domain without a port', '0203612e620000'],
    ['a domain with an empty label', '0204612e2e620001'],
    ['a domain with a hyphen in front', '02052d612e62630001'],
  ])('rejects %s', (_, hex) => {
    expect(() => decode(hexToBytes(hex))).toThrow(MalformedBytesError);
  });

  it.each([
    '',
    'example.org',
    ':1',
    'localhost:1',
    'Example.org:1',
    '1.2.3:1',
    '1.2.3.4:65536',
    '[::1:1',
    '[1.2.3.4.5]:1',
    'pg6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion',
  ])('rejects the text %j', (text) => {
    expect(() => parseExtendedAddress(text)).toThrow(RangeError);
  });

  it('rejects an invalid host, such as an onion with a wrong checksum', () => {
    const hosts: Omit<ExtendedAddress, 'port'>[] = [
      { network: 'onion', host: 'ag6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion' },
      { network: 'i2p', host: 'x.b32.i2p' },
      { network: 'ipv4', host: '0.0.0.0' },
      { network: 'cjdns', host: '::1' },
      { network: 'domain', host: 'localhost' },
    ];
    for (const host of hosts) expect(() => encode({ ...host, port: 1 })).toThrow(RangeError);
    expect(() => encode({ network: 'ipv4', host: '1.2.3.4', port: 65536 })).toThrow(RangeError);
  });
});
