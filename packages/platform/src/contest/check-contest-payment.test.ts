import { describe, expect, it } from 'vitest';
import { checkContestEpoch, checkContestPayment, type PaymentInput } from './check-contest-payment.js';
import { contestRules, entryPrice } from './contest-rules.js';

const PRICE = 20_000_000_000n;
const base = { documentId: 'D', contestedIndexes: ['label', 'other'], price: PRICE };
const prefunded = (indexName: string, credits = PRICE) => ({ indexName, credits });
const pay = (input: Pick<PaymentInput, 'contestedIndex' | 'prefunded'>, protocol = 13) =>
  checkContestPayment({ ...base, ...input }, contestRules('mainnet', protocol));

const prices = (protocol: number) =>
  [0, 99, 100, 199, 200, 999].map((contenders) => entryPrice(contestRules('mainnet', protocol), contenders));

describe('what a create puts into the fund of a poll', () => {
  it('is exactly the price when the values are contested', () => {
    expect(pay({ contestedIndex: 'label', prefunded: prefunded('label') })).toBe('label');
    for (const credits of [PRICE - 1n, PRICE + 1n, 0n])
      expect(() => pay({ contestedIndex: 'label', prefunded: prefunded('label', credits) })).toThrow(
        expect.objectContaining({
          code: 40114,
          payload: { documentId: 'D', expected: PRICE, paid: credits },
        }),
      );
    expect(() => pay({ contestedIndex: 'label', prefunded: undefined })).toThrow(
      expect.objectContaining({ code: 40114, payload: { documentId: 'D', expected: PRICE, paid: 0n } }),
    );
  });

  it('is nothing when they are not', () => {
    expect(pay({ contestedIndex: undefined, prefunded: undefined })).toBeUndefined();
  });

  it('opens a contest when nobody asked for it, before protocol 14', () => {
    expect(pay({ contestedIndex: undefined, prefunded: prefunded('other', 1n) })).toBe('other');
    expect(pay({ contestedIndex: 'label', prefunded: prefunded('other') })).toBe('other');
    expect(() => pay({ contestedIndex: undefined, prefunded: prefunded('other') }, 14)).toThrow(/^40119/);
    expect(() => pay({ contestedIndex: 'label', prefunded: prefunded('other') }, 14)).toThrow(/^40118/);
  });

  it('is rejected for an index that is not contested', () => {
    expect(() => pay({ contestedIndex: undefined, prefunded: prefunded('plain') })).toThrow(RangeError);
  });

  it('doubles after every 100 contenders from protocol 14 on', () => {
    expect(prices(13)).toEqual([PRICE, PRICE, PRICE, PRICE, PRICE, PRICE]);
    expect(prices(14)).toEqual([1n, 1n, 2n, 2n, 4n, 512n].map((times) => times * 10_000_000_000n));
  });

  it('is not taken before epoch 4', () => {
    expect(() => checkContestEpoch(3)).toThrow(
      expect.objectContaining({ code: 10418, isPaid: false, payload: { current: 3, target: 4 } }),
    );
    expect(() => checkContestEpoch(4)).not.toThrow();
  });

  it('has no rules before protocol 9', () => {
    expect(() => contestRules('mainnet', 8)).toThrow(RangeError);
  });
});
