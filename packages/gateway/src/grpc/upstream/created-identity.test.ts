import { expect, it } from 'vitest';
import { hasSameKeys } from './created-identity.js';

const key = (id: number) =>
  ({
    formatVersion: 0,
    id,
    purpose: 'AUTHENTICATION',
    securityLevel: 'HIGH',
    contractBounds: undefined,
    type: 'ECDSA_SECP256K1',
    readOnly: false,
    data: new Uint8Array(33).fill(id),
  }) as const;
const sent = [0, 1].map((id) => ({ ...key(id), signature: Uint8Array.of(1) }));
const stored = (id: number) => ({ ...key(id), disabledAt: undefined });

it('has the keys that it was registered with, in any order', () => {
  expect(hasSameKeys([stored(1), stored(0)], sent)).toBe(true);
});

it.each([
  ['one is missing', [stored(0)]],
  ['one was added', [stored(0), stored(1), stored(2)]],
  ['one is another one', [stored(0), { ...stored(1), data: new Uint8Array(33) }]],
  ['one may do something else', [stored(0), { ...stored(1), securityLevel: 'MASTER' as const }]],
  ['one was disabled', [stored(0), { ...stored(1), disabledAt: 7n }]],
])('has other keys where %s', (_, keys) => {
  expect(hasSameKeys(keys, sent)).toBe(false);
});
