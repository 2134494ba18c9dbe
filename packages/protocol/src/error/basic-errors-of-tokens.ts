import { byteString, identifier } from '../codec/bytes.js';
import { i64, u16, u32, u64, u8 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { keyPurpose } from '../identity/identity-public-key.js';
import { distributionFunction } from '../token/distribution-function.js';
import { tokenConfiguration } from '../token/token-configuration.js';
import { error } from './error-definition.js';

/** Variants 95 to 142 of basic errors: tokens and groups, from protocol version 9 on. */
export const BASIC_ERRORS_OF_TOKENS = {
  DataContractTokenConfigurationUpdateError: error(10250, {
    operation: text,
    fieldPath: text,
    oldConfig: tokenConfiguration,
    newConfig: tokenConfiguration,
  }),
  NonContiguousContractTokenPositionsError: error(10253, { missingPosition: u16, followedPosition: u16 }),
  NonContiguousContractGroupPositionsError: error(10252, { missingPosition: u16, followedPosition: u16 }),
  InvalidTokenBaseSupplyError: error(10251, { baseSupply: u64 }),
  InvalidTokenIdError: error(10450, { expectedTokenId: identifier, invalidTokenId: identifier }),
  InvalidTokenAmountError: error(10458, { maxTokenAmount: u64, tokenAmount: u64 }),
  InvalidTokenPositionError: error(10451, { maxTokenPosition: option(u16), invalidTokenPosition: u16 }),
  InvalidTokenConfigUpdateNoChangeError: error(10457, {}),
  InvalidTokenDistributionFunctionDivideByZeroError: error(10254, { distributionFunction }),
  InvalidTokenDistributionFunctionInvalidParameterError: error(10255, {
    parameter: text,
    min: i64,
    max: i64,
    notValid: option(i64),
  }),
  InvalidTokenDistributionFunctionInvalidParameterTupleError: error(10256, {
    firstParameter: text,
    secondParameter: text,
    relation: text,
  }),
  InvalidTokenDistributionFunctionIncoherenceError: error(10257, { message: text }),
  TokenTransferToOurselfError: error(10456, { tokenId: identifier, identityId: identifier }),
  InvalidTokenNoteTooBigError: error(10459, { maxNoteLength: u32, noteType: text, noteLength: u32 }),
  ContractHasNoTokensError: error(10453, { contractId: identifier }),
  GroupPositionDoesNotExistError: error(10350, { missingGroupPosition: u16 }),
  InvalidActionIdError: error(10452, { expectedActionId: identifier, invalidActionId: identifier }),
  DestinationIdentityForTokenMintingNotSetError: error(10454, { tokenId: identifier }),
  ChoosingTokenMintRecipientNotAllowedError: error(10455, { tokenId: identifier }),
  GroupActionNotAllowedOnTransitionError: error(10351, { transitionType: text }),
  GroupExceedsMaxMembersError: error(10354, { maxMembers: u32 }),
  GroupMemberHasPowerOfZeroError: error(10355, { memberId: identifier }),
  GroupMemberHasPowerOverLimitError: error(10356, { memberId: identifier, power: u32, maxPower: u32 }),
  GroupTotalPowerLessThanRequiredError: error(10352, { totalPower: u32, requiredPower: u32 }),
  GroupNonUnilateralMemberPowerHasLessThanRequiredPowerError: error(10353, {
    totalPower: u32,
    requiredPower: u32,
  }),
  MissingDefaultLocalizationError: error(10258, {}),
  UnknownGasFeesPaidByError: error(10259, { allowedValues: byteString, received: u64 }),
  UnknownDocumentActionTokenEffectError: error(10260, { allowedValues: byteString, received: u64 }),
  TokenPaymentByBurningOnlyAllowedOnInternalTokenError: error(10261, {
    externalTokenContractId: identifier,
    externalTokenContractTokenPosition: u16,
    action: text,
  }),
  TooManyKeywordsError: error(10262, { dataContractId: identifier, keywordsLen: u8 }),
  DuplicateKeywordsError: error(10263, { dataContractId: identifier, keyword: text }),
  InvalidKeywordLengthError: error(10270, { dataContractId: identifier, keyword: text }),
  InvalidDescriptionLengthError: error(10264, { dataContractId: identifier, description: text }),
  NewTokensDestinationIdentityOptionRequiredError: error(10265, {
    contractId: identifier,
    tokenPosition: u16,
  }),
  InvalidKeywordCharacterError: error(10269, { dataContractId: identifier, keyword: text }),
  InvalidTokenNameCharacterError: error(10266, { form: text, tokenName: text }),
  DecimalsOverLimitError: error(10271, { decimals: u8, maxDecimals: u8 }),
  InvalidTokenNameLengthError: error(10267, { actual: u64, min: u64, max: u64, form: text }),
  InvalidTokenLanguageCodeError: error(10268, { languageCode: text }),
  MainGroupIsNotDefinedError: error(10357, {}),
  GroupRequiredPowerIsInvalidError: error(10358, { requiredPower: u32, maxPower: u32 }),
  TokenNoteOnlyAllowedWhenProposerError: error(10460, {}),
  InvalidTokenDistributionBlockIntervalTooShortError: error(10272, { interval: u64 }),
  InvalidTokenDistributionTimeIntervalTooShortError: error(10273, { interval: u64 }),
  InvalidTokenDistributionTimeIntervalNotMinuteAlignedError: error(10274, { interval: u64 }),
  RedundantDocumentPaidForByTokenWithContractId: error(10275, { contractId: identifier }),
  GroupHasTooFewMembersError: error(10359, { groupId: option(u16) }),
  InvalidKeyPurposeForContractBoundsError: error(10533, {
    givenKeyPurpose: keyPurpose,
    allowedKeyPurposes: listOf(keyPurpose),
  }),
} as const;
