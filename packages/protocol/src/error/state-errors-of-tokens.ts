import { addressInputs } from '../address/address-funds.js';
import { platformAddress } from '../address/platform-address.js';
import { HEX, bytes, identifier } from '../codec/bytes.js';
import { u16, u32, u64 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { authorizedActionTakers } from '../token/change-control-rules.js';
import { error } from './error-definition.js';
import { rewardDistributionMoment, tokenConfigurationIdentityContext } from './error-fields.js';

/** Variants 45 to 90 of state errors: tokens, groups, addresses and the shielded pool. */
export const STATE_ERRORS_OF_TOKENS = {
  IdentityDoesNotHaveEnoughTokenBalanceError: error(40700, {
    tokenId: identifier,
    identityId: identifier,
    requiredBalance: u64,
    actualBalance: u64,
    action: text,
  }),
  UnauthorizedTokenActionError: error(40701, {
    tokenId: identifier,
    identityId: identifier,
    action: text,
    authorizedActionTakers,
  }),
  IdentityTokenAccountFrozenError: error(40702, {
    tokenId: identifier,
    identityId: identifier,
    action: text,
  }),
  IdentityTokenAccountNotFrozenError: error(40703, {
    tokenId: identifier,
    identityId: identifier,
    action: text,
  }),
  IdentityNotMemberOfGroupError: error(40800, {
    identityId: identifier,
    dataContractId: identifier,
    groupContractPosition: u16,
  }),
  GroupActionDoesNotExistError: error(40801, {
    dataContractId: identifier,
    groupContractPosition: u16,
    actionId: identifier,
  }),
  GroupActionAlreadyCompletedError: error(40802, {
    dataContractId: identifier,
    groupContractPosition: u16,
    actionId: identifier,
  }),
  GroupActionAlreadySignedByIdentityError: error(40803, {
    identityId: identifier,
    dataContractId: identifier,
    groupContractPosition: u16,
    actionId: identifier,
  }),
  DataContractUpdateActionNotAllowedError: error(40004, { dataContractId: identifier, action: text }),
  TokenSettingMaxSupplyToLessThanCurrentSupplyError: error(40704, {
    tokenId: identifier,
    maxSupply: u64,
    currentSupply: u64,
  }),
  TokenMintPastMaxSupplyError: error(40705, {
    tokenId: identifier,
    amount: u64,
    currentSupply: u64,
    maxSupply: u64,
  }),
  InvalidTokenClaimPropertyMismatch: error(40715, { property: text, tokenId: identifier }),
  InvalidTokenClaimNoCurrentRewards: error(40716, {
    tokenId: identifier,
    recipientId: identifier,
    currentMoment: rewardDistributionMoment,
    lastClaimedMoment: option(rewardDistributionMoment),
  }),
  InvalidTokenClaimWrongClaimant: error(40717, {
    tokenId: identifier,
    expectedClaimantId: identifier,
    claimantId: identifier,
  }),
  NewTokensDestinationIdentityDoesNotExistError: error(40706, { identityId: identifier }),
  NewAuthorizedActionTakerIdentityDoesNotExistError: error(40707, { identityId: identifier }),
  NewAuthorizedActionTakerGroupDoesNotExistError: error(40708, { groupContractPosition: u16 }),
  NewAuthorizedActionTakerMainGroupNotSetError: error(40709, {}),
  InvalidGroupPositionError: error(40710, { maxGroupPosition: option(u16), invalidGroupPosition: u16 }),
  TokenIsPausedError: error(40711, { tokenId: identifier }),
  IdentityTokenAccountAlreadyFrozenError: error(40712, {
    tokenId: identifier,
    identityId: identifier,
    action: text,
  }),
  TokenAlreadyPausedError: error(40713, { tokenId: identifier, action: text }),
  TokenNotPausedError: error(40714, { tokenId: identifier, action: text }),
  TokenTransferRecipientIdentityNotExistError: error(40718, { recipientId: identifier }),
  PreProgrammedDistributionTimestampInPastError: error(40005, {
    dataContractId: identifier,
    tokenPosition: u16,
    preProgrammedTimestamp: u64,
    currentTimestamp: u64,
  }),
  IdentityHasNotAgreedToPayRequiredTokenAmountError: error(40116, {
    tokenId: identifier,
    requiredAmount: u64,
    identityMinOffer: option(u64),
    identityMaxOffer: option(u64),
    action: text,
  }),
  RequiredTokenPaymentInfoNotSetError: error(40115, { tokenId: identifier, action: text }),
  IdentityTryingToPayWithWrongTokenError: error(40117, {
    expectedContractId: option(identifier),
    expectedTokenContractPosition: u16,
    expectedTokenId: identifier,
    actualContractId: option(identifier),
    actualTokenContractPosition: u16,
    actualTokenId: identifier,
  }),
  TokenDirectPurchaseUserPriceTooLow: error(40719, {
    tokenId: identifier,
    userPrice: u64,
    requiredPrice: u64,
  }),
  TokenAmountUnderMinimumSaleAmount: error(40720, {
    tokenId: identifier,
    desiredAmount: u64,
    minimumAmount: u64,
  }),
  TokenNotForDirectSale: error(40721, { tokenId: identifier }),
  IdentityInTokenConfigurationNotFoundError: error(40006, {
    contractId: identifier,
    tokenPosition: u16,
    context: tokenConfigurationIdentityContext,
    identityId: identifier,
  }),
  IdentityMemberOfGroupNotFoundError: error(40007, {
    contractId: identifier,
    groupPosition: u16,
    memberId: identifier,
  }),
  ModificationOfGroupActionMainParametersNotPermittedError: error(40804, {
    original: text,
    modified: text,
    changedInternalFields: listOf(text),
  }),
  IdentityToFreezeDoesNotExistError: error(40217, { identityToFreezeId: identifier }),
  DataContractNotFoundError: error(40008, { dataContractId: identifier }),
  InvalidTokenPositionStateError: error(40009, { maxTokenPosition: option(u16), invalidTokenPosition: u16 }),
  AddressDoesNotExistError: error(40600, { address: platformAddress }),
  AddressNotEnoughFundsError: error(40601, { address: platformAddress, balance: u64, requiredBalance: u64 }),
  AddressesNotEnoughFundsError: error(40602, { addressesWithBalances: addressInputs, requiredBalance: u64 }),
  AddressInvalidNonceError: error(40603, {
    address: platformAddress,
    providedNonce: u32,
    expectedNonce: u32,
  }),
  InvalidAnchorError: error(40900, { anchor: bytes(32, HEX) }),
  NullifierAlreadySpentError: error(40901, { nullifier: bytes(32, HEX) }),
  InvalidShieldedProofError: error(40902, { message: text }),
  InsufficientPoolNotesError: error(40903, { currentNotes: u64, minimumNotes: u64 }),
  InsufficientShieldedFeeError: error(40904, { message: text }),
} as const;
