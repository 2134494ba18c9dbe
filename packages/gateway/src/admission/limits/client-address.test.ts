import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressGroup, plainAddress } from './address-group.js';
import { clientAddresses, type ForwardedHeader } from './client-address.js';

const TRUSTED = ['10.0.0.0/8', '192.0.2.7', '2001:db8:ffff::/48'];

function seen(header: ForwardedHeader, remoteAddress: string, value?: string): string {
  const addresses = clientAddresses({ trustedProxies: TRUSTED, forwardedHeader: header });
  return addresses.of({ headers: value === undefined ? {} : { [header]: value }, socket: { remoteAddress } });
}

const text = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(':');
const groupOf = (address: string): string => addressGroup(plainAddress(address) ?? 'none');

describe('the normalized address', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:102:304', '1.2.3.4'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['1.2.3', undefined],
    ['', undefined],
    ['unknown', undefined],
    ['1.2.3.4 ', undefined],
  ])('of %s is %s', (text, plain) => {
    expect(plainAddress(text)).toBe(plain);
  });

  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::2:3:4:5:6', '1:0:0:2::/64'],
    ['', ''],
  ])('of %s belongs to the client %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });

  it('groups any two addresses of a /64 as one client', () => {
    const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(half, half, half, (network, one, other) => {
        fc.pre(network.some((part) => part !== 0));
        const expected = `${text(network)}::/64`;
        expect(groupOf(text([...network, ...one]))).toBe(expected);
        expect(groupOf(text([...network, ...other]).toUpperCase())).toBe(expected);
      }),
    );
  });
});

describe('clientAddresses', () => {
  it.each<[string, string, string | undefined, string]>([
    ['no proxy', '203.0.113.9', undefined, '203.0.113.9'],
    ['a client that claims to be another', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['a proxy', '10.1.1.1', '203.0.113.9', '203.0.113.9'],
    ['a proxy as IPv4 in IPv6', '::ffff:10.1.1.1', '203.0.113.9', '203.0.113.9'],
    ['a client that claims to be another, behind a proxy', '10.1.1.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['two proxies', '192.0.2.7', '1.2.3.4, 203.0.113.9, 10.2.2.2', '203.0.113.9'],
    ['a client that claims to be a proxy', '10.1.1.1', '1.2.3.4, 10.9.9.9, 203.0.113.9', '203.0.113.9'],
    ['a proxy without the header', '10.1.1.1', undefined, '10.1.1.1'],
    ['proxies only', '10.1.1.1', '10.3.3.3, 10.2.2.2', '10.3.3.3'],
    ['a port', '10.1.1.1', '203.0.113.9:4711', '203.0.113.9'],
    ['IPv6', '2001:db8:ffff::1', '2001:db8::5', '2001:db8::5'],
    ['IPv6 with a port', '10.1.1.1', '[2001:db8::5]:4711', '2001:db8::5'],
    ['no address', '10.1.1.1', '203.0.113.9, unknown', '10.1.1.1'],
    ['no address further on', '10.1.1.1', 'x, 10.2.2.2', '10.2.2.2'],
    ['an empty element', '10.1.1.1', '203.0.113.9,', '10.1.1.1'],
    ['an empty header', '10.1.1.1', '', '10.1.1.1'],
    ['a longer chain than the limit', '10.1.1.1', `1.2.3.4${', 10.2.2.2'.repeat(1000)}`, '10.2.2.2'],
  ])('resolves the address behind X-Forwarded-For: %s', (_, remote, header, address) => {
    expect(seen('x-forwarded-for', remote, header)).toBe(address);
  });

  it.each<[string, string | undefined, string]>([
    ['a proxy', 'for=203.0.113.9', '203.0.113.9'],
    ['more than the address', 'For="203.0.113.9:4711";proto=https;by=10.1.1.1', '203.0.113.9'],
    ['IPv6', 'for="[2001:db8::5]:4711"', '2001:db8::5'],
    ['two proxies', 'for=1.2.3.4, for=203.0.113.9;by="_x, y", for=10.2.2.2', '203.0.113.9'],
    ['nothing about the client', 'by=10.1.1.1', '10.1.1.1'],
    ['a hidden client', 'for=1.2.3.4, for=_hidden', '10.1.1.1'],
    ['an open quote before what the proxy wrote', 'for="1.2.3.4, for=203.0.113.9', '10.1.1.1'],
    ['a quote that the proxy closes', 'for=1.2.3.4;x=", for="[2001:db8::5]"', '10.1.1.1'],
    ['garbage', '\u0000,,;;"', '10.1.1.1'],
    ['nothing', undefined, '10.1.1.1'],
  ])('resolves the address behind Forwarded: %s', (_, header, address) => {
    expect(seen('forwarded', '10.1.1.1', header)).toBe(address);
  });

  it('ignores the header that the proxy does not write', () => {
    const addresses = clientAddresses({ trustedProxies: TRUSTED, forwardedHeader: 'x-forwarded-for' });
    const headers = { forwarded: 'for=1.2.3.4', 'x-forwarded-for': '203.0.113.9' };
    expect(addresses.of({ headers, socket: { remoteAddress: '10.1.1.1' } })).toBe('203.0.113.9');
  });

  it('trusts the proxy, whatever the client prepends', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (written) => {
        expect(seen('x-forwarded-for', '10.1.1.1', `${written}, 203.0.113.9`)).toBe('203.0.113.9');
        expect(seen('x-forwarded-for', '203.0.113.9', written)).toBe('203.0.113.9');
        expect(seen('forwarded', '10.1.1.1', `${written}, for=203.0.113.9`)).toBeOneOf([
          '203.0.113.9',
          '10.1.1.1',
        ]);
      }),
    );
  });

  it('reads a long header in linear time', () => {
    // A hundred times as long as Node lets a header be: quadratic time would be hours.
    for (const text of [
      'for="'.repeat(400_000),
      'for=1.2.3.4,'.repeat(130_000),
      `for="${'\\"'.repeat(800_000)}`,
      ' '.repeat(1_600_000),
    ])
      expect(seen('forwarded', '10.1.1.1', text)).toBeDefined();
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'proxy', '2001:db8::/129', '', '10.0.0.0/-1'])(
    'rejects the trusted proxy %j',
    (proxy) => {
      const open = () => clientAddresses({ trustedProxies: [proxy], forwardedHeader: 'forwarded' });
      expect(open).toThrow(RangeError);
      expect(open).toThrow(JSON.stringify(proxy));
    },
  );
});
