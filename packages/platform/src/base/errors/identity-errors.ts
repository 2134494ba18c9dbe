import { paidText, unpaidText, type NoPayload } from './error-definition.js';

type OfIdentity = {
  readonly identityId: string;
};

type OfKey = {
  readonly keyId: number;
};

type OfKeys = {
  readonly keyIds: readonly number[];
};

/** Returns who was to sign: a key of an identity, or an address. */
export const signerName = (signer: OfKey | { readonly address: string }): string =>
  'address' in signer ? `address ${signer.address}` : `key ${signer.keyId}`;

/**
 * Lists the errors of identities, their keys, nonces and balances. Ids are base58.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 */
export const IDENTITY_ERRORS = {
  NonceOutOfBoundsError: unpaidText(10414, ({ nonce }: { readonly nonce: bigint }) => ({
    problem: `the nonce ${nonce} exceeds 40 bits`,
    expected: 'a nonce of at most 40 bits',
    found: `${nonce}`,
    fix: 'use the highest nonce plus one',
  })),
  DuplicatedIdentityPublicKeyBasicError: unpaidText(10500, ({ keyIds }: OfKeys) => ({
    problem: `the keys ${keyIds.join(' and ')} are the same public key`,
    expected: 'each public key once',
    found: `the same key as ${keyIds.join(' and ')}`,
    fix: 'leave one out',
  })),
  DuplicatedIdentityPublicKeyIdBasicError: unpaidText(10501, ({ keyIds }: OfKeys) => ({
    problem: `the keys ${keyIds.join(', ')} are there twice`,
    expected: 'each key id once',
    found: `${keyIds.join(', ')} twice`,
    fix: 'number the keys',
  })),
  DuplicatedIdentityPublicKeyIdStateError: paidText(40207, ({ keyIds }: OfKeys) => ({
    problem: `identities have the keys ${keyIds.join(', ')} already`,
    expected: 'keys that no identity has',
    found: keyIds.join(', '),
    fix: 'use other keys',
  })),
  InvalidIdentityPublicKeyDataError: unpaidText(
    10511,
    (error: OfKey & { readonly expected: number; readonly actual: number }) => ({
      problem: `key ${error.keyId} has ${error.actual} bytes, and its type has ${error.expected}`,
      expected: `${error.expected} bytes in key ${error.keyId}`,
      found: `${error.actual}`,
      fix: 'check the type of the key',
    }),
  ),
  DataContractBoundsNotPresentError: paidText(
    10515,
    (error: {
      readonly contractId: string;
      readonly documentType: string | undefined;
      readonly purpose: string;
    }) => {
      const found =
        error.documentType === undefined
          ? `contract ${error.contractId}`
          : `the type ${error.documentType} of contract ${error.contractId}`;
      return {
        problem: `${found} asks for no bound key of purpose ${error.purpose}`,
        expected: `bounds that ask for a key of purpose ${error.purpose}`,
        found,
        fix: 'see requiresIdentityEncryptionBoundedKey and requiresIdentityDecryptionBoundedKey there',
      };
    },
  ),
  DisablingKeyIdAlsoBeingAddedInSameTransitionError: unpaidText(10516, ({ keyId }: OfKey) => ({
    problem: `key ${keyId} is both added and disabled`,
    expected: 'other keys to disable than those to add',
    found: `${keyId} among both`,
    fix: 'leave it out of one of them',
  })),
  MissingMasterPublicKeyError: unpaidText<NoPayload>(10517, () => ({
    problem: 'the identity has no AUTHENTICATION key of level MASTER',
    expected: 'a key for AUTHENTICATION of level MASTER',
    found: 'none',
    fix: 'add one',
  })),
  TooManyMasterPublicKeyError: unpaidText<NoPayload>(10518, () => ({
    problem: 'the identity has several keys of level MASTER',
    expected: 'one key of level MASTER',
    found: 'several',
    fix: 'leave one',
  })),
  InvalidIdentityPublicKeySecurityLevelError: unpaidText(
    10519,
    ({
      keyId,
      purpose,
      level,
      allowed,
    }: OfKey & {
      readonly purpose: string;
      readonly level: string;
      readonly allowed: readonly string[];
    }) =>
      allowed.length === 0
        ? {
            problem: `users cannot add key ${keyId} for ${purpose}`,
            expected: `a purpose that users may give key ${keyId}`,
            found: purpose,
            fix: 'choose another purpose',
          }
        : {
            problem: `key ${keyId} for ${purpose} has level ${level}, and the purpose allows ${allowed.join(', ')}`,
            expected: `a key ${keyId} for ${purpose} of level ${allowed.join(', ')}`,
            found: level,
            fix: 'choose another purpose or level',
          },
  ),
  InvalidIdentityCreditTransferAmountError: unpaidText(
    10524,
    ({ amount, min }: { readonly amount: bigint; readonly min: bigint }) => ({
      problem: `a transfer of ${amount} credits is below the minimum of ${min}`,
      expected: `at least ${min} credits`,
      found: `${amount}`,
      fix: 'transfer more',
    }),
  ),
  InvalidIdentityUpdateTransitionEmptyError: unpaidText<NoPayload>(10526, () => ({
    problem: 'the update neither adds nor disables a key',
    expected: 'keys to add or to disable',
    found: 'none',
    fix: 'add or disable a key',
  })),
  IdentityCreditTransferToSelfError: unpaidText(10528, ({ identityId }: OfIdentity) => ({
    problem: `identity ${identityId} cannot transfer credits to itself`,
    expected: 'another identity as recipient',
    found: `${identityId}, the sender`,
    fix: 'name another recipient',
  })),
  MasterPublicKeyUpdateError: paidText(
    10529,
    ({ added, disabled }: { readonly added: number; readonly disabled: number }) => ({
      problem: `the update adds ${added} and disables ${disabled} keys of level MASTER; it may replace one by one`,
      expected: 'one key of level MASTER in place of another, or none of both, where keys are disabled',
      found: `${added} to add and ${disabled} to disable`,
      fix: 'add one with the one that is disabled',
    }),
  ),
  InvalidKeyPurposeForContractBoundsError: paidText(
    10533,
    ({ purpose, allowed }: { readonly purpose: string; readonly allowed: readonly string[] }) => ({
      problem: `a key for ${purpose} cannot be bound to a contract`,
      expected: `a key for ${allowed.join(' or ')} where it is bound to a contract`,
      found: purpose,
      fix: 'leave the bounds out, or choose another purpose',
    }),
  ),
  IdentityNotFoundError: unpaidText(20000, ({ identityId }: OfIdentity) => ({
    problem: `there is no identity ${identityId}`,
    expected: 'the id of an identity',
    found: identityId,
    fix: 'create the identity first, or check its id',
  })),
  InvalidIdentityPublicKeyTypeError: unpaidText(20001, ({ keyType }: { readonly keyType: string }) => ({
    problem: `keys of type ${keyType} cannot sign`,
    expected: 'a type of key that can sign',
    found: keyType,
    fix: 'sign with another key',
  })),
  InvalidStateTransitionSignatureError: unpaidText(20002, (signer: OfKey | { readonly address: string }) => {
    const name = signerName(signer);
    return {
      problem: `the signature is not by ${name}`,
      expected: `a signature by ${name}`,
      found: 'another',
      fix: `sign the bytes of the transition with ${'address' in signer ? 'the key of that address' : 'that key'}`,
    };
  }),
  MissingPublicKeyError: unpaidText(20003, ({ keyId }: OfKey) => ({
    problem: `the identity has no key ${keyId}`,
    expected: 'the id of a key of the identity',
    found: `${keyId}`,
    fix: 'sign with a key of the identity',
  })),
  InvalidSignaturePublicKeySecurityLevelError: paidText(
    20004,
    ({ level, allowed }: { readonly level: string; readonly allowed: readonly string[] }) => ({
      problem: `a key of level ${level} cannot sign this transition; allowed are ${allowed.join(', ')}`,
      expected: `a key of level ${allowed.join(', ')}`,
      found: level,
      fix: 'sign with such a key',
    }),
  ),
  PublicKeyIsDisabledError: unpaidText(20006, ({ keyId }: OfKey) => ({
    problem: `key ${keyId} is disabled`,
    expected: 'an enabled key',
    found: `${keyId}, which is disabled`,
    fix: 'sign with another key',
  })),
  SignatureShouldNotBePresentError: paidText(20008, ({ keyId }: OfKey) => ({
    problem: `the new key ${keyId} has a signature, which keys of its type cannot make`,
    expected: `no signature of key ${keyId}`,
    found: 'one',
    fix: 'leave the signature of that key empty',
  })),
  BasicECDSAError: paidText(20009, ({ signer }: { readonly signer: string }) => ({
    problem: `the signature of ${signer} is missing or wrong`,
    expected: `a signature by ${signer}`,
    found: 'another',
    fix: `sign the bytes of the transition with ${signer}`,
  })),
  BasicBLSError: paidText(20010, ({ signer }: { readonly signer: string }) => ({
    problem: `the BLS signature of ${signer} is missing or wrong`,
    expected: `a BLS signature by ${signer}`,
    found: 'another',
    fix: `sign the bytes of the transition with ${signer}`,
  })),
  InvalidSignaturePublicKeyPurposeError: unpaidText(
    20011,
    ({ purpose, allowed }: { readonly purpose: string; readonly allowed: readonly string[] }) => ({
      problem: `a key for ${purpose} cannot sign this transition; allowed are ${allowed.join(', ')}`,
      expected: `a key for ${allowed.join(', ')}`,
      found: purpose,
      fix: 'sign with such a key',
    }),
  ),
  IdentityAlreadyExistsError: unpaidText(40200, ({ identityId }: OfIdentity) => ({
    problem: `identity ${identityId} exists already`,
    expected: 'an id that no identity has',
    found: identityId,
    fix: 'top up that identity, or use another outpoint',
  })),
  IdentityPublicKeyIsReadOnlyError: paidText(40201, ({ keyId }: OfKey) => ({
    problem: `key ${keyId} is read-only`,
    expected: 'a key that can be changed',
    found: `${keyId}, which is read-only`,
    fix: 'leave it as it is',
  })),
  InvalidIdentityRevisionError: paidText(
    40203,
    (error: OfIdentity & { readonly current: bigint; readonly wanted: bigint }) => ({
      problem: `identity ${error.identityId} has revision ${error.current}, so the next one is ${error.current + 1n}, not ${error.wanted}`,
      expected: `revision ${error.current + 1n}`,
      found: `${error.wanted}`,
      fix: 'fetch the identity and add one to its revision',
    }),
  ),
  InvalidIdentityNonceError: unpaidText(
    40204,
    ({
      current,
      attempted,
      reason,
    }: OfIdentity & {
      readonly current: bigint | undefined;
      readonly attempted: bigint;
      readonly reason: string;
    }) => ({
      problem: `the nonce ${attempted} cannot be used: ${reason}`,
      expected:
        current === undefined
          ? 'a first nonce from 1 to 23'
          : `a nonce not used before, at most 24 away from ${current}`,
      found: `${attempted} (${reason})`,
      fix: 'use the highest nonce plus one',
    }),
  ),
  MaxIdentityPublicKeyLimitReachedError: unpaidText(40205, ({ max }: { readonly max: number }) => ({
    problem: `a transition adds at most ${max} keys`,
    expected: `at most ${max} keys at a time`,
    found: 'more',
    fix: 'add the others later',
  })),
  IdentityPublicKeyIsDisabledError: paidText(40208, ({ keyId }: OfKey) => ({
    problem: `key ${keyId} is disabled already`,
    expected: 'an enabled key',
    found: `${keyId}, which is disabled`,
    fix: 'leave it out: a disabled key stays disabled',
  })),
  MissingIdentityPublicKeyIdsError: paidText(40209, ({ keyIds }: { readonly keyIds: readonly number[] }) => ({
    problem: `the identity has no keys ${keyIds.join(', ')}`,
    expected: 'ids of keys of the identity',
    found: keyIds.join(', '),
    fix: 'name keys of the identity',
  })),
  IdentityInsufficientBalanceError: unpaidText(
    40210,
    (error: OfIdentity & { readonly balance: bigint; readonly required: bigint }) => ({
      problem: `identity ${error.identityId} has ${error.balance} credits and needs ${error.required}`,
      expected: `${error.required} credits`,
      found: `${error.balance}`,
      fix: `top up identity ${error.identityId}`,
    }),
  ),
  IdentityPublicKeyAlreadyExistsForUniqueContractBoundsError: paidText(
    40211,
    (
      error: OfIdentity & {
        readonly contractId: string;
        readonly purpose: string;
        readonly keyId: number;
        readonly otherKeyId: number;
      },
    ) => ({
      problem: `contract ${error.contractId} allows one key for ${error.purpose}, and key ${error.otherKeyId} is bound to it already`,
      expected: `one key for ${error.purpose} that is bound to contract ${error.contractId}`,
      found: `${error.keyId} in addition to ${error.otherKeyId}`,
      fix: 'keep the first one; it cannot be replaced',
    }),
  ),
};
