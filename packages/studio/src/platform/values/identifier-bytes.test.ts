import { base58 } from '@scure/base';
import { assert, property, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import { decodeIdentifier } from './identifier-bytes.js';

it('decodeIdentifier decodes Base58', () => {
  assert(
    property(uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      expect(decodeIdentifier(base58.encode(bytes))).toEqual(bytes);
    }),
  );
});

it.each(['', '1', '0'.repeat(44), '4FTNtwYk7SN3Nx5BdX5Vohus5qAVa2vvn9pS4RHd43', 'AQIDBA=='])(
  'decodeIdentifier rejects %j',
  (text) => {
    expect(decodeIdentifier(text)).toBeUndefined();
  },
);
