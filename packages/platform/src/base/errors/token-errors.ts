import { authorizedActionTakers, type ConsensusErrorFields } from '@dapikit/protocol';
import { compareBytes } from '../bytes/compare-bytes.js';
import { identifierText } from '../bytes/identifier.js';
import { paid, unpaid, type OfficialErrors, type With } from './rejection-definition.js';
import {
  ACTION,
  CONTRACT,
  IDENTITY,
  OTHER_ACTION,
  OTHER_IDENTITY,
  OTHER_TOKEN,
  TOKEN,
} from './example-values.js';

/** Describes a moment of a distribution: a height, a time in milliseconds or an epoch. */
export interface DistributionMoment {
  readonly unit: 'height' | 'time' | 'epoch';
  readonly value: bigint;
}

type OfficialMoment = ConsensusErrorFields<'InvalidTokenClaimNoCurrentRewards'>['currentMoment'];

/** Returns a moment as errors of the network have it. */
export function officialMoment({ unit, value }: DistributionMoment): OfficialMoment {
  if (unit === 'height') return { type: 'blockBasedMoment', height: value };
  if (unit === 'time') return { type: 'timeBasedMoment', timeMs: value };
  return { type: 'epochBasedMoment', epoch: Number(value) };
}

function momentText(moment: OfficialMoment): string {
  if (moment.type === 'blockBasedMoment') return `height ${moment.height}`;
  return moment.type === 'timeBasedMoment' ? `time ${moment.timeMs}` : `epoch ${moment.epoch}`;
}

/**
 * Lists the errors of tokens. Amounts are in the smallest unit of the token.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 */
export const TOKEN_ERRORS = {
  InvalidTokenIdError: unpaid(
    { expectedTokenId: TOKEN, invalidTokenId: OTHER_TOKEN },
    ({ expectedTokenId, invalidTokenId }) =>
      compareBytes(expectedTokenId, invalidTokenId) === 0
        ? {
            problem: `there is no token ${identifierText(invalidTokenId)}`,
            expected: 'the id of a token',
            found: identifierText(invalidTokenId),
            fix: 'register the contract of the token first, or check the id',
          }
        : {
            problem: `the token of this contract and position is ${identifierText(expectedTokenId)}, not ${identifierText(invalidTokenId)}`,
            expected: identifierText(expectedTokenId),
            found: identifierText(invalidTokenId),
            fix: 'calculate the id from the contract and the position',
          },
  ),
  InvalidTokenPositionError: paid(
    { contractId: CONTRACT, invalidTokenPosition: 6, maxTokenPosition: 5 },
    ({
      contractId,
      invalidTokenPosition: position,
      maxTokenPosition: max,
    }: With<'InvalidTokenPositionError', { contractId: Uint8Array }>) => ({
      problem: `contract ${identifierText(contractId)} has no token ${position}: its last token is ${max}`,
      expected: `a position up to ${max}`,
      found: `${position}`,
    }),
  ),
  ContractHasNoTokensError: paid({ contractId: CONTRACT }, ({ contractId }) => ({
    problem: `contract ${identifierText(contractId)} has no tokens`,
    expected: 'a contract with tokens',
    found: identifierText(contractId),
    fix: 'check the id of the contract',
  })),
  DestinationIdentityForTokenMintingNotSetError: paid({ tokenId: TOKEN }, ({ tokenId }) => ({
    problem: `the mint of token ${identifierText(tokenId)} has no recipient`,
    expected: 'a recipient, or newTokensDestinationIdentity in the contract',
    found: 'neither',
    fix: 'name a recipient, or set newTokensDestinationIdentity in the contract',
  })),
  ChoosingTokenMintRecipientNotAllowedError: paid({ tokenId: TOKEN }, ({ tokenId }) => ({
    problem: `token ${identifierText(tokenId)} does not allow to choose the recipient of a mint`,
    expected: 'no recipient: mintingAllowChoosingDestination is false',
    found: 'a recipient',
    fix: 'leave out the recipient',
  })),
  InvalidTokenConfigUpdateNoChangeError: unpaid({}, () => ({
    problem: 'the update of the token configuration changes nothing',
    expected: 'a setting and its new value',
    found: 'tokenConfigurationNoChange',
  })),
  InvalidTokenNoteTooBigError: unpaid(
    { maxNoteLength: 2048, noteType: 'publicNote', noteLength: 2049 },
    ({ maxNoteLength: max, noteType, noteLength: length }) => ({
      problem: `${noteType} has ${length} bytes, more than ${max}`,
      expected: `at most ${max} bytes`,
      found: `${length} bytes`,
    }),
  ),
  TokenPricingScheduleEmptyError: unpaid({ tokenId: TOKEN }, ({ tokenId }) => ({
    problem: `the price schedule for token ${identifierText(tokenId)} is empty`,
    expected: 'a price for at least one amount',
    found: 'no amounts',
    fix: 'name an amount and its price, or no price to end the sale',
  })),
  TokenNoteOnlyAllowedWhenProposerError: unpaid({}, () => ({
    problem: 'only the proposer of a group action may add a note',
    expected: 'no note',
    found: 'a note of a member that signs',
    fix: 'leave out the note',
  })),
  UnsupportedFeatureError: unpaid(
    { featureName: 'a perpetual distribution by blocks', currentProtocolVersion: 13 },
    ({ featureName: feature, currentProtocolVersion: current }) => ({
      problem: `protocol ${current} does not support ${feature}`,
      expected: 'a supported feature',
      found: feature,
    }),
  ),
  GroupActionNotAllowedOnTransitionError: unpaid(
    { transitionType: 'documentTransfer' },
    ({ transitionType }) => ({
      problem: `a group cannot decide about a transition of type ${transitionType}`,
      expected: 'a transition without a group',
      found: transitionType,
      fix: 'leave out the group',
    }),
  ),
  InvalidActionIdError: unpaid(
    { expectedActionId: ACTION, invalidActionId: OTHER_ACTION },
    ({ expectedActionId, invalidActionId }) => ({
      problem: `the id of the proposed action is ${identifierText(expectedActionId)}, not ${identifierText(invalidActionId)}`,
      expected: identifierText(expectedActionId),
      found: identifierText(invalidActionId),
      fix: 'calculate the id from the token, the proposer, the nonce and the action',
    }),
  ),
  TokenTransferToOurselfError: unpaid(
    { tokenId: TOKEN, identityId: IDENTITY },
    ({ tokenId, identityId }) => ({
      problem: `identity ${identifierText(identityId)} cannot transfer token ${identifierText(tokenId)} to itself`,
      expected: 'another identity as recipient',
      found: `${identifierText(identityId)}, the sender`,
      fix: 'name another recipient',
    }),
  ),
  InvalidTokenAmountError: unpaid(
    { tokenAmount: 0n, maxTokenAmount: 9_223_372_036_854_775_807n },
    ({ tokenAmount: amount, maxTokenAmount: max }) => ({
      problem: `the amount ${amount} is not between 1 and ${max}`,
      expected: `an amount from 1 to ${max}`,
      found: `${amount}`,
    }),
  ),
  IdentityDoesNotHaveEnoughTokenBalanceError: paid(
    { action: 'mint', requiredBalance: 10n, tokenId: TOKEN, identityId: IDENTITY, actualBalance: 9n },
    (error) => ({
      problem: `${error.action} costs ${error.requiredBalance} of token ${identifierText(error.tokenId)}, and identity ${identifierText(error.identityId)} has ${error.actualBalance}`,
      expected: `${error.requiredBalance} of token ${identifierText(error.tokenId)} for ${error.action}`,
      found: `${error.actualBalance}`,
      fix: 'give the identity more of the token',
    }),
  ),
  IdentityTokenAccountFrozenError: paid(
    { identityId: IDENTITY, tokenId: TOKEN, action: 'mint' },
    (error) => ({
      problem: `the account of ${identifierText(error.identityId)} for token ${identifierText(error.tokenId)} is frozen, which prevents ${error.action}`,
      expected: `an account of token ${identifierText(error.tokenId)} that is not frozen`,
      found: `the frozen account of ${identifierText(error.identityId)}`,
      fix: 'unfreeze it first',
    }),
  ),
  IdentityTokenAccountNotFrozenError: paid(
    { identityId: IDENTITY, tokenId: TOKEN, action: 'mint' },
    (error) => ({
      problem: `the account of ${identifierText(error.identityId)} for token ${identifierText(error.tokenId)} is not frozen`,
      expected: `a frozen account of token ${identifierText(error.tokenId)} for ${error.action}`,
      found: `the account of ${identifierText(error.identityId)}, which is not frozen`,
      fix: 'leave it as it is',
    }),
  ),
  TokenIsPausedError: paid({ tokenId: TOKEN }, ({ tokenId }) => ({
    problem: `token ${identifierText(tokenId)} is paused`,
    expected: 'a token that is not paused',
    found: identifierText(tokenId),
    fix: 'resume the token first',
  })),
  IdentityTokenAccountAlreadyFrozenError: paid(
    { identityId: IDENTITY, tokenId: TOKEN, action: 'mint' },
    (error) => ({
      problem: `the account of ${identifierText(error.identityId)} for token ${identifierText(error.tokenId)} is frozen already`,
      expected: `an account of token ${identifierText(error.tokenId)} that is not frozen, for ${error.action}`,
      found: `the frozen account of ${identifierText(error.identityId)}`,
      fix: 'leave it as it is',
    }),
  ),
  TokenAlreadyPausedError: paid({ tokenId: TOKEN, action: 'Pause Token' }, ({ tokenId }) => ({
    problem: `token ${identifierText(tokenId)} is paused already`,
    expected: 'a token that is not paused',
    found: identifierText(tokenId),
    fix: 'leave it as it is',
  })),
  TokenNotPausedError: paid({ tokenId: TOKEN, action: 'Resume Token' }, ({ tokenId }) => ({
    problem: `token ${identifierText(tokenId)} is not paused`,
    expected: 'a paused token',
    found: identifierText(tokenId),
    fix: 'leave it as it is',
  })),
  TokenTransferRecipientIdentityNotExistError: paid({ recipientId: OTHER_IDENTITY }, ({ recipientId }) => ({
    problem: `the recipient ${identifierText(recipientId)} is not an identity`,
    expected: 'an identity as recipient',
    found: identifierText(recipientId),
    fix: 'create the identity first, or check its id',
  })),
  RecipientIdentityDoesNotExistError: paid({ recipientId: OTHER_IDENTITY }, ({ recipientId }) => ({
    problem: `the recipient ${identifierText(recipientId)} is not an identity`,
    expected: 'an identity as recipient',
    found: identifierText(recipientId),
    fix: 'create the identity first, or check its id',
  })),
  IdentityToFreezeDoesNotExistError: paid(
    { identityToFreezeId: IDENTITY },
    ({ identityToFreezeId: identityId }) => ({
      problem: `${identifierText(identityId)}, whose account to freeze is named, is not an identity`,
      expected: 'the id of an identity',
      found: identifierText(identityId),
      fix: 'create the identity first, or check its id',
    }),
  ),
  UnauthorizedTokenActionError: paid(
    {
      tokenId: TOKEN,
      identityId: IDENTITY,
      action: 'mint',
      authorizedActionTakers: { type: 'group', position: 1 },
    },
    ({ tokenId, identityId, action, authorizedActionTakers: takers }) => ({
      problem: `identity ${identifierText(identityId)} is not authorized for the action ${action} of token ${identifierText(tokenId)}`,
      expected: `an action of ${JSON.stringify(authorizedActionTakers.toJson(takers))}`,
      found: identifierText(identityId),
      fix: 'sign with an authorized identity, or propose the action in the authorized group',
    }),
  ),
  TokenSettingMaxSupplyToLessThanCurrentSupplyError: paid(
    { tokenId: TOKEN, maxSupply: 5n, currentSupply: 7n },
    ({ tokenId, maxSupply: max, currentSupply: current }) => ({
      problem: `the max supply ${max} of token ${identifierText(tokenId)} is below its supply of ${current}`,
      expected: `at least ${current}`,
      found: `${max}`,
    }),
  ),
  TokenMintPastMaxSupplyError: paid(
    { tokenId: TOKEN, amount: 10n, currentSupply: 95n, maxSupply: 100n },
    ({ tokenId, amount, currentSupply: current, maxSupply: max }) => ({
      problem: `minting ${amount} exceeds the max supply ${max} of token ${identifierText(tokenId)}, whose supply is ${current}`,
      expected: `at most ${max > current ? max - current : 0n}`,
      found: `${amount}`,
    }),
  ),
  NewTokensDestinationIdentityDoesNotExistError: paid({ identityId: IDENTITY }, ({ identityId }) => ({
    problem: `newTokensDestinationIdentity ${identifierText(identityId)} is not an identity`,
    expected: 'the id of an identity',
    found: identifierText(identityId),
    fix: 'create the identity first, or check its id',
  })),
  NewAuthorizedActionTakerIdentityDoesNotExistError: paid({ identityId: IDENTITY }, ({ identityId }) => ({
    problem: `the new authorized identity ${identifierText(identityId)} does not exist`,
    expected: 'the id of an identity',
    found: identifierText(identityId),
    fix: 'create the identity first, or check its id',
  })),
  NewAuthorizedActionTakerGroupDoesNotExistError: paid(
    { groupContractPosition: 1 },
    ({ groupContractPosition: position }) => ({
      problem: `the new authorized group ${position} does not exist`,
      expected: 'the position of a group of the contract',
      found: `${position}`,
    }),
  ),
  NewAuthorizedActionTakerMainGroupNotSetError: paid({}, () => ({
    problem: 'the update authorizes the main control group, and the token has none',
    expected: 'a token with mainControlGroup',
    found: 'none',
    fix: 'set mainControlGroup first',
  })),
  InvalidGroupPositionError: paid(
    { invalidGroupPosition: 6, maxGroupPosition: 5 },
    ({ invalidGroupPosition: position, maxGroupPosition: max }) => ({
      problem: `the contract has no group ${position}`,
      expected: max === undefined ? 'a contract with groups' : `a position up to ${max}`,
      found: `${position}`,
    }),
  ),
  InvalidTokenClaimPropertyMismatch: paid(
    { tokenId: TOKEN, property: 'perpetual distribution' },
    ({ tokenId, property }) => ({
      problem: `token ${identifierText(tokenId)} has no ${property}`,
      expected: `a token with a ${property}`,
      found: identifierText(tokenId),
    }),
  ),
  InvalidTokenClaimNoCurrentRewards: paid(
    {
      tokenId: TOKEN,
      recipientId: IDENTITY,
      currentMoment: { type: 'epochBasedMoment', epoch: 5 },
      lastClaimedMoment: { type: 'epochBasedMoment', epoch: 5 },
    },
    ({ tokenId, recipientId, currentMoment, lastClaimedMoment }) => ({
      problem: `there is nothing of token ${identifierText(tokenId)} that ${identifierText(recipientId)} can claim at ${momentText(currentMoment)}`,
      expected: 'a distribution that is due and not claimed',
      found:
        lastClaimedMoment === undefined
          ? 'none'
          : `none after the claim up to ${momentText(lastClaimedMoment)}`,
      fix: 'claim again later',
    }),
  ),
  InvalidTokenClaimWrongClaimant: paid(
    { tokenId: TOKEN, claimantId: IDENTITY, expectedClaimantId: OTHER_IDENTITY },
    ({ tokenId, claimantId, expectedClaimantId }) => ({
      problem: `${identifierText(claimantId)} cannot claim token ${identifierText(tokenId)}, which is distributed to ${identifierText(expectedClaimantId)}`,
      expected: identifierText(expectedClaimantId),
      found: identifierText(claimantId),
      fix: 'claim as the recipient of the distribution',
    }),
  ),
  TokenDirectPurchaseUserPriceTooLow: paid(
    { tokenId: TOKEN, userPrice: 6n, requiredPrice: 10n },
    ({ tokenId, userPrice, requiredPrice }) => ({
      problem: `this amount of token ${identifierText(tokenId)} costs ${requiredPrice} credits, and the transition agrees to ${userPrice}`,
      expected: `at least ${requiredPrice} credits`,
      found: `${userPrice} credits`,
    }),
  ),
  TokenAmountUnderMinimumSaleAmount: paid(
    { tokenId: TOKEN, desiredAmount: 1n, minimumAmount: 5n },
    ({ tokenId, desiredAmount, minimumAmount }) => ({
      problem: `${desiredAmount} of token ${identifierText(tokenId)} are less than the ${minimumAmount} that are sold at once`,
      expected: `at least ${minimumAmount}`,
      found: `${desiredAmount}`,
    }),
  ),
  TokenNotForDirectSale: paid({ tokenId: TOKEN }, ({ tokenId }) => ({
    problem: `token ${identifierText(tokenId)} is not for sale`,
    expected: 'a token with a price',
    found: identifierText(tokenId),
    fix: 'set its price first',
  })),
  IdentityNotMemberOfGroupError: paid(
    { dataContractId: CONTRACT, groupContractPosition: 1, identityId: IDENTITY },
    ({ identityId, dataContractId: contractId, groupContractPosition: position }) => ({
      problem: `${identifierText(identityId)} is not a member of group ${position} of contract ${identifierText(contractId)}`,
      expected: 'a member of the group',
      found: identifierText(identityId),
    }),
  ),
  GroupActionDoesNotExistError: paid(
    { dataContractId: CONTRACT, groupContractPosition: 1, actionId: ACTION },
    ({ dataContractId: contractId, groupContractPosition: position, actionId }) => ({
      problem: `group ${position} of contract ${identifierText(contractId)} has no action ${identifierText(actionId)}`,
      expected: 'the id of an active action',
      found: identifierText(actionId),
      fix: 'propose the action first, or check its id',
    }),
  ),
  GroupActionAlreadyCompletedError: paid(
    { dataContractId: CONTRACT, groupContractPosition: 1, actionId: ACTION },
    ({ dataContractId: contractId, groupContractPosition: position, actionId }) => ({
      problem: `action ${identifierText(actionId)} of group ${position} of contract ${identifierText(contractId)} is closed`,
      expected: 'the id of an active action',
      found: identifierText(actionId),
    }),
  ),
  GroupActionAlreadySignedByIdentityError: paid(
    { dataContractId: CONTRACT, groupContractPosition: 1, identityId: IDENTITY, actionId: ACTION },
    ({ identityId, dataContractId: contractId, groupContractPosition: position, actionId }) => ({
      problem: `${identifierText(identityId)} signed action ${identifierText(actionId)} of group ${position} of contract ${identifierText(contractId)} already`,
      expected: 'a member that has not signed the action',
      found: identifierText(identityId),
    }),
  ),
  ModificationOfGroupActionMainParametersNotPermittedError: paid(
    { original: 'mint', modified: 'burn', changedInternalFields: ['mint_amount'] },
    ({ original, modified, changedInternalFields: fields }) => ({
      problem: `${modified} differs from the proposed ${original}${fields.length > 0 ? ` in ${fields.join(', ')}` : ''}`,
      expected: 'the proposed action',
      found: modified,
      fix: 'sign the action as it was proposed',
    }),
  ),
} satisfies OfficialErrors;
