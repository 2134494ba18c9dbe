import * as net from 'node:net';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isIPv4, isIPv6 } from './ip-address.js';

const pieces = fc.array(
  fc.constantFrom(
    '1',
    '0',
    '00',
    '255',
    '256',
    'ffff',
    '10000',
    'g',
    '.',
    ':',
    '::',
    '1.2.3.4',
    '',
    '01',
    'A',
  ),
  { maxLength: 20 },
);
const joined = fc.oneof(
  pieces.map((parts) => parts.join('')),
  pieces.map((parts) => parts.join(':')),
  pieces.map((parts) => parts.join('.')),
  fc.ipV4(),
  fc.ipV6(),
);

it('reads the IP addresses that Node reads, without zones', () => {
  fc.assert(
    fc.property(joined, (text) => {
      expect(isIPv4(text)).toBe(net.isIPv4(text));
      expect(isIPv6(text)).toBe(net.isIPv6(text));
    }),
    { numRuns: 3000 },
  );
  expect(isIPv6('fe80::1%eth0')).toBe(false);
});
