import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highestNonce, useNonce } from './nonce.js';

describe('useNonce', () => {
  const FIFTY = 50n | 0x0fff_0000_0000_0000n;

  it.each([
    { stored: 50n, nonce: 50n, fault: 'nonce already present at tip' },
    { stored: 50n, nonce: 25n, fault: 'nonce too far in past' },
    { stored: 50n, nonce: 75n, fault: 'nonce too far in future' },
    { stored: 50n, nonce: 27n, fault: 'nonce already present in past' },
    { stored: 50n, nonce: 26n, fault: 'nonce too far in past' },
    { stored: undefined, nonce: 24n, fault: 'nonce too far in past' },
    { stored: undefined, nonce: 0n, fault: 'nonce is an invalid value' },
    { stored: 50n, nonce: 1n << 40n, fault: 'nonce too far in future' },
    { stored: undefined, nonce: 1n << 40n, fault: 'nonce too far in past' },
    { stored: (1n << 40n) - 1n, nonce: 1n << 40n, fault: 'nonce is an invalid value' },
  ])('rejects $nonce after $stored: $fault', ({ stored, nonce, fault }) => {
    expect(useNonce(stored, nonce)).toEqual({ fault });
  });

  it('reads the published mask', () => {
    expect(useNonce(FIFTY, 30n)).toHaveProperty('stored');
    expect(useNonce(FIFTY, 74n)).toHaveProperty('stored');
    expect(useNonce(FIFTY, 49n)).toEqual({ fault: 'nonce already present in past' });
  });

  it('stores skipped nonces', () => {
    expect(useNonce(undefined, 1n)).toEqual({ stored: 1n });
    expect(useNonce(undefined, 4n)).toEqual({ stored: 4n | (0b111n << 40n) });
    expect(useNonce(4n | (0b111n << 40n), 6n)).toEqual({ stored: 6n | (0b11101n << 40n) });
  });
});

/** The same with all nonces that were used. */
function isTaken(used: ReadonlySet<number>, nonce: number): boolean {
  if (used.size === 0) return nonce >= 1 && nonce <= 23;
  const highest = Math.max(...used);
  return nonce > 0 && !used.has(nonce) && nonce <= highest + 24 && nonce > highest - 24;
}

it('accepts each nonce once in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -26, max: 26 }), { maxLength: 60 }), (distances) => {
      const used = new Set<number>();
      let stored: bigint | undefined;
      for (const distance of distances) {
        const nonce = Math.max(0, ...used) + distance;
        const merged = useNonce(stored, BigInt(nonce));
        expect('stored' in merged).toBe(isTaken(used, nonce));
        if (!('stored' in merged)) continue;
        used.add(nonce);
        ({ stored } = merged);
        expect(highestNonce(stored)).toBe(BigInt(Math.max(...used)));
        expect(stored < 1n << 64n).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
