import { bytesOf } from '../../base/bytes/identifier-order.js';
import { signerName, type IDENTITY_ERRORS } from '../../base/errors/identity-errors.js';
import type { NonceErrorKind } from '../identity/nonce.js';
import type { KeyType } from '../identity/public-key.js';
import { securityLevelOf, purposeOf, namedOf, type OfficialForms } from './field-values.js';

const KEY_TYPES = [
  'ECDSA_SECP256K1',
  'BLS12_381',
  'ECDSA_HASH160',
  'BIP13_SCRIPT_HASH',
  'EDDSA_25519_HASH160',
] as const satisfies readonly KeyType[];

const NONCE_ERRORS = {
  'nonce is an invalid value': 'invalidNonce',
  'nonce too far in future': 'nonceTooFarInFuture',
  'nonce too far in past': 'nonceTooFarInPast',
  'nonce already present at tip': 'nonceAlreadyPresentAtTip',
} as const satisfies Partial<Record<NonceErrorKind, string>>;

const isShortNonceError = (reason: string): reason is keyof typeof NONCE_ERRORS =>
  Object.hasOwn(NONCE_ERRORS, reason);

/** Lists the official forms of the errors of identities, their keys, nonces and balances. */
export const IDENTITY_ERROR_FORMS: OfficialForms<keyof typeof IDENTITY_ERRORS> = {
  NonceOutOfBoundsError: ({ nonce }) => ({
    group: 'basic',
    name: 'NonceOutOfBoundsError',
    fields: { nonce },
  }),
  DuplicatedIdentityPublicKeyBasicError: ({ keyIds }) => ({
    group: 'basic',
    name: 'DuplicatedIdentityPublicKeyBasicError',
    fields: { duplicatedIds: [...keyIds] },
  }),
  DuplicatedIdentityPublicKeyIdBasicError: ({ keyIds }) => ({
    group: 'basic',
    name: 'DuplicatedIdentityPublicKeyIdBasicError',
    fields: { duplicatedIds: [...keyIds] },
  }),
  DuplicatedIdentityPublicKeyIdStateError: ({ keyIds }) => ({
    group: 'state',
    name: 'DuplicatedIdentityPublicKeyIdStateError',
    fields: { duplicatedIds: [...keyIds] },
  }),
  InvalidIdentityPublicKeyDataError: ({ keyId, expected, actual }) => ({
    group: 'basic',
    name: 'InvalidIdentityPublicKeyDataError',
    fields: { publicKeyId: keyId, validationError: `${actual} bytes, expected ${expected}` },
  }),
  DataContractBoundsNotPresentError: ({ contractId }) => ({
    group: 'basic',
    name: 'DataContractBoundsNotPresentError',
    fields: { dataContractId: bytesOf(contractId) },
  }),
  DisablingKeyIdAlsoBeingAddedInSameTransitionError: ({ keyId }) => ({
    group: 'basic',
    name: 'DisablingKeyIdAlsoBeingAddedInSameTransitionError',
    fields: { keyId },
  }),
  MissingMasterPublicKeyError: () => ({ group: 'basic', name: 'MissingMasterPublicKeyError', fields: {} }),
  TooManyMasterPublicKeyError: () => ({ group: 'basic', name: 'TooManyMasterPublicKeyError', fields: {} }),
  InvalidIdentityPublicKeySecurityLevelError: ({ keyId, purpose, level, allowed }) => ({
    group: 'basic',
    name: 'InvalidIdentityPublicKeySecurityLevelError',
    fields: {
      publicKeyId: keyId,
      purpose: purposeOf(purpose),
      securityLevel: securityLevelOf(level),
      allowedSecurityLevels: allowed.join(', '),
    },
  }),
  InvalidIdentityCreditTransferAmountError: ({ amount, min }) => ({
    group: 'basic',
    name: 'InvalidIdentityCreditTransferAmountError',
    fields: { amount, minAmount: min },
  }),
  InvalidIdentityUpdateTransitionEmptyError: () => ({
    group: 'basic',
    name: 'InvalidIdentityUpdateTransitionEmptyError',
    fields: {},
  }),
  IdentityCreditTransferToSelfError: () => ({
    group: 'basic',
    name: 'IdentityCreditTransferToSelfError',
    fields: {},
  }),
  MasterPublicKeyUpdateError: ({ added, disabled }) => ({
    group: 'basic',
    name: 'MasterPublicKeyUpdateError',
    fields: {
      adding: BigInt(added),
      removing: BigInt(disabled),
      description: 'a MASTER key is replaced by one MASTER key',
    },
  }),
  InvalidKeyPurposeForContractBoundsError: ({ purpose, allowed }) => ({
    group: 'basic',
    name: 'InvalidKeyPurposeForContractBoundsError',
    fields: { givenKeyPurpose: purposeOf(purpose), allowedKeyPurposes: allowed.map(purposeOf) },
  }),
  IdentityNotFoundError: ({ identityId }) => ({
    group: 'signature',
    name: 'IdentityNotFoundError',
    fields: { identityId: bytesOf(identityId) },
  }),
  InvalidIdentityPublicKeyTypeError: ({ keyType }) => ({
    group: 'signature',
    name: 'InvalidIdentityPublicKeyTypeError',
    fields: { publicKeyType: namedOf(KEY_TYPES, keyType) },
  }),
  InvalidStateTransitionSignatureError: (signer) => ({
    group: 'signature',
    name: 'InvalidStateTransitionSignatureError',
    fields: { message: `the signature is not by ${signerName(signer)}` },
  }),
  MissingPublicKeyError: ({ keyId }) => ({
    group: 'signature',
    name: 'MissingPublicKeyError',
    fields: { publicKeyId: keyId },
  }),
  InvalidSignaturePublicKeySecurityLevelError: ({ level, allowed }) => ({
    group: 'signature',
    name: 'InvalidSignaturePublicKeySecurityLevelError',
    fields: {
      publicKeySecurityLevel: securityLevelOf(level),
      allowedKeySecurityLevels: allowed.map(securityLevelOf),
    },
  }),
  PublicKeyIsDisabledError: ({ keyId }) => ({
    group: 'signature',
    name: 'PublicKeyIsDisabledError',
    fields: { publicKeyId: keyId },
  }),
  SignatureShouldNotBePresentError: ({ keyId }) => ({
    group: 'signature',
    name: 'SignatureShouldNotBePresentError',
    fields: { message: `key ${keyId} cannot sign` },
  }),
  BasicECDSAError: ({ signer }) => ({
    group: 'signature',
    name: 'BasicECDSAError',
    fields: { message: `the signature is not by ${signer}` },
  }),
  BasicBLSError: ({ signer }) => ({
    group: 'signature',
    name: 'BasicBLSError',
    fields: { message: `the signature is not by ${signer}` },
  }),
  InvalidSignaturePublicKeyPurposeError: ({ purpose, allowed }) => ({
    group: 'signature',
    name: 'InvalidSignaturePublicKeyPurposeError',
    fields: { publicKeyPurpose: purposeOf(purpose), allowedKeyPurposes: allowed.map(purposeOf) },
  }),
  IdentityAlreadyExistsError: ({ identityId }) => ({
    group: 'state',
    name: 'IdentityAlreadyExistsError',
    fields: { identityId: bytesOf(identityId) },
  }),
  IdentityPublicKeyIsReadOnlyError: ({ keyId }) => ({
    group: 'state',
    name: 'IdentityPublicKeyIsReadOnlyError',
    fields: { publicKeyIndex: keyId },
  }),
  InvalidIdentityRevisionError: ({ identityId, current }) => ({
    group: 'state',
    name: 'InvalidIdentityRevisionError',
    fields: { identityId: bytesOf(identityId), currentRevision: current },
  }),
  InvalidIdentityNonceError: ({ identityId, current, attempted, reason }) => ({
    group: 'state',
    name: 'InvalidIdentityNonceError',
    fields: {
      identityId: bytesOf(identityId),
      currentIdentityNonce: current,
      settingIdentityNonce: attempted,
      error: isShortNonceError(reason)
        ? { type: NONCE_ERRORS[reason] }
        : { type: 'nonceAlreadyPresentInPast', nonce: attempted },
    },
  }),
  MaxIdentityPublicKeyLimitReachedError: ({ max }) => ({
    group: 'state',
    name: 'MaxIdentityPublicKeyLimitReachedError',
    fields: { maxItems: BigInt(max) },
  }),
  IdentityPublicKeyIsDisabledError: ({ keyId }) => ({
    group: 'state',
    name: 'IdentityPublicKeyIsDisabledError',
    fields: { publicKeyIndex: keyId },
  }),
  MissingIdentityPublicKeyIdsError: ({ keyIds }) => ({
    group: 'state',
    name: 'MissingIdentityPublicKeyIdsError',
    fields: { ids: [...keyIds] },
  }),
  IdentityInsufficientBalanceError: ({ identityId, balance, required }) => ({
    group: 'state',
    name: 'IdentityInsufficientBalanceError',
    fields: { identityId: bytesOf(identityId), balance, requiredBalance: required },
  }),
  IdentityPublicKeyAlreadyExistsForUniqueContractBoundsError: (error) => ({
    group: 'state',
    name: 'IdentityPublicKeyAlreadyExistsForUniqueContractBoundsError',
    fields: {
      identityId: bytesOf(error.identityId),
      contractId: bytesOf(error.contractId),
      purpose: purposeOf(error.purpose),
      newKeyId: error.keyId,
      oldKeyId: error.otherKeyId,
    },
  }),
};
