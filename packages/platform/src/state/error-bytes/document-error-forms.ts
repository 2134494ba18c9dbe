import type { CONTRACT_ERRORS } from '../../base/errors/contract-errors.js';
import type { DOCUMENT_ERRORS } from '../../base/errors/document-errors.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { valueOf, type OfficialForms } from './field-values.js';

const RESTRICTIONS = ['noRestrictions', 'ownerOnly', 'noCreationAllowed'] as const;

/** Lists the official forms of the errors of bytes and documents. */
export const DOCUMENT_ERROR_FORMS: OfficialForms<keyof typeof DOCUMENT_ERRORS> = {
  SerializedObjectParsingError: ({ problem }) => ({
    group: 'basic',
    name: 'SerializedObjectParsingError',
    fields: { parsingError: problem },
  }),
  ValueError: ({ place, problem }) => ({
    group: 'basic',
    name: 'ValueError',
    fields: { valueError: `${place}: ${problem}` },
  }),
  JsonSchemaError: ({ summary, fix, params, ...fields }) => ({
    group: 'basic',
    name: 'JsonSchemaError',
    fields: {
      // An SDK shows this text and no other.
      errorSummary: fix === undefined ? summary : `${summary}: ${fix}`,
      keyword: fields.keyword,
      instancePath: fields.instancePath,
      schemaPath: fields.schemaPath,
      params: valueOf(params),
      propertyName: fields.propertyName,
    },
  }),
  DataContractNotPresentError: ({ contractId }) => ({
    group: 'basic',
    name: 'DataContractNotPresentError',
    fields: { dataContractId: bytesOf(contractId) },
  }),
  // It names the type as well, which no batch of one item has twice.
  InvalidDocumentTransitionActionError: ({ action }) => ({
    group: 'basic',
    name: 'InvalidDocumentTransitionActionError',
    fields: { action },
  }),
  InvalidDocumentTransitionIdError: ({ expected, given }) => ({
    group: 'basic',
    name: 'InvalidDocumentTransitionIdError',
    fields: { expectedId: bytesOf(expected), invalidId: bytesOf(given) },
  }),
  InvalidDocumentTypeError: ({ documentType, contractId }) => ({
    group: 'basic',
    name: 'InvalidDocumentTypeError',
    fields: { documentType, dataContractId: bytesOf(contractId) },
  }),
  MaxDocumentsTransitionsExceededError: ({ max }) => ({
    group: 'basic',
    name: 'MaxDocumentsTransitionsExceededError',
    fields: { maxTransitions: max },
  }),
  DocumentTransitionsAreAbsentError: () => ({
    group: 'basic',
    name: 'DocumentTransitionsAreAbsentError',
    fields: {},
  }),
  DocumentCreationNotAllowedError: ({ contractId, documentType, mode }) => ({
    group: 'basic',
    name: 'DocumentCreationNotAllowedError',
    fields: {
      dataContractId: bytesOf(contractId),
      documentTypeName: documentType,
      creationRestrictionMode: RESTRICTIONS[mode] ?? 'noCreationAllowed',
    },
  }),
  DocumentFieldMaxSizeExceededError: ({ field, actual, max }) => ({
    group: 'basic',
    name: 'DocumentFieldMaxSizeExceededError',
    fields: { field, actualSizeBytes: BigInt(actual), maxSizeBytes: BigInt(max) },
  }),
  OverflowError: ({ sum }) => ({
    group: 'basic',
    name: 'OverflowError',
    fields: { message: `${sum} exceeds 64 bits` },
  }),
  StateTransitionNotActiveError: ({ type, current, required }) => ({
    group: 'basic',
    name: 'StateTransitionNotActiveError',
    fields: { stateTransitionType: type, currentProtocolVersion: current, requiredProtocolVersion: required },
  }),
  StateTransitionMaxSizeExceededError: ({ actual, max }) => ({
    group: 'basic',
    name: 'StateTransitionMaxSizeExceededError',
    fields: { actualSizeBytes: BigInt(actual), maxSizeBytes: BigInt(max) },
  }),
  DocumentAlreadyPresentError: ({ documentId }) => ({
    group: 'state',
    name: 'DocumentAlreadyPresentError',
    fields: { documentId: bytesOf(documentId) },
  }),
  DocumentNotFoundError: ({ documentId }) => ({
    group: 'state',
    name: 'DocumentNotFoundError',
    fields: { documentId: bytesOf(documentId) },
  }),
  DocumentOwnerIdMismatchError: ({ documentId, given, actual }) => ({
    group: 'state',
    name: 'DocumentOwnerIdMismatchError',
    fields: {
      documentId: bytesOf(documentId),
      documentOwnerId: bytesOf(given),
      existingDocumentOwnerId: bytesOf(actual),
    },
  }),
  DuplicateUniqueIndexError: ({ documentId, properties }) => ({
    group: 'state',
    name: 'DuplicateUniqueIndexError',
    fields: { documentId: bytesOf(documentId), duplicatingProperties: [...properties] },
  }),
  InvalidDocumentRevisionError: ({ documentId, previous, desired }) => ({
    group: 'state',
    name: 'InvalidDocumentRevisionError',
    fields: { documentId: bytesOf(documentId), previousRevision: previous, desiredRevision: desired },
  }),
  DocumentNotForSaleError: ({ documentId }) => ({
    group: 'state',
    name: 'DocumentNotForSaleError',
    fields: { documentId: bytesOf(documentId) },
  }),
  DocumentIncorrectPurchasePriceError: ({ documentId, offered, actual }) => ({
    group: 'state',
    name: 'DocumentIncorrectPurchasePriceError',
    fields: { documentId: bytesOf(documentId), tryingToPurchaseAtPrice: offered, actualPrice: actual },
  }),
  DataTriggerConditionError: ({ contractId, documentId, condition }) => ({
    group: 'state',
    name: 'DataTriggerError',
    fields: {
      error: 'DataTriggerConditionError',
      dataContractId: bytesOf(contractId),
      documentId: bytesOf(documentId),
      message: condition,
    },
  }),
  RequiredTokenPaymentInfoNotSetError: ({ tokenId, action }) => ({
    group: 'state',
    name: 'RequiredTokenPaymentInfoNotSetError',
    fields: { tokenId: bytesOf(tokenId), action },
  }),
  IdentityHasNotAgreedToPayRequiredTokenAmountError: ({ tokenId, required, min, max, action }) => ({
    group: 'state',
    name: 'IdentityHasNotAgreedToPayRequiredTokenAmountError',
    fields: {
      tokenId: bytesOf(tokenId),
      requiredAmount: required,
      identityMinOffer: min,
      identityMaxOffer: max,
      action,
    },
  }),
  // The error does not say the id of the token that was named; both ids are those of the token that is charged.
  IdentityTryingToPayWithWrongTokenError: (error) => ({
    group: 'state',
    name: 'IdentityTryingToPayWithWrongTokenError',
    fields: {
      expectedContractId:
        error.expectedContractId === undefined ? undefined : bytesOf(error.expectedContractId),
      expectedTokenContractPosition: error.expectedPosition,
      expectedTokenId: bytesOf(error.tokenId),
      actualContractId: error.contractId === undefined ? undefined : bytesOf(error.contractId),
      actualTokenContractPosition: error.position,
      actualTokenId: bytesOf(error.tokenId),
    },
  }),
};

const CONTEXTS = {
  newTokensDestinationIdentity: 'defaultMintingRecipient',
  'recipient of the perpetual distribution': 'perpetualDistributionRecipient',
  'recipient of a distribution that is fixed beforehand': 'preProgrammedDistributionRecipient',
} as const;

const isContext = (role: string): role is keyof typeof CONTEXTS => Object.hasOwn(CONTEXTS, role);

/** Returns what an identity is for in a token; a rule is named by its member of the configuration. */
const contextOf = (role: string) =>
  isContext(role) ? { type: CONTEXTS[role] } : { type: 'changeControlRule' as const, rule: role };

/** Lists the official forms of the errors of contracts that depend on the state. */
export const CONTRACT_ERROR_FORMS: OfficialForms<keyof typeof CONTRACT_ERRORS> = {
  DataContractAlreadyPresentError: ({ contractId }) => ({
    group: 'state',
    name: 'DataContractAlreadyPresentError',
    fields: { dataContractId: bytesOf(contractId) },
  }),
  DataContractUpdatePermissionError: ({ contractId, signerId }) => ({
    group: 'state',
    name: 'DataContractUpdatePermissionError',
    fields: { dataContractId: bytesOf(contractId), identityId: bytesOf(signerId) },
  }),
  PreProgrammedDistributionTimestampInPastError: ({ contractId, position, time, now }) => ({
    group: 'state',
    name: 'PreProgrammedDistributionTimestampInPastError',
    fields: {
      dataContractId: bytesOf(contractId),
      tokenPosition: position,
      preProgrammedTimestamp: BigInt(time),
      currentTimestamp: BigInt(now),
    },
  }),
  IdentityInTokenConfigurationNotFoundError: ({ contractId, position, role, identityId }) => ({
    group: 'state',
    name: 'IdentityInTokenConfigurationNotFoundError',
    fields: {
      contractId: bytesOf(contractId),
      tokenPosition: position,
      context: contextOf(role),
      identityId: bytesOf(identityId),
    },
  }),
  IdentityMemberOfGroupNotFoundError: ({ contractId, position, identityId }) => ({
    group: 'state',
    name: 'IdentityMemberOfGroupNotFoundError',
    fields: {
      contractId: bytesOf(contractId),
      groupPosition: position,
      memberId: bytesOf(identityId),
    },
  }),
  DataContractNotFoundError: ({ contractId }) => ({
    group: 'state',
    name: 'DataContractNotFoundError',
    fields: { dataContractId: bytesOf(contractId) },
  }),
  InvalidTokenPositionStateError: ({ max, position }) => ({
    group: 'state',
    name: 'InvalidTokenPositionStateError',
    fields: { maxTokenPosition: max, invalidTokenPosition: position },
  }),
  // The network has no transition that deletes a contract.
  ContractDeletionNotAllowedError: () => undefined,
};
