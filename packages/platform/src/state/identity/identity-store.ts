import { readInteger } from '../../base/bytes/integer-bytes.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { changeBoundKeys, type BoundKey, type KeyRequirements } from './bound-keys.js';
import { checkFirstKeys, checkKeyChange, checkMasters, checkNewIds } from './check-keys.js';
import { findBalance, openBalance } from './credits.js';
import { balanceKey, IDENTITY_SPACES, identityKey } from './identity-entry-keys.js';
import { IDENTITY_FORM, type StoredIdentity } from './identity-form.js';
import { enterKeyHashes } from './key-hash-index.js';
import type { PublicKey } from './public-key.js';

/** Describes an identity. */
export interface Identity extends StoredIdentity {
  /** 32 bytes. */
  readonly id: Uint8Array;
  /** Credits. */
  readonly balance: bigint;
}

/** Describes a new identity. */
export interface NewIdentity extends Omit<Identity, 'revision' | 'boundKeys'> {
  /** The requirements for those of its keys that are bound to contracts. */
  readonly requirements: KeyRequirements;
}

/** Returns the keys that {@link findIdentity} reads. */
export const identityKeys = (id: Uint8Array): readonly Uint8Array[] => [identityKey(id), balanceKey(id)];

/** Returns an identity, or nothing when there is none. */
export async function findIdentity(view: StoreView, id: Uint8Array): Promise<Identity | undefined> {
  return identityFrom(id, await view.getMany(identityKeys(id)));
}

function identityFrom(
  id: Uint8Array,
  [stored, balance]: readonly (Uint8Array | undefined)[],
): Identity | undefined {
  if (stored === undefined || balance === undefined) return undefined;
  return { id, ...IDENTITY_FORM.fromBytes(stored), balance: readInteger(balance, false) };
}

/** Describes an identity of a list. */
export interface IdentityBalance {
  /** 32 bytes. */
  readonly id: Uint8Array;
  /** Credits. */
  readonly balance: bigint;
}

/** Returns identities by the bytes of their ids. @param startAfter the id behind which the page begins */
export async function listIdentities(
  view: StoreView,
  { startAfter, limit }: { readonly startAfter: Uint8Array | undefined; readonly limit: number },
): Promise<readonly IdentityBalance[]> {
  const space = Uint8Array.of(IDENTITY_SPACES.balances);
  const from = startAfter === undefined ? space : behindPrefix(balanceKey(startAfter));
  const entries = await view.scan({ from, to: behindPrefix(space), limit });
  return entries.map(({ key, value }) => ({
    id: Uint8Array.from(key.subarray(1)),
    balance: readInteger(value, false),
  }));
}

/** Returns an identity. @throws {ConsensusError} 20000 when there is none. */
export async function requireIdentity(view: StoreView, id: Uint8Array): Promise<Identity> {
  const identity = identityFrom(id, await view.getMany(identityKeys(id)));
  if (identity === undefined) throw new ConsensusError('IdentityNotFoundError', { identityId: id });
  return identity;
}

/** Creates the identity of a user. @throws {ConsensusError} when its keys are not allowed, 40200 when the id is taken. */
export async function createIdentity(view: WritableView, identity: NewIdentity): Promise<void> {
  checkFirstKeys(identity.keys);
  await createSystemIdentity(view, identity);
}

/** Creates an identity with keys that users may not have: those of masternodes. @throws {ConsensusError} 40200 */
export async function createSystemIdentity(
  view: WritableView,
  { id, keys, balance, requirements = new Map() }: Omit<NewIdentity, 'requirements'> & Partial<NewIdentity>,
): Promise<void> {
  if ((await findBalance(view, id)) !== undefined)
    throw new ConsensusError('IdentityAlreadyExistsError', { identityId: id });
  const boundKeys = changeBoundKeys([], keys, { add: keys, requirements, disable: [] });
  putKeys(view, id, { revision: 0n, keys, ...boundKeyMember(boundKeys) });
  enterKeyHashes(view, id, keys);
  openBalance(view, id, balance);
}

/** Describes which keys an identity gets and which it does not use any more. */
export interface KeyChanges {
  readonly add?: readonly PublicKey[];
  readonly disable?: readonly number[];
  /** The requirements for those of the new keys that are bound to contracts. */
  readonly requirements: KeyRequirements;
  /** The time of the block, in milliseconds. */
  readonly time: number;
}

/**
 * Adds and disables keys of an identity.
 *
 * Source: `identity_update` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} when keys are not allowed or unknown, read-only or disabled already.
 */
export async function changeKeys(view: WritableView, id: Uint8Array, changes: KeyChanges): Promise<void> {
  const { add = [], disable = [], requirements, time } = changes;
  checkKeyChange(add, disable);
  const { keys, boundKeys: formerlyBound = [], revision } = await requireIdentity(view, id);
  checkNewIds(keys, add);
  const disabled = checkDisabled(keys, disable);
  checkMasters(add, disabled);
  const former = keys.map((key) => (disable.includes(key.id) ? { ...key, disabledAt: time } : key));
  const present = [...former, ...add].toSorted((a, b) => a.id - b.id);
  const boundKeys = changeBoundKeys(formerlyBound, present, { add, requirements, disable });
  putKeys(view, id, { revision: revision + 1n, keys: present, ...boundKeyMember(boundKeys) });
  enterKeyHashes(view, id, add);
}

function checkDisabled(keys: readonly PublicKey[], disable: readonly number[]): PublicKey[] {
  const unknown = disable.filter((keyId) => keys.every(({ id }) => id !== keyId));
  if (unknown.length > 0) throw new ConsensusError('MissingIdentityPublicKeyIdsError', { ids: unknown });
  const disabled = keys.filter(({ id }) => disable.includes(id));
  for (const { id, readOnly, disabledAt } of disabled) {
    if (readOnly) throw new ConsensusError('IdentityPublicKeyIsReadOnlyError', { publicKeyIndex: id });
    if (disabledAt !== undefined)
      throw new ConsensusError('IdentityPublicKeyIsDisabledError', { publicKeyIndex: id });
  }
  return disabled;
}

/** Returns the stored member of bound keys; none where there are none. */
const boundKeyMember = (boundKeys: readonly BoundKey[]): Pick<StoredIdentity, 'boundKeys'> =>
  boundKeys.length === 0 ? {} : { boundKeys };

function putKeys(view: WritableView, id: Uint8Array, stored: StoredIdentity): void {
  view.put(identityKey(id), IDENTITY_FORM.toBytes(stored));
}
