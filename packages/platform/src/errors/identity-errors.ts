import { paid, unpaid, type Nothing } from './refusal.js';

type Id = {
  readonly identityId: string;
};

type KeyId = {
  readonly keyId: number;
};

/**
 * Why operations are refused for what an identity is, has or signs with; ids are base58.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures beside it in dashpay/platform.
 */
export const IDENTITY_ERRORS = {
  NonceOutOfBoundsError: unpaid(10414, ({ nonce }: { readonly nonce: bigint }) => ({
    expected: 'a nonce of at most 40 bits',
    found: `${nonce}`,
    advice: 'take the highest nonce plus one',
  })),
  DuplicatedIdentityPublicKeyBasicError: unpaid(
    10500,
    ({ keyIds }: { readonly keyIds: readonly number[] }) => ({
      expected: 'each public key once',
      found: `the same key as ${keyIds.join(' and ')}`,
      advice: 'leave one out',
    }),
  ),
  DuplicatedIdentityPublicKeyIdBasicError: unpaid(10501, ({ keyId }: KeyId) => ({
    expected: 'each key id once',
    found: `${keyId} twice`,
    advice: 'number the keys',
  })),
  InvalidIdentityPublicKeyDataError: unpaid(
    10511,
    (error: KeyId & { readonly expected: number; readonly actual: number }) => ({
      expected: `${error.expected} bytes in key ${error.keyId}`,
      found: `${error.actual}`,
      advice: 'check the type of the key',
    }),
  ),
  DataContractBoundsNotPresentError: paid(
    10515,
    (error: {
      readonly contractId: string;
      readonly documentType: string | undefined;
      readonly purpose: string;
    }) => ({
      expected: `bounds that ask for a key of purpose ${error.purpose}`,
      found:
        error.documentType === undefined
          ? `contract ${error.contractId}`
          : `the type ${error.documentType} of contract ${error.contractId}`,
      advice: 'see requiresIdentityEncryptionBoundedKey and requiresIdentityDecryptionBoundedKey there',
    }),
  ),
  DisablingKeyIdAlsoBeingAddedInSameTransitionError: unpaid(10516, ({ keyId }: KeyId) => ({
    expected: 'other keys to disable than those to add',
    found: `${keyId} among both`,
    advice: 'leave it out of one of them',
  })),
  MissingMasterPublicKeyError: unpaid<Nothing>(10517, () => ({
    expected: 'a key for AUTHENTICATION of level MASTER',
    found: 'none',
    advice: 'add one',
  })),
  TooManyMasterPublicKeyError: unpaid<Nothing>(10518, () => ({
    expected: 'one key of level MASTER',
    found: 'several',
    advice: 'keep one',
  })),
  InvalidIdentityPublicKeySecurityLevelError: unpaid(
    10519,
    (
      error: KeyId & {
        readonly purpose: string;
        readonly level: string;
        readonly allowed: readonly string[];
      },
    ) => ({
      expected:
        error.allowed.length === 0
          ? `a purpose that users may give key ${error.keyId}`
          : `a key ${error.keyId} for ${error.purpose} of level ${error.allowed.join(', ')}`,
      found: error.allowed.length === 0 ? error.purpose : error.level,
      advice: 'choose another purpose or level',
    }),
  ),
  InvalidIdentityCreditTransferAmountError: unpaid(
    10524,
    ({ amount, least }: { readonly amount: bigint; readonly least: bigint }) => ({
      expected: `at least ${least} credits`,
      found: `${amount}`,
      advice: 'transfer more',
    }),
  ),
  InvalidIdentityUpdateTransitionEmptyError: unpaid<Nothing>(10526, () => ({
    expected: 'keys to add or to disable',
    found: 'none',
    advice: 'say what is to change',
  })),
  IdentityCreditTransferToSelfError: unpaid(10528, ({ identityId }: Id) => ({
    expected: 'another identity as recipient',
    found: `${identityId}, the sender`,
    advice: 'name another recipient',
  })),
  MasterPublicKeyUpdateError: paid(
    10529,
    ({ added, disabled }: { readonly added: number; readonly disabled: number }) => ({
      expected: 'one key of level MASTER in the place of another, or none of both, where keys are disabled',
      found: `${added} to add and ${disabled} to disable`,
      advice: 'add one with the one that is disabled',
    }),
  ),
  InvalidKeyPurposeForContractBoundsError: paid(
    10533,
    ({ purpose, allowed }: { readonly purpose: string; readonly allowed: readonly string[] }) => ({
      expected: `a key for ${allowed.join(' or ')} where it is bound to a contract`,
      found: purpose,
      advice: 'leave the bounds out, or choose another purpose',
    }),
  ),
  IdentityNotFoundError: unpaid(20000, ({ identityId }: Id) => ({
    expected: 'the id of an identity',
    found: identityId,
    advice: 'create the identity first, or check its id',
  })),
  InvalidIdentityPublicKeyTypeError: unpaid(20001, ({ keyType }: { readonly keyType: string }) => ({
    expected: 'a type of key that can sign',
    found: keyType,
    advice: 'sign with another key',
  })),
  InvalidStateTransitionSignatureError: unpaid(20002, ({ keyId }: KeyId) => ({
    expected: `a signature by key ${keyId}`,
    found: 'another',
    advice: 'sign the bytes of the operation with that key',
  })),
  MissingPublicKeyError: unpaid(20003, ({ keyId }: KeyId) => ({
    expected: 'the id of a key of the identity',
    found: `${keyId}`,
    advice: 'sign with a key that it has',
  })),
  InvalidSignaturePublicKeySecurityLevelError: paid(
    20004,
    ({ level, allowed }: { readonly level: string; readonly allowed: readonly string[] }) => ({
      expected: `a key of level ${allowed.join(', ')}`,
      found: level,
      advice: 'sign with such a key',
    }),
  ),
  PublicKeyIsDisabledError: unpaid(20006, ({ keyId }: KeyId) => ({
    expected: 'a key in use',
    found: `${keyId}, which is disabled`,
    advice: 'sign with another key',
  })),
  InvalidSignaturePublicKeyPurposeError: unpaid(
    20011,
    ({ purpose, allowed }: { readonly purpose: string; readonly allowed: readonly string[] }) => ({
      expected: `a key for ${allowed.join(', ')}`,
      found: purpose,
      advice: 'sign with such a key',
    }),
  ),
  IdentityAlreadyExistsError: unpaid(40200, ({ identityId }: Id) => ({
    expected: 'an id that no identity has',
    found: identityId,
    advice: 'top up that identity, or use another outpoint',
  })),
  IdentityPublicKeyIsReadOnlyError: paid(40201, ({ keyId }: KeyId) => ({
    expected: 'a key that can be changed',
    found: `${keyId}, which is read-only`,
    advice: 'leave it as it is',
  })),
  InvalidIdentityNonceError: unpaid(
    40204,
    (
      error: Id & {
        readonly current: bigint | undefined;
        readonly attempted: bigint;
        readonly reason: string;
      },
    ) => ({
      expected:
        error.current === undefined
          ? 'a first nonce from 1 to 23'
          : `a nonce not used before, at most 24 away from ${error.current}`,
      found: `${error.attempted} (${error.reason})`,
      advice: 'take the highest nonce plus one',
    }),
  ),
  MaxIdentityPublicKeyLimitReachedError: unpaid(40205, ({ most }: { readonly most: number }) => ({
    expected: `at most ${most} keys at a time`,
    found: 'more',
    advice: 'add the others later',
  })),
  IdentityPublicKeyIsDisabledError: paid(40208, ({ keyId }: KeyId) => ({
    expected: 'a key in use',
    found: `${keyId}, which is disabled`,
    advice: 'a disabled key stays disabled',
  })),
  MissingIdentityPublicKeyIdsError: paid(40209, ({ keyIds }: { readonly keyIds: readonly number[] }) => ({
    expected: 'ids of keys of the identity',
    found: keyIds.join(', '),
    advice: 'name keys that it has',
  })),
  IdentityInsufficientBalanceError: unpaid(
    40210,
    (error: Id & { readonly balance: bigint; readonly required: bigint }) => ({
      expected: `${error.required} credits`,
      found: `${error.balance}`,
      advice: `top up identity ${error.identityId}`,
    }),
  ),
  IdentityPublicKeyAlreadyExistsForUniqueContractBoundsError: paid(
    40211,
    (
      error: Id & {
        readonly contractId: string;
        readonly purpose: string;
        readonly keyId: number;
        readonly otherKeyId: number;
      },
    ) => ({
      expected: `one key for ${error.purpose} that is bound to contract ${error.contractId}`,
      found: `${error.keyId} beside ${error.otherKeyId}`,
      advice: 'the contract allows one such key, which cannot be replaced',
    }),
  ),
};
