import { authorizedActionTakers } from '@dapikit/protocol';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import type { DistributionMoment, TOKEN_ERRORS } from '../../base/errors/token-errors.js';
import type { OfficialForms } from './field-values.js';

/** Lists the official forms of the errors of tokens. */
export const TOKEN_ERROR_FORMS: OfficialForms<keyof typeof TOKEN_ERRORS> = {
  // Unsigned controls may name a token by its id alone: there is no other id that was expected.
  InvalidTokenIdError: ({ tokenId, expected = tokenId }) => ({
    group: 'basic',
    name: 'InvalidTokenIdError',
    fields: { expectedTokenId: bytesOf(expected), invalidTokenId: bytesOf(tokenId) },
  }),
  InvalidTokenPositionError: ({ position, max }) => ({
    group: 'basic',
    name: 'InvalidTokenPositionError',
    fields: { maxTokenPosition: max, invalidTokenPosition: position },
  }),
  ContractHasNoTokensError: ({ contractId }) => ({
    group: 'basic',
    name: 'ContractHasNoTokensError',
    fields: { contractId: bytesOf(contractId) },
  }),
  DestinationIdentityForTokenMintingNotSetError: ({ tokenId }) => ({
    group: 'basic',
    name: 'DestinationIdentityForTokenMintingNotSetError',
    fields: { tokenId: bytesOf(tokenId) },
  }),
  ChoosingTokenMintRecipientNotAllowedError: ({ tokenId }) => ({
    group: 'basic',
    name: 'ChoosingTokenMintRecipientNotAllowedError',
    fields: { tokenId: bytesOf(tokenId) },
  }),
  InvalidTokenConfigUpdateNoChangeError: () => ({
    group: 'basic',
    name: 'InvalidTokenConfigUpdateNoChangeError',
    fields: {},
  }),
  InvalidTokenNoteTooBigError: ({ max, noteType, length }) => ({
    group: 'basic',
    name: 'InvalidTokenNoteTooBigError',
    fields: { maxNoteLength: max, noteType, noteLength: length },
  }),
  TokenPricingScheduleEmptyError: ({ tokenId }) => ({
    group: 'basic',
    name: 'TokenPricingScheduleEmptyError',
    fields: { tokenId: bytesOf(tokenId) },
  }),
  TokenNoteOnlyAllowedWhenProposerError: () => ({
    group: 'basic',
    name: 'TokenNoteOnlyAllowedWhenProposerError',
    fields: {},
  }),
  UnsupportedFeatureError: ({ feature, current }) => ({
    group: 'basic',
    name: 'UnsupportedFeatureError',
    fields: { featureName: feature, currentProtocolVersion: current },
  }),
  GroupActionNotAllowedOnTransitionError: ({ transitionType }) => ({
    group: 'basic',
    name: 'GroupActionNotAllowedOnTransitionError',
    fields: { transitionType },
  }),
  InvalidActionIdError: ({ expected, given }) => ({
    group: 'basic',
    name: 'InvalidActionIdError',
    fields: { expectedActionId: bytesOf(expected), invalidActionId: bytesOf(given) },
  }),
  TokenTransferToOurselfError: ({ tokenId, identityId }) => ({
    group: 'basic',
    name: 'TokenTransferToOurselfError',
    fields: { tokenId: bytesOf(tokenId), identityId: bytesOf(identityId) },
  }),
  InvalidTokenAmountError: ({ amount, max }) => ({
    group: 'basic',
    name: 'InvalidTokenAmountError',
    fields: { maxTokenAmount: max, tokenAmount: amount },
  }),
  IdentityDoesNotHaveEnoughTokenBalanceError: ({ tokenId, identityId, required, actual, action }) => ({
    group: 'state',
    name: 'IdentityDoesNotHaveEnoughTokenBalanceError',
    fields: {
      tokenId: bytesOf(tokenId),
      identityId: bytesOf(identityId),
      requiredBalance: required,
      actualBalance: actual,
      action,
    },
  }),
  IdentityTokenAccountFrozenError: ({ tokenId, identityId, action }) => ({
    group: 'state',
    name: 'IdentityTokenAccountFrozenError',
    fields: { tokenId: bytesOf(tokenId), identityId: bytesOf(identityId), action },
  }),
  IdentityTokenAccountNotFrozenError: ({ tokenId, identityId, action }) => ({
    group: 'state',
    name: 'IdentityTokenAccountNotFrozenError',
    fields: { tokenId: bytesOf(tokenId), identityId: bytesOf(identityId), action },
  }),
  TokenIsPausedError: ({ tokenId }) => ({
    group: 'state',
    name: 'TokenIsPausedError',
    fields: { tokenId: bytesOf(tokenId) },
  }),
  IdentityTokenAccountAlreadyFrozenError: ({ tokenId, identityId, action }) => ({
    group: 'state',
    name: 'IdentityTokenAccountAlreadyFrozenError',
    fields: { tokenId: bytesOf(tokenId), identityId: bytesOf(identityId), action },
  }),
  TokenAlreadyPausedError: ({ tokenId }) => ({
    group: 'state',
    name: 'TokenAlreadyPausedError',
    fields: { tokenId: bytesOf(tokenId), action: 'Pause Token' },
  }),
  TokenNotPausedError: ({ tokenId }) => ({
    group: 'state',
    name: 'TokenNotPausedError',
    fields: { tokenId: bytesOf(tokenId), action: 'Resume Token' },
  }),
  TokenTransferRecipientIdentityNotExistError: ({ recipientId }) => ({
    group: 'state',
    name: 'TokenTransferRecipientIdentityNotExistError',
    fields: { recipientId: bytesOf(recipientId) },
  }),
  RecipientIdentityDoesNotExistError: ({ recipientId }) => ({
    group: 'state',
    name: 'RecipientIdentityDoesNotExistError',
    fields: { recipientId: bytesOf(recipientId) },
  }),
  IdentityToFreezeDoesNotExistError: ({ identityId }) => ({
    group: 'state',
    name: 'IdentityToFreezeDoesNotExistError',
    fields: { identityToFreezeId: bytesOf(identityId) },
  }),
  UnauthorizedTokenActionError: ({ tokenId, identityId, action, takers }) => ({
    group: 'state',
    name: 'UnauthorizedTokenActionError',
    fields: {
      tokenId: bytesOf(tokenId),
      identityId: bytesOf(identityId),
      action,
      authorizedActionTakers: authorizedActionTakers.fromJson(takers),
    },
  }),
  TokenSettingMaxSupplyToLessThanCurrentSupplyError: ({ tokenId, max, current }) => ({
    group: 'state',
    name: 'TokenSettingMaxSupplyToLessThanCurrentSupplyError',
    fields: { tokenId: bytesOf(tokenId), maxSupply: max, currentSupply: current },
  }),
  TokenMintPastMaxSupplyError: ({ tokenId, amount, current, max }) => ({
    group: 'state',
    name: 'TokenMintPastMaxSupplyError',
    fields: { tokenId: bytesOf(tokenId), amount, currentSupply: current, maxSupply: max },
  }),
  NewTokensDestinationIdentityDoesNotExistError: ({ identityId }) => ({
    group: 'state',
    name: 'NewTokensDestinationIdentityDoesNotExistError',
    fields: { identityId: bytesOf(identityId) },
  }),
  NewAuthorizedActionTakerIdentityDoesNotExistError: ({ identityId }) => ({
    group: 'state',
    name: 'NewAuthorizedActionTakerIdentityDoesNotExistError',
    fields: { identityId: bytesOf(identityId) },
  }),
  NewAuthorizedActionTakerGroupDoesNotExistError: ({ position }) => ({
    group: 'state',
    name: 'NewAuthorizedActionTakerGroupDoesNotExistError',
    fields: { groupContractPosition: position },
  }),
  NewAuthorizedActionTakerMainGroupNotSetError: () => ({
    group: 'state',
    name: 'NewAuthorizedActionTakerMainGroupNotSetError',
    fields: {},
  }),
  InvalidGroupPositionError: ({ position, max }) => ({
    group: 'state',
    name: 'InvalidGroupPositionError',
    fields: { maxGroupPosition: max, invalidGroupPosition: position },
  }),
  InvalidTokenClaimPropertyMismatch: ({ tokenId, property }) => ({
    group: 'state',
    name: 'InvalidTokenClaimPropertyMismatch',
    fields: { property, tokenId: bytesOf(tokenId) },
  }),
  InvalidTokenClaimNoCurrentRewards: ({ tokenId, identityId, current, lastClaim }) => ({
    group: 'state',
    name: 'InvalidTokenClaimNoCurrentRewards',
    fields: {
      tokenId: bytesOf(tokenId),
      recipientId: bytesOf(identityId),
      currentMoment: momentForm(current),
      lastClaimedMoment: lastClaim && momentForm(lastClaim),
    },
  }),
  InvalidTokenClaimWrongClaimant: ({ tokenId, identityId, expected }) => ({
    group: 'state',
    name: 'InvalidTokenClaimWrongClaimant',
    fields: {
      tokenId: bytesOf(tokenId),
      expectedClaimantId: bytesOf(expected),
      claimantId: bytesOf(identityId),
    },
  }),
  TokenDirectPurchaseUserPriceTooLow: ({ tokenId, given, required }) => ({
    group: 'state',
    name: 'TokenDirectPurchaseUserPriceTooLow',
    fields: { tokenId: bytesOf(tokenId), userPrice: given, requiredPrice: required },
  }),
  TokenAmountUnderMinimumSaleAmount: ({ tokenId, amount, min }) => ({
    group: 'state',
    name: 'TokenAmountUnderMinimumSaleAmount',
    fields: { tokenId: bytesOf(tokenId), desiredAmount: amount, minimumAmount: min },
  }),
  TokenNotForDirectSale: ({ tokenId }) => ({
    group: 'state',
    name: 'TokenNotForDirectSale',
    fields: { tokenId: bytesOf(tokenId) },
  }),
  IdentityNotMemberOfGroupError: ({ identityId, contractId, position }) => ({
    group: 'state',
    name: 'IdentityNotMemberOfGroupError',
    fields: {
      identityId: bytesOf(identityId),
      dataContractId: bytesOf(contractId),
      groupContractPosition: position,
    },
  }),
  GroupActionDoesNotExistError: (error) => ({
    group: 'state',
    name: 'GroupActionDoesNotExistError',
    fields: actionFields(error),
  }),
  GroupActionAlreadyCompletedError: (error) => ({
    group: 'state',
    name: 'GroupActionAlreadyCompletedError',
    fields: actionFields(error),
  }),
  GroupActionAlreadySignedByIdentityError: ({ identityId, ...error }) => ({
    group: 'state',
    name: 'GroupActionAlreadySignedByIdentityError',
    fields: { identityId: bytesOf(identityId), ...actionFields(error) },
  }),
  ModificationOfGroupActionMainParametersNotPermittedError: ({ original, modified, fields }) => ({
    group: 'state',
    name: 'ModificationOfGroupActionMainParametersNotPermittedError',
    fields: { original, modified, changedInternalFields: [...fields] },
  }),
};

const actionFields = ({
  contractId,
  position,
  actionId,
}: {
  readonly contractId: string;
  readonly position: number;
  readonly actionId: string;
}) => ({
  dataContractId: bytesOf(contractId),
  groupContractPosition: position,
  actionId: bytesOf(actionId),
});

function momentForm({ unit, value }: DistributionMoment) {
  if (unit === 'height') return { type: 'blockBasedMoment', height: value } as const;
  if (unit === 'time') return { type: 'timeBasedMoment', timeMs: value } as const;
  return { type: 'epochBasedMoment', epoch: Number(value) } as const;
}
