import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { Identity } from './identity-store.js';
import {
  SECURITY_LEVELS,
  type KeyType,
  type PublicKey,
  type Purpose,
  type SecurityLevel,
} from './public-key.js';

/** Describes the keys that may sign a transition. */
export interface KeyRequirement {
  readonly purposes: readonly Purpose[];
  readonly levels: readonly SecurityLevel[];
}

/** Writes of documents. */
export const DOCUMENT_KEYS: KeyRequirement = {
  purposes: ['AUTHENTICATION'],
  levels: ['CRITICAL', 'HIGH', 'MEDIUM'],
};

/** Defines the keys that sign registrations of contracts. */
export const CONTRACT_CREATE_KEYS: KeyRequirement = {
  purposes: ['AUTHENTICATION'],
  levels: ['CRITICAL', 'HIGH'],
};

/** Updates of contracts, and transitions with tokens. */
export const CRITICAL_KEYS: KeyRequirement = { purposes: ['AUTHENTICATION'], levels: ['CRITICAL'] };

/** Changes of the keys of an identity. */
export const MASTER_KEYS: KeyRequirement = { purposes: ['AUTHENTICATION'], levels: ['MASTER'] };

/** Votes of masternodes. */
export const VOTING_KEYS: KeyRequirement = { purposes: ['VOTING'], levels: ['CRITICAL', 'HIGH', 'MEDIUM'] };

/** Transfers of credits. */
export const TRANSFER_KEYS: KeyRequirement = { purposes: ['TRANSFER'], levels: ['CRITICAL'] };

/** Defines the keys that sign withdrawals. */
export const WITHDRAWAL_KEYS: KeyRequirement = { purposes: ['TRANSFER', 'OWNER'], levels: ['CRITICAL'] };

/** The types of keys that sign. Source: `validate_state_transition_identity_signed` in dashpay/platform. */
const SIGNING_TYPES: ReadonlySet<KeyType> = new Set(['ECDSA_SECP256K1', 'BLS12_381', 'ECDSA_HASH160']);

/**
 * Returns the key with which an identity signs.
 *
 * Source: `validate_state_transition_identity_signed` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} 20003, 20001, 20011, 20004 or 20006, all unpaid.
 */
export function requireSigningKey(
  { keys }: Pick<Identity, 'keys'>,
  keyId: number,
  demand: KeyRequirement,
): PublicKey {
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) throw new ConsensusError('MissingPublicKeyError', { publicKeyId: keyId });
  const { type, purpose, securityLevel: level, disabledAt } = key;
  if (!SIGNING_TYPES.has(type))
    throw new ConsensusError('InvalidIdentityPublicKeyTypeError', { publicKeyType: type });
  if (!demand.purposes.includes(purpose))
    throw new ConsensusError('InvalidSignaturePublicKeyPurposeError', {
      publicKeyPurpose: purpose,
      allowedKeyPurposes: demand.purposes,
    });
  if (!demand.levels.includes(level))
    throw new ConsensusError(
      'InvalidSignaturePublicKeySecurityLevelError',
      { publicKeySecurityLevel: level, allowedKeySecurityLevels: demand.levels },
      false,
    );
  if (disabledAt !== undefined) throw new ConsensusError('PublicKeyIsDisabledError', { publicKeyId: keyId });
  return key;
}

/**
 * Returns the id of the key with which an identity signs when it does not say: the strongest one in use that may. Where none may,
 * the closest one, so that {@link requireSigningKey} describes the problem.
 */
export function strongestKey({ keys }: Pick<Identity, 'keys'>, { purposes, levels }: KeyRequirement): number {
  const fit = ({ type, purpose, securityLevel, disabledAt }: PublicKey): number =>
    (purposes.includes(purpose) ? 8 : 0) +
    (levels.includes(securityLevel) ? 4 : 0) +
    (SIGNING_TYPES.has(type) ? 2 : 0) +
    (disabledAt === undefined ? 1 : 0);
  // Of keys that fit as well the stronger one, of equal ones the first.
  const rank = (key: PublicKey): number =>
    fit(key) * SECURITY_LEVELS.length - SECURITY_LEVELS.indexOf(key.securityLevel);
  let [best] = keys;
  for (const key of keys) if (best !== undefined && rank(key) > rank(best)) best = key;
  return best?.id ?? 0;
}
