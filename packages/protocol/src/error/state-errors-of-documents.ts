import { bytes, identifier } from '../codec/bytes.js';
import { i64, u16, u32, u64 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { keyPurpose } from '../identity/identity-public-key.js';
import { contestedDocumentResourceVotePoll, votePoll } from '../vote/vote-poll.js';
import { dataTriggerError } from './data-trigger-error.js';
import { error } from './error-definition.js';
import {
  contestedDocumentVotePollStatus,
  contestedDocumentVotePollStoredInfo,
  mergeIdentityNonceResult,
} from './error-fields.js';

/** Variants 0 to 44 of state errors: contracts, documents, identities and votes. */
export const STATE_ERRORS_OF_DOCUMENTS = {
  DataContractAlreadyPresentError: error(40000, { dataContractId: identifier }),
  DataTriggerError: dataTriggerError,
  DocumentAlreadyPresentError: error(40100, { documentId: identifier }),
  DocumentContestCurrentlyLockedError: error(40110, {
    votePoll: contestedDocumentResourceVotePoll,
    storedInfo: contestedDocumentVotePollStoredInfo,
    unlockCost: u64,
  }),
  DocumentContestNotJoinableError: error(40111, {
    votePoll: contestedDocumentResourceVotePoll,
    storedInfo: contestedDocumentVotePollStoredInfo,
    startTime: u64,
    currentTime: u64,
    joinableTime: u64,
  }),
  DocumentContestIdentityAlreadyContestantError: error(40112, {
    votePoll: contestedDocumentResourceVotePoll,
    identityId: identifier,
  }),
  DocumentContestNotPaidForError: error(40114, {
    documentId: identifier,
    expectedAmount: u64,
    paidAmount: u64,
  }),
  DocumentContestDocumentWithSameIdAlreadyPresentError: error(40113, { documentId: identifier }),
  DocumentNotFoundError: error(40101, { documentId: identifier }),
  DocumentNotForSaleError: error(40108, { documentId: identifier }),
  DocumentIncorrectPurchasePriceError: error(40109, {
    documentId: identifier,
    tryingToPurchaseAtPrice: u64,
    actualPrice: u64,
  }),
  DocumentOwnerIdMismatchError: error(40102, {
    documentId: identifier,
    documentOwnerId: identifier,
    existingDocumentOwnerId: identifier,
  }),
  DocumentTimestampsMismatchError: error(40103, { documentId: identifier }),
  DocumentTimestampWindowViolationError: error(40104, {
    timestampName: text,
    documentId: identifier,
    timestamp: i64,
    timeWindowStart: i64,
    timeWindowEnd: i64,
  }),
  DuplicateUniqueIndexError: error(40105, { documentId: identifier, duplicatingProperties: listOf(text) }),
  InvalidDocumentRevisionError: error(40106, {
    documentId: identifier,
    previousRevision: option(u64),
    desiredRevision: u64,
  }),
  IdentityAlreadyExistsError: error(40200, { identityId: identifier }),
  IdentityPublicKeyAlreadyExistsForUniqueContractBoundsError: error(40211, {
    identityId: identifier,
    contractId: identifier,
    purpose: keyPurpose,
    newKeyId: u32,
    oldKeyId: u32,
  }),
  IdentityPublicKeyIsReadOnlyError: error(40201, { publicKeyIndex: u32 }),
  MissingIdentityPublicKeyIdsError: error(40209, { ids: listOf(u32) }),
  MissingTransferKeyError: error(40214, { identityId: identifier }),
  NoTransferKeyForCoreWithdrawalAvailableError: error(40215, { identityId: identifier }),
  InvalidIdentityPublicKeyIdError: error(40202, { id: u32 }),
  InvalidIdentityRevisionError: error(40203, { identityId: identifier, currentRevision: u64 }),
  InvalidIdentityNonceError: error(40204, {
    identityId: identifier,
    currentIdentityNonce: option(u64),
    settingIdentityNonce: u64,
    error: mergeIdentityNonceResult,
  }),
  MaxIdentityPublicKeyLimitReachedError: error(40205, { maxItems: u64 }),
  DuplicatedIdentityPublicKeyStateError: error(40206, { duplicatedPublicKeyIds: listOf(u32) }),
  DuplicatedIdentityPublicKeyIdStateError: error(40207, { duplicatedIds: listOf(u32) }),
  IdentityPublicKeyIsDisabledError: error(40208, { publicKeyIndex: u32 }),
  IdentityInsufficientBalanceError: error(40210, {
    identityId: identifier,
    balance: u64,
    requiredBalance: u64,
  }),
  DocumentTimestampsAreEqualError: error(40107, { documentId: identifier }),
  DataContractIsReadonlyError: error(40001, { dataContractId: identifier }),
  DataContractConfigUpdateError: error(40002, { dataContractId: identifier, additionalMessage: text }),
  DocumentTypeUpdateError: error(40212, {
    dataContractId: identifier,
    documentTypeName: text,
    additionalMessage: text,
  }),
  PrefundedSpecializedBalanceInsufficientError: error(40400, {
    balanceId: identifier,
    balance: u64,
    requiredBalance: u64,
  }),
  PrefundedSpecializedBalanceNotFoundError: error(40401, { balanceId: identifier }),
  DataContractUpdatePermissionError: error(40003, { dataContractId: identifier, identityId: identifier }),
  MasternodeNotFoundError: error(40300, { proTxHash: identifier }),
  MasternodeIncorrectVoterIdentityIdError: error(40306, {
    proTxHash: identifier,
    expectedVoterIdentityId: identifier,
    providedVoterIdentityId: identifier,
  }),
  MasternodeIncorrectVotingAddressError: error(40305, {
    proTxHash: identifier,
    currentVotingAddress: bytes(20),
    givenVotingAddress: bytes(20),
  }),
  VotePollNotFoundError: error(40301, { votePoll }),
  VotePollNotAvailableForVotingError: error(40302, { votePoll, status: contestedDocumentVotePollStatus }),
  MasternodeVotedTooManyTimesError: error(40303, {
    proTxHash: identifier,
    timesAlreadyVoted: u16,
    maxTimesAllowed: u16,
  }),
  MasternodeVoteAlreadyPresentError: error(40304, { proTxHash: identifier, votePoll }),
  RecipientIdentityDoesNotExistError: error(40216, { recipientId: identifier }),
} as const;
