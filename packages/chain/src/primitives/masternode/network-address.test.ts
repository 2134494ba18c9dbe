import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAll } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { bytesToHex, hexToBytes } from '../../base/bytes/hex.js';
import {
  formatNetworkAddress,
  parseNetworkAddress,
  readNetworkAddress,
  UNSPECIFIED_ADDRESS,
  writeNetworkAddress,
  type NetworkAddress,
} from './network-address.js';

const encode = (address: NetworkAddress) => {
  const writer = new ByteWriter();
  writeNetworkAddress(writer, address);
  return writer.toBytes();
};

describe('a network address', () => {
  it.each([
    ['1.2.3.4:20004', '00000000000000000000ffff010203044e24'],
    ['[::]:0', '000000000000000000000000000000000000'],
    ['[::1]:65535', '00000000000000000000000000000001ffff'],
    ['[2001:db8::1]:9999', '20010db8000000000000000000000001270f'],
    ['[2001:db8::1:0:0:1]:1', '20010db80000000000010000000000010001'],
    ['[2001:0:0:1::1]:1', '200100000000000100000000000000010001'],
    ['[2001:db8:0:1:1:1:1:1]:1', '20010db80000000100010001000100010001'],
    ['[1::]:1', '000100000000000000000000000000000001'],
    ['0.0.0.0:0', '00000000000000000000ffff000000000000'],
    ['[::102:304]:1', '000000000000000000000000010203040001'],
  ])('%s encodes as %s', (text, hex) => {
    const address = readAll(hexToBytes(hex), readNetworkAddress);
    expect(formatNetworkAddress(address)).toBe(text);
    expect(parseNetworkAddress(text)).toEqual(address);
    expect(bytesToHex(encode(address))).toBe(hex);
  });

  it('round-trips any 18 bytes', () => {
    const groups = fc.array(fc.oneof(fc.constant([0, 0]), fc.tuple(fc.nat(255), fc.nat(255))), {
      minLength: 9,
      maxLength: 9,
    });
    fc.assert(
      fc.property(groups, (pairs) => {
        const bytes = Uint8Array.from(pairs.flat());
        const address = readAll(bytes, readNetworkAddress);
        expect(encode(address)).toEqual(bytes);
        expect(parseNetworkAddress(formatNetworkAddress(address))).toEqual(address);
      }),
    );
  });

  it('accepts any spelling of an IP address', () => {
    expect(parseNetworkAddress('[2001:0DB8:0:0:0:0:0:1]:1')).toEqual({ ip: '2001:db8::1', port: 1 });
    expect(parseNetworkAddress('[::ffff:1.2.3.4]:1')).toEqual({ ip: '1.2.3.4', port: 1 });
    expect(parseNetworkAddress('[::ffff:102:304]:1')).toEqual({ ip: '1.2.3.4', port: 1 });
    expect(parseNetworkAddress('[64:ff9b::1.2.3.4]:1')).toEqual({ ip: '64:ff9b::102:304', port: 1 });
    expect(parseNetworkAddress('[::]:0')).toEqual(UNSPECIFIED_ADDRESS);
  });

  it.each([
    '',
    '1.2.3.4',
    '1.2.3.4:65536',
    '1.2.3.4:',
    '1.2.3:1',
    '1.2.3.256:1',
    '01.2.3.4:1',
    '[1.2.3.4]:1',
    '::1:1',
    '[::1]',
    '[::g]:1',
    '[1::2::3]:1',
    '[fe80::1%eth0]:1',
    'example.org:1',
    ' 1.2.3.4:1',
    '1.2.3.4:+1',
  ])('rejects %j', (text) => {
    expect(() => parseNetworkAddress(text)).toThrow(RangeError);
  });

  it('rejects an invalid host or port when encoding', () => {
    expect(() => encode({ ip: 'example.org', port: 1 })).toThrow(RangeError);
    expect(() => encode({ ip: 'fe80::1%eth0', port: 1 })).toThrow(RangeError);
    for (const port of [-1, 65536, 0.5]) expect(() => encode({ ip: '::', port })).toThrow(RangeError);
  });
});
