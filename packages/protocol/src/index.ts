export type { Codec, ObjectCodec, ValueOf } from './codec/codec.js';
export { DecodeError, type DecodePlace, type DecodeReason } from './codec/decode-error.js';
export { typeText, type Description, type FieldDescription } from './codec/description.js';
export { EncodeError } from './codec/encode-error.js';
export { ProtocolError } from './codec/protocol-error.js';
export type { Json } from './codec/json.js';
export { Reader, type ReaderOptions } from './codec/reader.js';
export { decode, decodePrefix, encode, encodeSignable, type Decoded } from './codec/serialize.js';
export type { AddressInput } from './address/address-funds.js';
export {
  addressBalanceChanges,
  compactedAddressBalanceChanges,
  compactedRanges,
  type AddressBalanceChange,
  type CompactedAddressBalanceChange,
} from './address/balance-changes.js';
export { compareAddresses, platformAddress, type PlatformAddress } from './address/platform-address.js';
export { addressFromText, addressText, type AddressNetwork } from './address/address-text.js';
export { assetLockProof, type AssetLockProof } from './asset-lock/asset-lock-proof.js';
export { assetLockValue } from './asset-lock/asset-lock-value.js';
export type { DocumentTransition } from './batch/document-transition.js';
export type { TokenAction, TokenTransition } from './batch/token-transition.js';
export { dataContract, type DataContract } from './contract/data-contract.js';
export { OFFICIAL_MESSAGES } from './error/official-messages.js';
export { group, type Group } from './group/group.js';
export { groupAction, type GroupAction } from './token/group-action.js';
export { groupActionId, type GroupActionOrigin } from './hash/group-action-id.js';
export { doubleSha256, hash160, sha256 } from './hash/hashes.js';
export {
  assetLockOutPoint,
  dataContractId,
  documentId,
  identityIdFromAddresses,
  identityIdFromAssetLock,
  identityIdFromNullifiers,
  publicKeyHash,
  stateTransitionId,
  tokenId,
  votePollId,
  voterIdentityId,
} from './hash/ids.js';
export { identity, type Identity } from './identity/identity.js';
export {
  identityPublicKey,
  type IdentityPublicKey,
  type IdentityPublicKeyInCreation,
  securityLevel,
} from './identity/identity-public-key.js';
export {
  authorizedActionTakers,
  type AuthorizedActionTakers,
  type ChangeControlRules,
} from './token/change-control-rules.js';
export { distributionFunction, type DistributionFunction } from './token/distribution-function.js';
export {
  tokenConfigurationChangeItem,
  type TokenConfigurationChangeItem,
} from './token/token-configuration-change-item.js';
export { isRuledTokenSetting, TOKEN_RULES, TOKEN_SETTINGS, type TokenSubject } from './token/token-rules.js';
export type { TokenEvent } from './token/token-event.js';
export {
  tokenDistributionRules,
  type TokenDistributionRules,
  tokenPerpetualDistribution,
  type TokenPerpetualDistribution,
  tokenDistributionKey,
} from './token/token-distribution-rules.js';
export { tokenPricingSchedule, type TokenPricingSchedule } from './token/token-pricing-schedule.js';
export { tokenConfiguration, type TokenConfiguration } from './token/token-configuration.js';
export {
  decodeStateTransition,
  encodeStateTransition,
  signableBytes,
  stateTransition,
  type StateTransition,
} from './transition/state-transition.js';
export { value, type Value, type ValueEntry } from './value/value.js';
export type { Vote } from './vote/vote.js';
export { contestedDocumentResourceVotePoll, votePoll } from './vote/vote-poll.js';
export { documentCodec } from './document/document-codec.js';
export { documentTypesOf, provenDocumentTypes } from './document/document-types.js';
export {
  DOCUMENT_TIMES,
  type StoredData,
  type StoredDocument,
  type StoredValue,
  type TimeName,
} from './document/stored-document.js';
export {
  consensusError,
  consensusErrorCode,
  consensusErrorFieldsJson,
  consensusErrorNamed,
  decodeConsensusError,
  encodeConsensusError,
  listConsensusErrors,
  type ConsensusError,
  type ConsensusErrorFields,
  type ConsensusErrorKind,
  type ConsensusErrorName,
} from './error/serialized-error.js';
export { blsPublicKey, isReadableBls, nobleBls } from './signature/noble-bls.js';
export { nobleSignatures } from './signature/noble-signatures.js';
export { compressedKey, isReadableEcdsa } from './signature/readable-ecdsa.js';
export { signingHash, verifyByKeyHash } from './signature/recoverable-signature.js';
export type { SignatureBackend } from './signature/signature-backend.js';
export { sign, verifySignature, type SigningKey } from './signature/verify-signature.js';
