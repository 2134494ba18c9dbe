import { paid, unpaid } from './refusal.js';

type Account = {
  readonly tokenId: string;
  readonly identityId: string;
};

type Token = {
  readonly tokenId: string;
};

/**
 * Why operations with tokens are refused; ids are base58, amounts in the smallest unit of the token.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures beside it in dashpay/platform.
 */
export const TOKEN_ERRORS = {
  InvalidTokenIdError: unpaid(10450, ({ tokenId }: Token) => ({
    expected: 'the id of a token',
    found: tokenId,
    advice: 'register the contract of the token first, or check the id',
  })),
  TokenTransferToOurselfError: unpaid(10456, ({ tokenId, identityId }: Account) => ({
    expected: 'another identity as recipient',
    found: `${identityId}, the sender`,
    advice: `name who is to have token ${tokenId}`,
  })),
  InvalidTokenAmountError: unpaid(
    10458,
    ({ amount, most }: { readonly amount: bigint; readonly most: bigint }) => ({
      expected: `an amount from 1 to ${most}`,
      found: `${amount}`,
      advice: 'mend the amount',
    }),
  ),
  IdentityDoesNotHaveEnoughTokenBalanceError: paid(
    40700,
    (error: Account & { readonly required: bigint; readonly actual: bigint; readonly action: string }) => ({
      expected: `${error.required} of token ${error.tokenId} for ${error.action}`,
      found: `${error.actual}`,
      advice: `give ${error.identityId} more of it`,
    }),
  ),
  IdentityTokenAccountFrozenError: paid(40702, (error: Account & { readonly action: string }) => ({
    expected: `an account of token ${error.tokenId} that is not frozen, for ${error.action}`,
    found: `that of ${error.identityId}, which is`,
    advice: 'unfreeze it first',
  })),
  IdentityTokenAccountNotFrozenError: paid(40703, (error: Account & { readonly action: string }) => ({
    expected: `a frozen account of token ${error.tokenId}, for ${error.action}`,
    found: `that of ${error.identityId}, which is not`,
    advice: 'leave it as it is',
  })),
  TokenIsPausedError: paid(40711, ({ tokenId }: Token) => ({
    expected: 'a token that is not paused',
    found: tokenId,
    advice: 'resume the token first',
  })),
  IdentityTokenAccountAlreadyFrozenError: paid(40712, (error: Account & { readonly action: string }) => ({
    expected: `an account of token ${error.tokenId} that is not frozen, for ${error.action}`,
    found: `that of ${error.identityId}, which is`,
    advice: 'leave it as it is',
  })),
  TokenAlreadyPausedError: paid(40713, ({ tokenId }: Token) => ({
    expected: 'a token that is not paused',
    found: tokenId,
    advice: 'leave it as it is',
  })),
  TokenNotPausedError: paid(40714, ({ tokenId }: Token) => ({
    expected: 'a paused token',
    found: tokenId,
    advice: 'leave it as it is',
  })),
  TokenTransferRecipientIdentityNotExistError: paid(
    40718,
    ({ recipientId }: { readonly recipientId: string }) => ({
      expected: 'an identity as recipient',
      found: recipientId,
      advice: 'create the identity first, or check its id',
    }),
  ),
};
