import { PlatformError } from '../consensus-error.js';
import {
  KEY_BYTES,
  SECURITY_LEVELS,
  type PublicKey,
  type Purpose,
  type SecurityLevel,
} from './public-key.js';

/** The most keys that an operation adds. Source: `max_public_keys_in_creation` in dashpay/platform. */
const MOST_KEYS = 6;

/**
 * The levels that keys of each purpose may have; users add none of the others.
 *
 * Source: `validate_identity_public_keys_structure_v0` in `packages/rs-dpp` of dashpay/platform.
 */
const LEVELS: Readonly<Partial<Record<Purpose, readonly SecurityLevel[]>>> = {
  AUTHENTICATION: SECURITY_LEVELS,
  ENCRYPTION: ['MEDIUM'],
  DECRYPTION: ['MEDIUM'],
  TRANSFER: ['CRITICAL'],
};

/** The most keys that an operation disables. Source: `MAX_KEYS_TO_DISABLE` in `packages/rs-drive-abci` of dashpay/platform. */
const MOST_DISABLED = 10;

const mastersIn = (keys: readonly PublicKey[]): number =>
  keys.filter(({ securityLevel }) => securityLevel === 'MASTER').length;

/** Keys that a new identity may have: exactly one of level MASTER among them. @throws {PlatformError} */
export function checkFirstKeys(keys: readonly PublicKey[]): void {
  checkDistinct(keys);
  const masters = mastersIn(keys);
  if (masters === 0) throw new PlatformError('MissingMasterPublicKeyError', {});
  if (masters > 1) throw new PlatformError('TooManyMasterPublicKeyError', {});
  for (const key of keys) checkKey(key);
}

/** Keys that users may add in one operation. @throws {PlatformError} */
function checkAddedKeys(keys: readonly PublicKey[]): void {
  checkDistinct(keys);
  for (const key of keys) checkKey(key);
}

/**
 * Keys that users may add and disable in one operation, whatever the identity has.
 *
 * Source: `identity_update/basic_structure` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {PlatformError} unpaid.
 */
export function checkKeyChange(add: readonly PublicKey[], disable: readonly number[]): void {
  if (add.length === 0 && disable.length === 0)
    throw new PlatformError('InvalidIdentityUpdateTransitionEmptyError', {});
  if (disable.length > MOST_DISABLED)
    throw new PlatformError('MaxIdentityPublicKeyLimitReachedError', { most: MOST_DISABLED });
  for (const [at, keyId] of disable.entries()) {
    if (disable.indexOf(keyId) < at)
      throw new PlatformError('DuplicatedIdentityPublicKeyIdBasicError', { keyId });
    if (add.some(({ id }) => id === keyId))
      throw new PlatformError('DisablingKeyIdAlsoBeingAddedInSameTransitionError', { keyId });
  }
  checkAddedKeys(add);
}

/** Refuses keys whose ids an identity has already. @throws {PlatformError} 10501, paid. */
export function checkNewIds(keys: readonly PublicKey[], add: readonly PublicKey[]): void {
  const taken = add.find(({ id }) => keys.some((key) => key.id === id));
  if (taken !== undefined)
    throw new PlatformError('DuplicatedIdentityPublicKeyIdBasicError', { keyId: taken.id }, true);
}

/**
 * A key of level MASTER only comes with another that goes, where keys go at all.
 *
 * Source: `validate_master_key_uniqueness` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {PlatformError} 10529
 */
export function checkMasters(add: readonly PublicKey[], disabled: readonly PublicKey[]): void {
  if (disabled.length === 0) return;
  const masters = { added: mastersIn(add), disabled: mastersIn(disabled) };
  if (masters.added > 1 || masters.added !== masters.disabled)
    throw new PlatformError('MasterPublicKeyUpdateError', masters);
}

/** Refuses too many keys, or the same twice. */
function checkDistinct(keys: readonly PublicKey[]): void {
  if (keys.length > MOST_KEYS)
    throw new PlatformError('MaxIdentityPublicKeyLimitReachedError', { most: MOST_KEYS });
  const ids = new Set<number>();
  for (const { id } of keys) {
    if (ids.has(id)) throw new PlatformError('DuplicatedIdentityPublicKeyIdBasicError', { keyId: id });
    ids.add(id);
  }
  const byData = new Map<string, number>();
  for (const { id, data } of keys) {
    const other = byData.get(data.join());
    if (other !== undefined)
      throw new PlatformError('DuplicatedIdentityPublicKeyBasicError', { keyIds: [other, id] });
    byData.set(data.join(), id);
  }
}

function checkKey({ id, purpose, securityLevel, type, data }: PublicKey): void {
  const allowed = LEVELS[purpose] ?? [];
  if (!allowed.includes(securityLevel))
    throw new PlatformError('InvalidIdentityPublicKeySecurityLevelError', {
      keyId: id,
      purpose,
      level: securityLevel,
      allowed,
    });
  const expected = KEY_BYTES[type];
  if (data.length !== expected)
    throw new PlatformError('InvalidIdentityPublicKeyDataError', {
      keyId: id,
      expected,
      actual: data.length,
    });
}
