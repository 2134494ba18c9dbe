import { rememberedForm } from '../bytes/stored-value.js';
import { PlatformError } from '../consensus-error.js';
import type { StoreView, WritableView } from '../store/store.js';
import { checkFirstKeys, checkKeyChange, checkMasters, checkNewIds } from './check-keys.js';
import { creditsOf, openBalance } from './credits.js';
import { identityKey } from './identity-entry-keys.js';
import type { PublicKey } from './public-key.js';

/** An identity. */
export interface Identity {
  /** Base58. */
  readonly id: string;
  /** 0, and one more after each change of its keys. */
  readonly revision: bigint;
  /** By their ids. */
  readonly keys: readonly PublicKey[];
  /** Credits. */
  readonly balance: bigint;
}

/** What an identity begins with. */
export type NewIdentity = Omit<Identity, 'revision'>;

type StoredIdentity = Pick<Identity, 'revision' | 'keys'>;

export const IDENTITY_FORM = rememberedForm<StoredIdentity>();

/** An identity, or nothing when there is none. */
export async function identityOf(view: StoreView, id: string): Promise<Identity | undefined> {
  const [stored, balance] = await Promise.all([view.get(identityKey(id)), creditsOf(view, id)]);
  if (stored === undefined || balance === undefined) return undefined;
  return { id, ...IDENTITY_FORM.fromBytes(stored), balance };
}

/** An identity. @throws {PlatformError} 20000 when there is none. */
export async function existingIdentity(view: StoreView, id: string): Promise<Identity> {
  const identity = await identityOf(view, id);
  if (identity === undefined) throw new PlatformError('IdentityNotFoundError', { identityId: id });
  return identity;
}

/** Creates the identity of a user. @throws {PlatformError} when its keys are not allowed, 40200 when the id is taken. */
export async function createIdentity(view: WritableView, identity: NewIdentity): Promise<void> {
  checkFirstKeys(identity.keys);
  await createSystemIdentity(view, identity);
}

/** Creates an identity with keys that users may not have: those of masternodes. @throws {PlatformError} 40200 */
export async function createSystemIdentity(view: WritableView, identity: NewIdentity): Promise<void> {
  const { id, keys, balance } = identity;
  if ((await creditsOf(view, id)) !== undefined)
    throw new PlatformError('IdentityAlreadyExistsError', { identityId: id });
  putKeys(view, id, { revision: 0n, keys });
  openBalance(view, id, balance);
}

/** Which keys an identity gets and which it does not use any more. */
export interface KeyChanges {
  readonly add?: readonly PublicKey[];
  readonly disable?: readonly number[];
  /** The time of the block, in milliseconds. */
  readonly time: number;
}

/**
 * Adds and disables keys of an identity.
 *
 * Source: `identity_update` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {PlatformError} when keys are not allowed or unknown, read-only or disabled already.
 */
export async function changeKeys(view: WritableView, id: string, changes: KeyChanges): Promise<void> {
  const { add = [], disable = [], time } = changes;
  checkKeyChange(add, disable);
  const { keys, revision } = await existingIdentity(view, id);
  checkNewIds(keys, add);
  const disabled = checkDisabled(keys, disable);
  checkMasters(add, disabled);
  const kept = keys.map((key) => (disable.includes(key.id) ? { ...key, disabledAt: time } : key));
  putKeys(view, id, { revision: revision + 1n, keys: [...kept, ...add].toSorted((a, b) => a.id - b.id) });
}

function checkDisabled(keys: readonly PublicKey[], disable: readonly number[]): PublicKey[] {
  const unknown = disable.filter((keyId) => keys.every(({ id }) => id !== keyId));
  if (unknown.length > 0) throw new PlatformError('MissingIdentityPublicKeyIdsError', { keyIds: unknown });
  const disabled = keys.filter(({ id }) => disable.includes(id));
  for (const { id, readOnly, disabledAt } of disabled) {
    if (readOnly) throw new PlatformError('IdentityPublicKeyIsReadOnlyError', { keyId: id });
    if (disabledAt !== undefined) throw new PlatformError('IdentityPublicKeyIsDisabledError', { keyId: id });
  }
  return disabled;
}

function putKeys(view: WritableView, id: string, stored: StoredIdentity): void {
  view.put(identityKey(id), IDENTITY_FORM.toBytes(stored));
}
