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

const isMaster = ({ purpose, securityLevel }: PublicKey): boolean =>
  purpose === 'AUTHENTICATION' && securityLevel === 'MASTER';

/** Keys that a new identity may have: exactly one of level MASTER among them. @throws {PlatformError} */
export function checkFirstKeys(keys: readonly PublicKey[]): void {
  checkAddedKeys(keys);
  const masters = keys.filter(isMaster).length;
  if (masters === 0) throw new PlatformError('MissingMasterPublicKeyError', {});
  if (masters > 1) throw new PlatformError('TooManyMasterPublicKeyError', {});
}

/** Keys that users may add in one operation. @throws {PlatformError} */
export function checkAddedKeys(keys: readonly PublicKey[]): void {
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
  for (const key of keys) checkKey(key);
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
