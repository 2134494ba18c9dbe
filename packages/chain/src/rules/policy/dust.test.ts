import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataScript, payToPublicKeyHash, payToScriptHash } from '../../primitives/script/standard-scripts.js';
import { dustThreshold, isDust } from './dust.js';
import { feeAtRate } from './fee-rate.js';

const scriptPubKey = payToPublicKeyHash(new Uint8Array(20));

describe('the dust threshold', () => {
  it('is 546 duffs for a public key hash, 540 for a script hash, 0 for data', () => {
    expect(dustThreshold(scriptPubKey)).toBe(546n);
    expect(dustThreshold(payToScriptHash(new Uint8Array(20)))).toBe(540n);
    expect(dustThreshold(dataScript(new Uint8Array(9)))).toBe(0n);
    expect(dustThreshold(new Uint8Array(300))).toBe(3n * (8n + 3n + 300n + 148n));
    expect(isDust({ value: 545n, scriptPubKey })).toBe(true);
    expect(isDust({ value: 546n, scriptPubKey })).toBe(false);
    expect(isDust({ value: 545n, scriptPubKey }, 1_000n)).toBe(false);
    expect(isDust({ value: 0n, scriptPubKey: dataScript() })).toBe(false);
  });
});

describe('feeAtRate', () => {
  it.each([
    [1_000n, 191, 191n],
    [1_000n, 0, 0n],
    [1n, 1, 1n],
    [1n, 1_001, 2n],
    [0n, 500, 0n],
    [3_000n, 182, 546n],
  ])('of %s for %i bytes is %s', (rate, size, fee) => expect(feeAtRate(rate, size)).toBe(fee));

  it('rounds up by less than a duff', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 8n }), fc.nat(100_000), (rate, size) => {
        const exact = rate * BigInt(size);
        const fee = feeAtRate(rate, size) * 1_000n;
        expect(fee >= exact && fee - exact < 1_000n).toBe(true);
      }),
    );
  });
});
