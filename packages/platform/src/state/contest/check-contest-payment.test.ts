import { describe, expect, it } from 'vitest';
import { checkContestEpoch, checkContestPayment, type PaymentInput } from './check-contest-payment.js';
import { contestRules, entryPrice } from './contest-rules.js';

const ID = new Uint8Array(32).fill(1);
const PRICE = 20_000_000_000n;
const base = { documentId: ID, contestedIndexes: ['label', 'other'], price: PRICE };
const prefunded = (indexName: string, credits = PRICE) => ({ indexName, credits });
const pay = (input: Pick<PaymentInput, 'contestedIndex' | 'prefunded'>, protocol = 13) =>
  checkContestPayment({ ...base, ...input }, contestRules('mainnet', protocol));

const prices = (protocol: number) =>
  [0, 249, 250, 299, 300, 999].map((contenders) => entryPrice(contestRules('mainnet', protocol), contenders));

describe('the prefunded voting balance', () => {
  it('must be the exact price for contested values', () => {
    expect(pay({ contestedIndex: 'label', prefunded: prefunded('label') })).toBe('label');
    for (const credits of [PRICE - 1n, PRICE + 1n, 0n])
      expect(() => pay({ contestedIndex: 'label', prefunded: prefunded('label', credits) })).toThrow(
        expect.objectContaining({
          code: 40114,
          payload: { documentId: ID, expectedAmount: PRICE, paidAmount: credits },
        }),
      );
    expect(() => pay({ contestedIndex: 'label', prefunded: undefined })).toThrow(
      expect.objectContaining({
        code: 40114,
        payload: { documentId: ID, expectedAmount: PRICE, paidAmount: 0n },
      }),
    );
  });

  it('is at least the price from protocol 14 on', () => {
    for (const credits of [PRICE, PRICE + 1n])
      expect(pay({ contestedIndex: 'label', prefunded: prefunded('label', credits) }, 14)).toBe('label');
    expect(() => pay({ contestedIndex: 'label', prefunded: prefunded('label', PRICE - 1n) }, 14)).toThrow(
      /^40114/,
    );
  });

  it('is absent for other values', () => {
    expect(pay({ contestedIndex: undefined, prefunded: undefined })).toBeUndefined();
  });

  it('opens an unrequested contest before protocol 14', () => {
    expect(pay({ contestedIndex: undefined, prefunded: prefunded('other', 1n) })).toBe('other');
    expect(pay({ contestedIndex: 'label', prefunded: prefunded('other') })).toBe('other');
    expect(() => pay({ contestedIndex: undefined, prefunded: prefunded('other') }, 14)).toThrow(/^40119/);
    expect(() => pay({ contestedIndex: 'label', prefunded: prefunded('other') }, 14)).toThrow(/^40118/);
  });

  it('is rejected for an index that is not contested', () => {
    expect(() => pay({ contestedIndex: undefined, prefunded: prefunded('plain') })).toThrow(RangeError);
  });

  it('doubles past 250 contenders and with every 50 more from protocol 14 on', () => {
    expect(prices(13)).toEqual([PRICE, PRICE, PRICE, PRICE, PRICE, PRICE]);
    expect(prices(14)).toEqual([1n, 1n, 2n, 2n, 4n, 32_768n].map((times) => times * 10_000_000_000n));
  });

  it('is rejected before epoch 4', () => {
    expect(() => checkContestEpoch(3)).toThrow(
      expect.objectContaining({ code: 10418, isPaid: false, payload: { currentEpoch: 3, targetEpoch: 4 } }),
    );
    expect(() => checkContestEpoch(4)).not.toThrow();
  });

  it('has no rules before protocol 9', () => {
    expect(() => contestRules('mainnet', 8)).toThrow(RangeError);
  });
});
