import { paid, unpaid } from './error-definition.js';

type OfAccount = {
  readonly tokenId: string;
  readonly identityId: string;
};

type OfToken = {
  readonly tokenId: string;
};

/**
 * Lists the errors of tokens. Ids are base58, amounts in the smallest unit of the token.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures beside it in dashpay/platform.
 */
export const TOKEN_ERRORS = {
  InvalidTokenIdError: unpaid(10450, ({ tokenId }: OfToken) => ({
    problem: `there is no token ${tokenId}`,
    expected: 'the id of a token',
    found: tokenId,
    fix: 'register the contract of the token first, or check the id',
  })),
  TokenTransferToOurselfError: unpaid(10456, ({ tokenId, identityId }: OfAccount) => ({
    problem: `identity ${identityId} cannot transfer token ${tokenId} to itself`,
    expected: 'another identity as recipient',
    found: `${identityId}, the sender`,
    fix: 'name another recipient',
  })),
  InvalidTokenAmountError: unpaid(
    10458,
    ({ amount, max }: { readonly amount: bigint; readonly max: bigint }) => ({
      problem: `the amount ${amount} is not between 1 and ${max}`,
      expected: `an amount from 1 to ${max}`,
      found: `${amount}`,
    }),
  ),
  IdentityDoesNotHaveEnoughTokenBalanceError: paid(
    40700,
    (error: OfAccount & { readonly required: bigint; readonly actual: bigint; readonly action: string }) => ({
      problem: `${error.action} costs ${error.required} of token ${error.tokenId}, and identity ${error.identityId} has ${error.actual}`,
      expected: `${error.required} of token ${error.tokenId} for ${error.action}`,
      found: `${error.actual}`,
      fix: `give ${error.identityId} more of it`,
    }),
  ),
  IdentityTokenAccountFrozenError: paid(40702, (error: OfAccount & { readonly action: string }) => ({
    problem: `the account of ${error.identityId} for token ${error.tokenId} is frozen, which prevents ${error.action}`,
    expected: `an account of token ${error.tokenId} that is not frozen`,
    found: `the frozen account of ${error.identityId}`,
    fix: 'unfreeze it first',
  })),
  IdentityTokenAccountNotFrozenError: paid(40703, (error: OfAccount & { readonly action: string }) => ({
    problem: `the account of ${error.identityId} for token ${error.tokenId} is not frozen`,
    expected: `a frozen account of token ${error.tokenId} for ${error.action}`,
    found: `the account of ${error.identityId}, which is not frozen`,
    fix: 'leave it as it is',
  })),
  TokenIsPausedError: paid(40711, ({ tokenId }: OfToken) => ({
    problem: `token ${tokenId} is paused`,
    expected: 'a token that is not paused',
    found: tokenId,
    fix: 'resume the token first',
  })),
  IdentityTokenAccountAlreadyFrozenError: paid(40712, (error: OfAccount & { readonly action: string }) => ({
    problem: `the account of ${error.identityId} for token ${error.tokenId} is frozen already`,
    expected: `an account of token ${error.tokenId} that is not frozen, for ${error.action}`,
    found: `the frozen account of ${error.identityId}`,
    fix: 'leave it as it is',
  })),
  TokenAlreadyPausedError: paid(40713, ({ tokenId }: OfToken) => ({
    problem: `token ${tokenId} is paused already`,
    expected: 'a token that is not paused',
    found: tokenId,
    fix: 'leave it as it is',
  })),
  TokenNotPausedError: paid(40714, ({ tokenId }: OfToken) => ({
    problem: `token ${tokenId} is not paused`,
    expected: 'a paused token',
    found: tokenId,
    fix: 'leave it as it is',
  })),
  TokenTransferRecipientIdentityNotExistError: paid(
    40718,
    ({ recipientId }: { readonly recipientId: string }) => ({
      problem: `the recipient ${recipientId} is no identity`,
      expected: 'an identity as recipient',
      found: recipientId,
      fix: 'create the identity first, or check its id',
    }),
  ),
};
