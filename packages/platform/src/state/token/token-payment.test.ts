import { describe, expect, it } from 'vitest';
import { identifierText } from '../../base/bytes/identifier.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import {
  checkTokenAgreement,
  planTokenPayment,
  type TokenAgreement,
  type TokenCharge,
} from './token-payment.js';

const CONTRACT = bytesOf('98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG');
const OWNER = bytesOf('4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF');
const PAYER = bytesOf('8zJmcGbhwBcsDxdTFyKSvqvWXwdqbZDAX4pCKXYk9pJv');
const TOKEN = bytesOf('24jg9QwAPt3jtEM8TSJwBbzjs72acLM9edjWVpEjoWSH');

const charge = (cost: object = {}, payerId = PAYER): TokenCharge => ({
  action: 'create',
  cost: { tokenPosition: 1, amount: 10, effect: 0, gasFeesPaidBy: 0, ...cost },
  contractId: CONTRACT,
  contractOwnerId: OWNER,
  payerId,
});

describe('checkTokenAgreement', () => {
  const agreed: TokenAgreement = { tokenContractPosition: 1 };

  it.each<[TokenAgreement]>([[agreed], [{ ...agreed, minimumTokenCost: 10n, maximumTokenCost: 10n }]])(
    'accepts %o',
    (agreement) => {
      expect(() => checkTokenAgreement(charge(), agreement)).not.toThrow();
    },
  );

  it.each<[number, TokenAgreement | undefined]>([
    [40115, undefined],
    [40117, {}],
    [40117, { ...agreed, paymentTokenContractId: CONTRACT, maximumTokenCost: 1n }],
    [40116, { ...agreed, maximumTokenCost: 9n }],
    [40116, { ...agreed, minimumTokenCost: 11n }],
  ])('rejects with %i the agreement %o', (code, agreement) => {
    expect(() => checkTokenAgreement(charge(), agreement)).toThrow(
      expect.objectContaining({ code, isPaid: true }),
    );
  });

  it('requires the contract of a foreign token', () => {
    const foreign = charge({ contractId: identifierText(OWNER) });
    expect(() => checkTokenAgreement(foreign, agreed)).toThrow(/^40117/);
    expect(() => checkTokenAgreement(foreign, { ...agreed, paymentTokenContractId: OWNER })).not.toThrow();
  });
});

describe('planTokenPayment', () => {
  const account = { balance: 10n, isFrozen: false };

  it('transfers to the owner of the contract or burns', () => {
    expect(planTokenPayment(charge(), account)).toEqual([
      { kind: 'transfer', tokenId: TOKEN, senderId: PAYER, recipientId: OWNER, amount: 10n },
    ]);
    expect(planTokenPayment(charge({ effect: 1 }), account)).toEqual([
      { kind: 'burn', tokenId: TOKEN, identityId: PAYER, amount: 10n },
    ]);
  });

  it('moves nothing when the owner pays, who must still have the amount', () => {
    expect(planTokenPayment(charge({}, OWNER), account)).toEqual([]);
    expect(() => planTokenPayment(charge({}, OWNER), { ...account, balance: 9n })).toThrow(/^40700/);
  });

  it('rejects a frozen account before an insufficient balance', () => {
    expect(() => planTokenPayment(charge(), { balance: 0n, isFrozen: true })).toThrow(
      expect.objectContaining({
        code: 40702,
        payload: {
          tokenId: TOKEN,
          identityId: PAYER,
          action: 'Document create token payment',
        },
      }),
    );
    const price = { ...charge(), action: 'update_price' as const };
    expect(() => planTokenPayment(price, { ...account, balance: 9n })).toThrow(
      expect.objectContaining({
        code: 40700,
        payload: expect.objectContaining({
          requiredBalance: 10n,
          actualBalance: 9n,
          action: 'Document update price token payment',
        }),
      }),
    );
  });
});
