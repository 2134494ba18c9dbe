import type { ConsensusErrorFields } from '@dapikit/protocol';
import { identifierText } from '../bytes/identifier.js';
import { paid, unpaid, type OfficialErrors, type With } from './rejection-definition.js';
import { CONTRACT, IDENTITY } from './example-values.js';

/** Names who was to sign: a key of an identity, or an address by its text. */
type Signer = { readonly keyId: number } | { readonly addressName: string };

const signerName = (signer: Signer): string =>
  'addressName' in signer ? `address ${signer.addressName}` : `key ${signer.keyId}`;

/** Returns the payload of a transition that another than a signer has signed. */
export const notSignedBy = (signer: Signer) => ({
  message: `the signature is not by ${signerName(signer)}`,
  ...signer,
});

/** Returns the payload of a signature that is missing or wrong. @param signer a description, such as `the new key 1` */
export const notSigned = (signer: string) => ({ message: `the signature is not by ${signer}`, signer });

/** Returns the payload of a key whose bytes are of another number than its type has. */
export const wrongKeyLength = (keyId: number, expected: number, actual: number) => ({
  publicKeyId: keyId,
  validationError: `${actual} bytes, expected ${expected}`,
  expected,
  actual,
});

/** Returns the payload of an update that does not replace one MASTER key by one. @param adding and disabling: numbers of keys */
export const masterUpdate = (adding: number, removing: number) => ({
  adding: BigInt(adding),
  removing: BigInt(removing),
  description: 'a MASTER key is replaced by one MASTER key',
});

/** Returns the payload of a key that signs although its type cannot. */
export const signsNeedlessly = (keyId: number) => ({ message: `key ${keyId} cannot sign`, keyId });

/** Lists the faults of a nonce by the words of the network. Source: `identity_nonce.rs` in `packages/rs-dpp` of dashpay/platform. */
export const NONCE_FAULTS = {
  'nonce is an invalid value': 'invalidNonce',
  'nonce too far in future': 'nonceTooFarInFuture',
  'nonce too far in past': 'nonceTooFarInPast',
  'nonce already present at tip': 'nonceAlreadyPresentAtTip',
  'nonce already present in past': 'nonceAlreadyPresentInPast',
} as const;

type NonceFault = ConsensusErrorFields<'InvalidIdentityNonceError'>['error'];

const faultText = ({ type }: NonceFault): string =>
  Object.entries(NONCE_FAULTS).find(([, fault]) => fault === type)?.[0] ?? type;

/**
 * Lists the errors of identities, their keys, nonces and balances.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 */
export const IDENTITY_ERRORS = {
  NonceOutOfBoundsError: unpaid({ nonce: 1_099_511_627_776n }, ({ nonce }) => ({
    problem: `the nonce ${nonce} exceeds 40 bits`,
    expected: 'a nonce of at most 40 bits',
    found: `${nonce}`,
    fix: 'use the highest nonce plus one',
  })),
  DuplicatedIdentityPublicKeyBasicError: unpaid({ duplicatedIds: [1, 2] }, ({ duplicatedIds }) => ({
    problem: `the keys ${duplicatedIds.join(' and ')} are the same public key`,
    expected: 'each public key once',
    found: `the same key as ${duplicatedIds.join(' and ')}`,
    fix: 'leave one out',
  })),
  DuplicatedIdentityPublicKeyIdBasicError: unpaid({ duplicatedIds: [1] }, ({ duplicatedIds }) => ({
    problem: `the keys ${duplicatedIds.join(', ')} are there twice`,
    expected: 'each key id once',
    found: `${duplicatedIds.join(', ')} twice`,
    fix: 'number the keys',
  })),
  DuplicatedIdentityPublicKeyIdStateError: paid({ duplicatedIds: [1, 2] }, ({ duplicatedIds }) => ({
    problem: `identities have the keys ${duplicatedIds.join(', ')} already`,
    expected: 'keys that no identity has',
    found: duplicatedIds.join(', '),
    fix: 'use other keys',
  })),
  InvalidIdentityPublicKeyDataError: unpaid(
    wrongKeyLength(1, 33, 20),
    (error: With<'InvalidIdentityPublicKeyDataError', { expected: number; actual: number }>) => ({
      problem: `key ${error.publicKeyId} has ${error.actual} bytes, and its type has ${error.expected}`,
      expected: `${error.expected} bytes in key ${error.publicKeyId}`,
      found: `${error.actual}`,
      fix: 'check the type of the key',
    }),
  ),
  DataContractBoundsNotPresentError: paid(
    { dataContractId: CONTRACT, documentType: 'note', purpose: 'AUTHENTICATION' },
    (
      error: With<'DataContractBoundsNotPresentError', { documentType: string | undefined; purpose: string }>,
    ) => {
      const found =
        error.documentType === undefined
          ? `contract ${identifierText(error.dataContractId)}`
          : `the type ${error.documentType} of contract ${identifierText(error.dataContractId)}`;
      return {
        problem: `${found} asks for no bound key of purpose ${error.purpose}`,
        expected: `bounds that ask for a key of purpose ${error.purpose}`,
        found,
        fix: 'see requiresIdentityEncryptionBoundedKey and requiresIdentityDecryptionBoundedKey there',
      };
    },
  ),
  DisablingKeyIdAlsoBeingAddedInSameTransitionError: unpaid({ keyId: 1 }, ({ keyId }) => ({
    problem: `key ${keyId} is both added and disabled`,
    expected: 'other keys to disable than those to add',
    found: `${keyId} among both`,
    fix: 'leave it out of one of them',
  })),
  MissingMasterPublicKeyError: unpaid({}, () => ({
    problem: 'the identity has no AUTHENTICATION key of level MASTER',
    expected: 'a key for AUTHENTICATION of level MASTER',
    found: 'none',
    fix: 'add one',
  })),
  TooManyMasterPublicKeyError: unpaid({}, () => ({
    problem: 'the identity has several keys of level MASTER',
    expected: 'one key of level MASTER',
    found: 'several',
    fix: 'leave one',
  })),
  InvalidIdentityPublicKeySecurityLevelError: unpaid(
    { publicKeyId: 1, purpose: 'TRANSFER', securityLevel: 'HIGH', allowedSecurityLevels: 'CRITICAL' },
    ({ publicKeyId: keyId, purpose, securityLevel: level, allowedSecurityLevels: allowed }) =>
      allowed === ''
        ? {
            problem: `users cannot add key ${keyId} for ${purpose}`,
            expected: `a purpose that users may give key ${keyId}`,
            found: purpose,
            fix: 'choose another purpose',
          }
        : {
            problem: `key ${keyId} for ${purpose} has level ${level}, and the purpose allows ${allowed}`,
            expected: `a key ${keyId} for ${purpose} of level ${allowed}`,
            found: level,
            fix: 'choose another purpose or level',
          },
  ),
  InvalidIdentityCreditTransferAmountError: unpaid(
    { amount: 10n, minAmount: 100_000n },
    ({ amount, minAmount }) => ({
      problem: `a transfer of ${amount} credits is below the minimum of ${minAmount}`,
      expected: `at least ${minAmount} credits`,
      found: `${amount}`,
      fix: 'transfer more',
    }),
  ),
  InvalidIdentityUpdateTransitionEmptyError: unpaid({}, () => ({
    problem: 'the update neither adds nor disables a key',
    expected: 'keys to add or to disable',
    found: 'none',
    fix: 'add or disable a key',
  })),
  IdentityCreditTransferToSelfError: unpaid(
    { identityId: IDENTITY },
    ({ identityId }: With<'IdentityCreditTransferToSelfError', { identityId: Uint8Array }>) => ({
      problem: `identity ${identifierText(identityId)} cannot transfer credits to itself`,
      expected: 'another identity as recipient',
      found: `${identifierText(identityId)}, the sender`,
      fix: 'name another recipient',
    }),
  ),
  MasterPublicKeyUpdateError: paid(masterUpdate(2, 1), ({ adding, removing }) => ({
    problem: `the update adds ${adding} and disables ${removing} keys of level MASTER; it may replace one by one`,
    expected: 'one key of level MASTER in place of another, or none of both, where keys are disabled',
    found: `${adding} to add and ${removing} to disable`,
    fix: 'add one with the one that is disabled',
  })),
  InvalidKeyPurposeForContractBoundsError: paid(
    { givenKeyPurpose: 'AUTHENTICATION', allowedKeyPurposes: ['ENCRYPTION', 'DECRYPTION'] },
    ({ givenKeyPurpose: purpose, allowedKeyPurposes: allowed }) => ({
      problem: `a key for ${purpose} cannot be bound to a contract`,
      expected: `a key for ${allowed.join(' or ')} where it is bound to a contract`,
      found: purpose,
      fix: 'leave the bounds out, or choose another purpose',
    }),
  ),
  IdentityNotFoundError: unpaid({ identityId: IDENTITY }, ({ identityId }) => ({
    problem: `there is no identity ${identifierText(identityId)}`,
    expected: 'the id of an identity',
    found: identifierText(identityId),
    fix: 'create the identity first, or check its id',
  })),
  InvalidIdentityPublicKeyTypeError: unpaid({ publicKeyType: 'BLS12_381' }, ({ publicKeyType }) => ({
    problem: `keys of type ${publicKeyType} cannot sign`,
    expected: 'a type of key that can sign',
    found: publicKeyType,
    fix: 'sign with another key',
  })),
  InvalidStateTransitionSignatureError: unpaid(
    notSignedBy({ addressName: 'tdash1kz46h2at4w46h2at4w46h2at4w46h2at4vsxaemk' }),
    (signer: ConsensusErrorFields<'InvalidStateTransitionSignatureError'> & Signer) => {
      const name = signerName(signer);
      return {
        problem: `the signature is not by ${name}`,
        expected: `a signature by ${name}`,
        found: 'another',
        fix: 'sign the bytes of the transition with the right key',
      };
    },
  ),
  MissingPublicKeyError: unpaid({ publicKeyId: 1 }, ({ publicKeyId: keyId }) => ({
    problem: `the identity has no key ${keyId}`,
    expected: 'the id of a key of the identity',
    found: `${keyId}`,
    fix: 'sign with a key of the identity',
  })),
  InvalidSignaturePublicKeySecurityLevelError: paid(
    { publicKeySecurityLevel: 'HIGH', allowedKeySecurityLevels: ['CRITICAL'] },
    ({ publicKeySecurityLevel: level, allowedKeySecurityLevels: allowed }) => ({
      problem: `a key of level ${level} cannot sign this transition; allowed are ${allowed.join(', ')}`,
      expected: `a key of level ${allowed.join(', ')}`,
      found: level,
      fix: 'sign with such a key',
    }),
  ),
  PublicKeyIsDisabledError: unpaid({ publicKeyId: 1 }, ({ publicKeyId: keyId }) => ({
    problem: `key ${keyId} is disabled`,
    expected: 'an enabled key',
    found: `${keyId}, which is disabled`,
    fix: 'sign with another key',
  })),
  SignatureShouldNotBePresentError: paid(
    signsNeedlessly(1),
    ({ keyId }: With<'SignatureShouldNotBePresentError', { keyId: number }>) => ({
      problem: `the new key ${keyId} has a signature, which keys of its type cannot make`,
      expected: `no signature of key ${keyId}`,
      found: 'one',
      fix: 'leave the signature of that key empty',
    }),
  ),
  BasicECDSAError: paid(notSigned('key 1'), ({ signer }: With<'BasicECDSAError', { signer: string }>) => ({
    problem: `the signature of ${signer} is missing or wrong`,
    expected: `a signature by ${signer}`,
    found: 'another',
    fix: 'sign the bytes of the transition with that key',
  })),
  BasicBLSError: paid(notSigned('key 1'), ({ signer }: With<'BasicBLSError', { signer: string }>) => ({
    problem: `the BLS signature of ${signer} is missing or wrong`,
    expected: `a BLS signature by ${signer}`,
    found: 'another',
    fix: 'sign the bytes of the transition with that key',
  })),
  InvalidSignaturePublicKeyPurposeError: unpaid(
    { publicKeyPurpose: 'AUTHENTICATION', allowedKeyPurposes: ['TRANSFER', 'OWNER'] },
    ({ publicKeyPurpose: purpose, allowedKeyPurposes: allowed }) => ({
      problem: `a key for ${purpose} cannot sign this transition; allowed are ${allowed.join(', ')}`,
      expected: `a key for ${allowed.join(', ')}`,
      found: purpose,
      fix: 'sign with such a key',
    }),
  ),
  IdentityAlreadyExistsError: unpaid({ identityId: IDENTITY }, ({ identityId }) => ({
    problem: `identity ${identifierText(identityId)} exists already`,
    expected: 'an id that no identity has',
    found: identifierText(identityId),
    fix: 'top up that identity, or use another outpoint',
  })),
  IdentityPublicKeyIsReadOnlyError: paid({ publicKeyIndex: 1 }, ({ publicKeyIndex: keyId }) => ({
    problem: `key ${keyId} is read-only`,
    expected: 'a key that can be changed',
    found: `${keyId}, which is read-only`,
    fix: 'leave it as it is',
  })),
  InvalidIdentityRevisionError: paid(
    { identityId: IDENTITY, currentRevision: 5n, wanted: 7n },
    (error: With<'InvalidIdentityRevisionError', { wanted: bigint }>) => ({
      problem: `identity ${identifierText(error.identityId)} has revision ${error.currentRevision}, so the next one is ${error.currentRevision + 1n}, not ${error.wanted}`,
      expected: `revision ${error.currentRevision + 1n}`,
      found: `${error.wanted}`,
      fix: 'fetch the identity and add one to its revision',
    }),
  ),
  InvalidIdentityNonceError: unpaid(
    {
      currentIdentityNonce: 7n,
      settingIdentityNonce: 10n,
      error: { type: 'nonceTooFarInFuture' },
      identityId: IDENTITY,
    },
    ({ currentIdentityNonce: current, settingIdentityNonce: attempted, error }) => ({
      problem: `the nonce ${attempted} cannot be used: ${faultText(error)}`,
      expected:
        current === undefined
          ? 'a first nonce from 1 to 23'
          : `a nonce not used before, at most 24 away from ${current}`,
      found: `${attempted} (${faultText(error)})`,
      fix: 'use the highest nonce plus one',
    }),
  ),
  MaxIdentityPublicKeyLimitReachedError: unpaid({ maxItems: 5n }, ({ maxItems }) => ({
    problem: `a transition adds at most ${maxItems} keys`,
    expected: `at most ${maxItems} keys at a time`,
    found: 'more',
    fix: 'add the others later',
  })),
  IdentityPublicKeyIsDisabledError: paid({ publicKeyIndex: 1 }, ({ publicKeyIndex: keyId }) => ({
    problem: `key ${keyId} is disabled already`,
    expected: 'an enabled key',
    found: `${keyId}, which is disabled`,
    fix: 'leave it out: a disabled key stays disabled',
  })),
  MissingIdentityPublicKeyIdsError: paid({ ids: [1, 2] }, ({ ids }) => ({
    problem: `the identity has no keys ${ids.join(', ')}`,
    expected: 'ids of keys of the identity',
    found: ids.join(', '),
    fix: 'name keys of the identity',
  })),
  IdentityInsufficientBalanceError: unpaid(
    { identityId: IDENTITY, balance: 7n, requiredBalance: 10n },
    (error) => ({
      problem: `identity ${identifierText(error.identityId)} has ${error.balance} credits and needs ${error.requiredBalance}`,
      expected: `${error.requiredBalance} credits`,
      found: `${error.balance}`,
      fix: 'top up the identity',
    }),
  ),
  IdentityPublicKeyAlreadyExistsForUniqueContractBoundsError: paid(
    { identityId: IDENTITY, contractId: CONTRACT, purpose: 'AUTHENTICATION', newKeyId: 1, oldKeyId: 2 },
    (error) => ({
      problem: `contract ${identifierText(error.contractId)} allows one key for ${error.purpose}, and key ${error.oldKeyId} is bound to it already`,
      expected: `one key for ${error.purpose} that is bound to contract ${identifierText(error.contractId)}`,
      found: `${error.newKeyId} in addition to ${error.oldKeyId}`,
      fix: 'keep the first one; it cannot be replaced',
    }),
  ),
} satisfies OfficialErrors;
