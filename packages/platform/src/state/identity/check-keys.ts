import { masterUpdate, wrongKeyLength } from '../../base/errors/identity-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import {
  KEY_BYTES,
  SECURITY_LEVELS,
  type PublicKey,
  type Purpose,
  type SecurityLevel,
} from './public-key.js';

/** The most keys that a transition adds. Source: `max_public_keys_in_creation` in dashpay/platform. */
const MAX_KEYS = 6;

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

/** The most keys that a transition disables. Source: `MAX_KEYS_TO_DISABLE` in `packages/rs-drive-abci` of dashpay/platform. */
const MAX_DISABLED = 10;

const mastersIn = (keys: readonly PublicKey[]): number =>
  keys.filter(({ securityLevel }) => securityLevel === 'MASTER').length;

/** Checks the keys of a new identity: exactly one has level MASTER. @throws {ConsensusError} */
export function checkFirstKeys(keys: readonly PublicKey[]): void {
  checkDistinct(keys);
  const masters = mastersIn(keys);
  if (masters === 0) throw new ConsensusError('MissingMasterPublicKeyError', {});
  if (masters > 1) throw new ConsensusError('TooManyMasterPublicKeyError', {});
  for (const key of keys) checkKey(key);
}

/** Checks the keys that users add in one transition. @throws {ConsensusError} */
function checkAddedKeys(keys: readonly PublicKey[]): void {
  checkDistinct(keys);
  for (const key of keys) checkKey(key);
}

/**
 * Checks the keys that users add and disable in one transition, independent of those of the identity.
 *
 * Source: `identity_update/basic_structure` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} unpaid.
 */
export function checkKeyChange(add: readonly PublicKey[], disable: readonly number[]): void {
  if (add.length === 0 && disable.length === 0)
    throw new ConsensusError('InvalidIdentityUpdateTransitionEmptyError', {});
  if (disable.length > MAX_DISABLED)
    throw new ConsensusError('MaxIdentityPublicKeyLimitReachedError', { maxItems: BigInt(MAX_DISABLED) });
  for (const [at, keyId] of disable.entries()) {
    if (disable.indexOf(keyId) < at)
      throw new ConsensusError('DuplicatedIdentityPublicKeyIdBasicError', { duplicatedIds: [keyId] });
    if (add.some(({ id }) => id === keyId))
      throw new ConsensusError('DisablingKeyIdAlsoBeingAddedInSameTransitionError', { keyId });
  }
  checkAddedKeys(add);
}

/** Rejects keys whose ids an identity has already. @throws {ConsensusError} 10501, paid. */
export function checkNewIds(keys: readonly PublicKey[], add: readonly PublicKey[]): void {
  const keyIds = keys.map(({ id }) => id).filter((id) => add.some((key) => key.id === id));
  if (keyIds.length > 0)
    throw new ConsensusError('DuplicatedIdentityPublicKeyIdBasicError', { duplicatedIds: keyIds }, true);
}

/**
 * Checks that a transition that disables keys adds as many MASTER keys as it disables, at most one.
 *
 * Source: `validate_master_key_uniqueness` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} 10529
 */
export function checkMasters(add: readonly PublicKey[], disabled: readonly PublicKey[]): void {
  if (disabled.length === 0) return;
  const [adding, removing] = [mastersIn(add), mastersIn(disabled)];
  if (adding > 1 || adding !== removing)
    throw new ConsensusError('MasterPublicKeyUpdateError', masterUpdate(adding, removing));
}

/** Rejects more keys than a transition may add. @throws {ConsensusError} 40205 */
export function checkKeyCount(count: number): void {
  if (count > MAX_KEYS)
    throw new ConsensusError('MaxIdentityPublicKeyLimitReachedError', { maxItems: BigInt(MAX_KEYS) });
}

/** Rejects too many keys, or the same twice. */
function checkDistinct(keys: readonly PublicKey[]): void {
  checkKeyCount(keys.length);
  const ids = keys.map(({ id }) => id);
  const repeated = ids.filter((id, at) => ids.indexOf(id) < at);
  if (repeated.length > 0)
    throw new ConsensusError('DuplicatedIdentityPublicKeyIdBasicError', { duplicatedIds: repeated });
  const byData = new Map<string, number>();
  for (const { id, data } of keys) {
    const other = byData.get(data.join());
    if (other !== undefined)
      throw new ConsensusError('DuplicatedIdentityPublicKeyBasicError', { duplicatedIds: [other, id] });
    byData.set(data.join(), id);
  }
}

function checkKey({ id, purpose, securityLevel, type, data }: PublicKey): void {
  const allowed = LEVELS[purpose] ?? [];
  if (!allowed.includes(securityLevel))
    throw new ConsensusError('InvalidIdentityPublicKeySecurityLevelError', {
      publicKeyId: id,
      purpose,
      securityLevel,
      allowedSecurityLevels: allowed.join(', '),
    });
  const expected = KEY_BYTES[type];
  if (data.length !== expected)
    throw new ConsensusError('InvalidIdentityPublicKeyDataError', wrongKeyLength(id, expected, data.length));
}
