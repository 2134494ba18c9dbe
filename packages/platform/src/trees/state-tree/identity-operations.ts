import { firstId } from '../../state/keys/space-key.js';
import { IDENTITY_KEYS, type Element } from '@dapikit/proof';
import {
  BOUND_KEYS_KEY,
  boundKeysPath,
  CONTRACT_NONCE_KEY,
  CURRENT_KEY,
  identityContractPath,
  identityKeyReferencesPath,
  identityKeysPath,
  identityPath,
  leb128,
  rootPath,
  type GroveOperation,
} from '@dapikit/proof/prover';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { IDENTITY_FORM } from '../../state/identity/identity-form.js';
import { MULTIPLE_WITH_NEWEST, UNIQUE, type BoundKey } from '../../state/identity/bound-keys.js';
import {
  PURPOSES,
  SECURITY_LEVELS,
  type ContractBounds,
  type PublicKey,
} from '../../state/identity/public-key.js';
import { item, put, putTree, remove, sumItem } from './elements.js';
import { keyBytes } from './wire-identity.js';
import type { StateChange } from '../../store/store.js';

const ID_BYTES = 32;
const NUMBER_BYTES = 8;
const EMPTY = new Uint8Array();

/** Returns what a change of the revision or the keys of an identity is in the trees. */
export function identityOperations({ key, before, after }: StateChange): readonly GroveOperation[] {
  const id = key.subarray(1);
  if (after === undefined) return [remove(rootPath('identities'), id)];
  const { revision, keys, boundKeys = [] } = IDENTITY_FORM.fromBytes(after);
  const known = before === undefined ? [] : IDENTITY_FORM.fromBytes(before).keys;
  const changed = keys.filter((one) => known.every((other) => other.id !== one.id || !isSame(one, other)));
  return [
    ...(before === undefined ? newIdentity(id) : []),
    put(identityPath(id), IDENTITY_KEYS.revision, item(integerBytes(revision, NUMBER_BYTES))),
    ...changed.flatMap((one) => publicKeyOperations(id, one)),
    ...boundKeyOperations(id, keys, boundKeys),
  ];
}

const isSame = (one: PublicKey, other: PublicKey): boolean => one.disabledAt === other.disabledAt;

/** The trees of a new identity. Source: `add_new_identity` in `packages/rs-drive/src/drive/identity` of dashpay/platform. */
function newIdentity(id: Uint8Array): readonly GroveOperation[] {
  const references = identityKeyReferencesPath(id);
  return [
    putTree(rootPath('identities'), id),
    put(identityPath(id), IDENTITY_KEYS.nonce, item(integerBytes(0n, NUMBER_BYTES))),
    put(identityPath(id), IDENTITY_KEYS.negativeCredit, item(integerBytes(0n, NUMBER_BYTES))),
    putTree(identityPath(id), IDENTITY_KEYS.keys),
    putTree(identityPath(id), IDENTITY_KEYS.keyReferences),
    putTree(references, purposeKey('AUTHENTICATION')),
    ...SECURITY_LEVELS.map((_, level) =>
      putTree([...references, purposeKey('AUTHENTICATION')], Uint8Array.of(level)),
    ),
    putTree(references, purposeKey('TRANSFER')),
    putTree(references, purposeKey('VOTING')),
  ];
}

const purposeKey = (purpose: PublicKey['purpose']): Uint8Array => Uint8Array.of(PURPOSES.indexOf(purpose));

/** Purposes by which keys are found. Source: `add_new_key_to_identity` in `packages/rs-drive` of dashpay/platform. */
const REFERENCED: ReadonlySet<PublicKey['purpose']> = new Set(['AUTHENTICATION', 'TRANSFER', 'VOTING']);

function publicKeyOperations(id: Uint8Array, key: PublicKey): readonly GroveOperation[] {
  const keyId = leb128(key.id);
  const stored = put(identityKeysPath(id), keyId, item(keyBytes(key)));
  if (!REFERENCED.has(key.purpose)) return [stored];
  const level =
    key.purpose === 'AUTHENTICATION' ? [Uint8Array.of(SECURITY_LEVELS.indexOf(key.securityLevel))] : [];
  const path = [...identityKeyReferencesPath(id), purposeKey(key.purpose), ...level];
  return [stored, put(path, keyId, keyReference(keyId, undefined))];
}

/** A reference to the key itself. Source: `identity_key_location_within_identity` in `packages/rs-drive` of dashpay/platform. */
const keyReference = (keyId: Uint8Array, maxHops: number | undefined): Element => ({
  type: 'reference',
  path: { type: 'upstreamRootHeight', height: 2, path: [IDENTITY_KEYS.keys, keyId] },
  maxHops,
  flags: undefined,
});

/**
 * Returns the references to the keys of an identity that are bound to contracts and document types, below what it has for these. All are
 * written again with the identity, as a reference has the hash of the key.
 *
 * Source: `add_potential_contract_info_for_contract_bounded_key` in `packages/rs-drive` of dashpay/platform.
 */
function boundKeyOperations(
  id: Uint8Array,
  keys: readonly PublicKey[],
  boundKeys: readonly BoundKey[],
): readonly GroveOperation[] {
  return boundKeys.flatMap(({ id: keyNumber, requirement, isNewest }) => {
    const key = keys.find((one) => one.id === keyNumber);
    if (key?.contractBounds === undefined) return [];
    const group = boundKeyGroup(key.contractBounds);
    const path = boundKeysPath(id, group);
    const purpose = [...path, purposeKey(key.purpose)];
    const keyId = leb128(key.id);
    const reference = keyReference(keyId, 1);
    const newest: Element = {
      type: 'reference',
      path: { type: 'sibling', key: keyId },
      maxHops: 2,
      flags: undefined,
    };
    return [
      putTree(identityPath(id), IDENTITY_KEYS.contractInfo),
      putTree([...identityPath(id), IDENTITY_KEYS.contractInfo], group),
      putTree(identityContractPath(id, group), BOUND_KEYS_KEY),
      putTree(path, purposeKey(key.purpose)),
      ...(requirement === UNIQUE ? [] : [put(purpose, keyId, reference)]),
      ...(requirement === UNIQUE && isNewest ? [put(purpose, CURRENT_KEY, reference)] : []),
      ...(requirement === MULTIPLE_WITH_NEWEST && isNewest ? [put(purpose, CURRENT_KEY, newest)] : []),
    ];
  });
}

const boundKeyGroup = ({ contractId, documentType = '' }: ContractBounds): Uint8Array =>
  concatBytes([contractId, new TextEncoder().encode(documentType)]);

/** Returns what a change of a balance is in the trees. */
export function balanceOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const id = key.subarray(1);
  return [
    after === undefined
      ? remove(rootPath('balances'), id)
      : put(rootPath('balances'), id, sumItem(readInteger(after, false))),
  ];
}

/** Returns what a change of the nonce of an identity is in the trees. */
export const nonceOperations = ({ key, after }: StateChange): readonly GroveOperation[] =>
  after === undefined ? [] : [put(identityPath(key.subarray(1)), IDENTITY_KEYS.nonce, item(after))];

/** Returns what a change of the nonce of an identity for a contract is in the trees. */
export function contractNonceOperations({ key, after }: StateChange): readonly GroveOperation[] {
  if (after === undefined) return [];
  const id = firstId(key);
  const contractId = key.subarray(1 + ID_BYTES);
  return [
    putTree(identityPath(id), IDENTITY_KEYS.contractInfo),
    putTree([...identityPath(id), IDENTITY_KEYS.contractInfo], contractId),
    put(identityContractPath(id, contractId), CONTRACT_NONCE_KEY, item(after)),
  ];
}

/** Returns what a new entry of the index of unique key hashes is in the trees. */
export function uniqueKeyHashOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const hash = key.subarray(1, -ID_BYTES);
  const path = rootPath('uniqueKeyHashes');
  return [after === undefined ? remove(path, hash) : put(path, hash, item(key.slice(-ID_BYTES)))];
}

/** Returns what a new entry of the index of other key hashes is in the trees. */
export function sharedKeyHashOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const hash = key.subarray(1, -ID_BYTES);
  const path = [...rootPath('nonUniqueKeyHashes'), hash];
  const id = key.subarray(-ID_BYTES);
  if (after === undefined) return [remove(path, id)];
  return [putTree(rootPath('nonUniqueKeyHashes'), hash), put(path, id, item(EMPTY))];
}
