import { paidText, unpaidText, type NoPayload } from './error-definition.js';

type OfAccount = {
  readonly tokenId: string;
  readonly identityId: string;
};

type OfToken = {
  readonly tokenId: string;
};

type OfContract = {
  readonly contractId: string;
};

type OfGroup = OfContract & {
  readonly position: number;
};

type OfGroupAction = OfGroup & {
  readonly actionId: string;
};

type OfPosition = {
  readonly position: number;
};

type OfIdentity = {
  readonly identityId: string;
};

/** Describes who may do something, in the official JSON. */
export type ActionTakersJson = Readonly<Record<string, string | number>>;

/** Describes a moment of a distribution: a height, a time in milliseconds or an epoch. */
export interface DistributionMoment {
  readonly unit: 'height' | 'time' | 'epoch';
  readonly value: bigint;
}

const momentText = ({ unit, value }: DistributionMoment): string => `${unit} ${value}`;

/**
 * Lists the errors of tokens. Ids are base58, amounts in the smallest unit of the token.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 */
export const TOKEN_ERRORS = {
  InvalidTokenIdError: unpaidText(10450, ({ tokenId, expected }: OfToken & { readonly expected?: string }) =>
    expected === undefined
      ? {
          problem: `there is no token ${tokenId}`,
          expected: 'the id of a token',
          found: tokenId,
          fix: 'register the contract of the token first, or check the id',
        }
      : {
          problem: `the token of this contract and position is ${expected}, not ${tokenId}`,
          expected,
          found: tokenId,
          fix: 'calculate the id from the contract and the position',
        },
  ),
  InvalidTokenPositionError: paidText(
    10451,
    ({ contractId, position, max }: OfContract & { readonly position: number; readonly max: number }) => ({
      problem: `contract ${contractId} has no token ${position}: its last token is ${max}`,
      expected: `a position up to ${max}`,
      found: `${position}`,
    }),
  ),
  ContractHasNoTokensError: paidText(10453, ({ contractId }: OfContract) => ({
    problem: `contract ${contractId} has no tokens`,
    expected: 'a contract with tokens',
    found: contractId,
    fix: 'check the id of the contract',
  })),
  DestinationIdentityForTokenMintingNotSetError: paidText(10454, ({ tokenId }: OfToken) => ({
    problem: `the mint of token ${tokenId} has no recipient`,
    expected: 'a recipient, or newTokensDestinationIdentity in the contract',
    found: 'neither',
    fix: 'name a recipient, or set newTokensDestinationIdentity in the contract',
  })),
  ChoosingTokenMintRecipientNotAllowedError: paidText(10455, ({ tokenId }: OfToken) => ({
    problem: `token ${tokenId} does not allow to choose the recipient of a mint`,
    expected: 'no recipient: mintingAllowChoosingDestination is false',
    found: 'a recipient',
    fix: 'leave out the recipient',
  })),
  InvalidTokenConfigUpdateNoChangeError: unpaidText<NoPayload>(10457, () => ({
    problem: 'the update of the token configuration changes nothing',
    expected: 'a setting and its new value',
    found: 'tokenConfigurationNoChange',
  })),
  InvalidTokenNoteTooBigError: unpaidText(
    10459,
    ({
      max,
      noteType,
      length,
    }: {
      readonly max: number;
      readonly noteType: string;
      readonly length: number;
    }) => ({
      problem: `${noteType} has ${length} bytes, more than ${max}`,
      expected: `at most ${max} bytes`,
      found: `${length} bytes`,
    }),
  ),
  TokenPricingScheduleEmptyError: unpaidText(10461, ({ tokenId }: { readonly tokenId: string }) => ({
    problem: `the price schedule for token ${tokenId} is empty`,
    expected: 'a price for at least one amount',
    found: 'no amounts',
    fix: 'name an amount and its price, or no price to end the sale',
  })),
  TokenNoteOnlyAllowedWhenProposerError: unpaidText<NoPayload>(10460, () => ({
    problem: 'only the proposer of a group action may add a note',
    expected: 'no note',
    found: 'a note of a member that signs',
    fix: 'leave out the note',
  })),
  UnsupportedFeatureError: unpaidText(
    10006,
    ({ feature, current }: { readonly feature: string; readonly current: number }) => ({
      problem: `protocol ${current} does not support ${feature}`,
      expected: 'a supported feature',
      found: feature,
    }),
  ),
  GroupActionNotAllowedOnTransitionError: unpaidText(
    10351,
    ({ transitionType }: { readonly transitionType: string }) => ({
      problem: `a group cannot decide about a transition of type ${transitionType}`,
      expected: 'a transition without a group',
      found: transitionType,
      fix: 'leave out the group',
    }),
  ),
  InvalidActionIdError: unpaidText(
    10452,
    ({ expected, given }: { readonly expected: string; readonly given: string }) => ({
      problem: `the id of the proposed action is ${expected}, not ${given}`,
      expected,
      found: given,
      fix: 'calculate the id from the token, the proposer, the nonce and the action',
    }),
  ),
  TokenTransferToOurselfError: unpaidText(10456, ({ tokenId, identityId }: OfAccount) => ({
    problem: `identity ${identityId} cannot transfer token ${tokenId} to itself`,
    expected: 'another identity as recipient',
    found: `${identityId}, the sender`,
    fix: 'name another recipient',
  })),
  InvalidTokenAmountError: unpaidText(
    10458,
    ({ amount, max }: { readonly amount: bigint; readonly max: bigint }) => ({
      problem: `the amount ${amount} is not between 1 and ${max}`,
      expected: `an amount from 1 to ${max}`,
      found: `${amount}`,
    }),
  ),
  IdentityDoesNotHaveEnoughTokenBalanceError: paidText(
    40700,
    (error: OfAccount & { readonly required: bigint; readonly actual: bigint; readonly action: string }) => ({
      problem: `${error.action} costs ${error.required} of token ${error.tokenId}, and identity ${error.identityId} has ${error.actual}`,
      expected: `${error.required} of token ${error.tokenId} for ${error.action}`,
      found: `${error.actual}`,
      fix: `give ${error.identityId} more of it`,
    }),
  ),
  IdentityTokenAccountFrozenError: paidText(40702, (error: OfAccount & { readonly action: string }) => ({
    problem: `the account of ${error.identityId} for token ${error.tokenId} is frozen, which prevents ${error.action}`,
    expected: `an account of token ${error.tokenId} that is not frozen`,
    found: `the frozen account of ${error.identityId}`,
    fix: 'unfreeze it first',
  })),
  IdentityTokenAccountNotFrozenError: paidText(40703, (error: OfAccount & { readonly action: string }) => ({
    problem: `the account of ${error.identityId} for token ${error.tokenId} is not frozen`,
    expected: `a frozen account of token ${error.tokenId} for ${error.action}`,
    found: `the account of ${error.identityId}, which is not frozen`,
    fix: 'leave it as it is',
  })),
  TokenIsPausedError: paidText(40711, ({ tokenId }: OfToken) => ({
    problem: `token ${tokenId} is paused`,
    expected: 'a token that is not paused',
    found: tokenId,
    fix: 'resume the token first',
  })),
  IdentityTokenAccountAlreadyFrozenError: paidText(
    40712,
    (error: OfAccount & { readonly action: string }) => ({
      problem: `the account of ${error.identityId} for token ${error.tokenId} is frozen already`,
      expected: `an account of token ${error.tokenId} that is not frozen, for ${error.action}`,
      found: `the frozen account of ${error.identityId}`,
      fix: 'leave it as it is',
    }),
  ),
  TokenAlreadyPausedError: paidText(40713, ({ tokenId }: OfToken) => ({
    problem: `token ${tokenId} is paused already`,
    expected: 'a token that is not paused',
    found: tokenId,
    fix: 'leave it as it is',
  })),
  TokenNotPausedError: paidText(40714, ({ tokenId }: OfToken) => ({
    problem: `token ${tokenId} is not paused`,
    expected: 'a paused token',
    found: tokenId,
    fix: 'leave it as it is',
  })),
  TokenTransferRecipientIdentityNotExistError: paidText(
    40718,
    ({ recipientId }: { readonly recipientId: string }) => ({
      problem: `the recipient ${recipientId} is not an identity`,
      expected: 'an identity as recipient',
      found: recipientId,
      fix: 'create the identity first, or check its id',
    }),
  ),
  RecipientIdentityDoesNotExistError: paidText(
    40216,
    ({ recipientId }: { readonly recipientId: string }) => ({
      problem: `the recipient ${recipientId} is not an identity`,
      expected: 'an identity as recipient',
      found: recipientId,
      fix: 'create the identity first, or check its id',
    }),
  ),
  IdentityToFreezeDoesNotExistError: paidText(40217, ({ identityId }: OfIdentity) => ({
    problem: `${identityId}, whose account to freeze is named, is not an identity`,
    expected: 'the id of an identity',
    found: identityId,
    fix: 'create the identity first, or check its id',
  })),
  UnauthorizedTokenActionError: paidText(
    40701,
    ({
      tokenId,
      identityId,
      action,
      takers,
    }: OfAccount & { readonly action: string; readonly takers: ActionTakersJson }) => ({
      problem: `identity ${identityId} is not authorized for the action ${action} of token ${tokenId}`,
      expected: `an action of ${JSON.stringify(takers)}`,
      found: identityId,
      fix: 'sign with an authorized identity, or propose the action in the authorized group',
    }),
  ),
  TokenSettingMaxSupplyToLessThanCurrentSupplyError: paidText(
    40704,
    ({ tokenId, max, current }: OfToken & { readonly max: bigint; readonly current: bigint }) => ({
      problem: `the max supply ${max} of token ${tokenId} is below its supply of ${current}`,
      expected: `at least ${current}`,
      found: `${max}`,
    }),
  ),
  TokenMintPastMaxSupplyError: paidText(
    40705,
    ({
      tokenId,
      amount,
      current,
      max,
    }: OfToken & { readonly amount: bigint; readonly current: bigint; readonly max: bigint }) => ({
      problem: `minting ${amount} exceeds the max supply ${max} of token ${tokenId}, whose supply is ${current}`,
      expected: `at most ${max > current ? max - current : 0n}`,
      found: `${amount}`,
    }),
  ),
  NewTokensDestinationIdentityDoesNotExistError: paidText(40706, ({ identityId }: OfIdentity) => ({
    problem: `newTokensDestinationIdentity ${identityId} is not an identity`,
    expected: 'the id of an identity',
    found: identityId,
    fix: 'create the identity first, or check its id',
  })),
  NewAuthorizedActionTakerIdentityDoesNotExistError: paidText(40707, ({ identityId }: OfIdentity) => ({
    problem: `the new authorized identity ${identityId} does not exist`,
    expected: 'the id of an identity',
    found: identityId,
    fix: 'create the identity first, or check its id',
  })),
  NewAuthorizedActionTakerGroupDoesNotExistError: paidText(40708, ({ position }: OfPosition) => ({
    problem: `the new authorized group ${position} does not exist`,
    expected: 'the position of a group of the contract',
    found: `${position}`,
  })),
  NewAuthorizedActionTakerMainGroupNotSetError: paidText<NoPayload>(40709, () => ({
    problem: 'the update authorizes the main control group, and the token has none',
    expected: 'a token with mainControlGroup',
    found: 'none',
    fix: 'set mainControlGroup first',
  })),
  InvalidGroupPositionError: paidText(
    40710,
    ({ position, max }: OfPosition & { readonly max: number | undefined }) => ({
      problem: `the contract has no group ${position}`,
      expected: max === undefined ? 'a contract with groups' : `a position up to ${max}`,
      found: `${position}`,
    }),
  ),
  InvalidTokenClaimPropertyMismatch: paidText(
    40715,
    ({ tokenId, property }: OfToken & { readonly property: string }) => ({
      problem: `token ${tokenId} has no ${property}`,
      expected: `a token with a ${property}`,
      found: tokenId,
    }),
  ),
  InvalidTokenClaimNoCurrentRewards: paidText(
    40716,
    ({
      tokenId,
      identityId,
      current,
      lastClaim,
    }: OfAccount & {
      readonly current: DistributionMoment;
      readonly lastClaim: DistributionMoment | undefined;
    }) => ({
      problem: `there is nothing of token ${tokenId} that ${identityId} can claim at ${momentText(current)}`,
      expected: 'a distribution that is due and not claimed',
      found: lastClaim === undefined ? 'none' : `none after the claim up to ${momentText(lastClaim)}`,
      fix: 'claim again later',
    }),
  ),
  InvalidTokenClaimWrongClaimant: paidText(
    40717,
    ({ tokenId, identityId, expected }: OfAccount & { readonly expected: string }) => ({
      problem: `${identityId} cannot claim token ${tokenId}, which is distributed to ${expected}`,
      expected,
      found: identityId,
      fix: `claim as ${expected}`,
    }),
  ),
  TokenDirectPurchaseUserPriceTooLow: paidText(
    40719,
    ({ tokenId, given, required }: OfToken & { readonly given: bigint; readonly required: bigint }) => ({
      problem: `this amount of token ${tokenId} costs ${required} credits, and the transition agrees to ${given}`,
      expected: `at least ${required} credits`,
      found: `${given} credits`,
    }),
  ),
  TokenAmountUnderMinimumSaleAmount: paidText(
    40720,
    ({ tokenId, amount, min }: OfToken & { readonly amount: bigint; readonly min: bigint }) => ({
      problem: `${amount} of token ${tokenId} are less than the ${min} that are sold at once`,
      expected: `at least ${min}`,
      found: `${amount}`,
    }),
  ),
  TokenNotForDirectSale: paidText(40721, ({ tokenId }: OfToken) => ({
    problem: `token ${tokenId} is not for sale`,
    expected: 'a token with a price',
    found: tokenId,
    fix: 'set its price first',
  })),
  IdentityNotMemberOfGroupError: paidText(
    40800,
    ({ identityId, contractId, position }: OfIdentity & OfGroup) => ({
      problem: `${identityId} is not a member of group ${position} of contract ${contractId}`,
      expected: 'a member of the group',
      found: identityId,
    }),
  ),
  GroupActionDoesNotExistError: paidText(40801, ({ contractId, position, actionId }: OfGroupAction) => ({
    problem: `group ${position} of contract ${contractId} has no action ${actionId}`,
    expected: 'the id of an active action',
    found: actionId,
    fix: 'propose the action first, or check its id',
  })),
  GroupActionAlreadyCompletedError: paidText(40802, ({ contractId, position, actionId }: OfGroupAction) => ({
    problem: `action ${actionId} of group ${position} of contract ${contractId} is closed`,
    expected: 'the id of an active action',
    found: actionId,
  })),
  GroupActionAlreadySignedByIdentityError: paidText(
    40803,
    ({ identityId, contractId, position, actionId }: OfIdentity & OfGroupAction) => ({
      problem: `${identityId} signed action ${actionId} of group ${position} of contract ${contractId} already`,
      expected: 'a member that has not signed the action',
      found: identityId,
    }),
  ),
  ModificationOfGroupActionMainParametersNotPermittedError: paidText(
    40804,
    ({
      original,
      modified,
      fields,
    }: {
      readonly original: string;
      readonly modified: string;
      readonly fields: readonly string[];
    }) => ({
      problem: `${modified} differs from the proposed ${original}${fields.length > 0 ? ` in ${fields.join(', ')}` : ''}`,
      expected: 'the proposed action',
      found: modified,
      fix: 'sign the action as it was proposed',
    }),
  ),
};
