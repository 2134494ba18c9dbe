import { PlatformError } from '../consensus-error.js';
import type { Identity } from './identity-store.js';
import { SECURITY_LEVELS, type PublicKey, type Purpose, type SecurityLevel } from './public-key.js';

/** What a key must be to sign an operation. */
export interface KeyDemand {
  readonly purposes: readonly Purpose[];
  readonly levels: readonly SecurityLevel[];
}

/** Writes of documents. */
export const DOCUMENT_KEYS: KeyDemand = {
  purposes: ['AUTHENTICATION'],
  levels: ['CRITICAL', 'HIGH', 'MEDIUM'],
};

/** Registrations of contracts. */
export const CONTRACT_CREATE_KEYS: KeyDemand = { purposes: ['AUTHENTICATION'], levels: ['CRITICAL', 'HIGH'] };

/** Updates of contracts, and operations with tokens. */
export const CRITICAL_KEYS: KeyDemand = { purposes: ['AUTHENTICATION'], levels: ['CRITICAL'] };

/** Changes of the keys of an identity. */
export const MASTER_KEYS: KeyDemand = { purposes: ['AUTHENTICATION'], levels: ['MASTER'] };

/** Votes of masternodes. */
export const VOTING_KEYS: KeyDemand = { purposes: ['VOTING'], levels: ['CRITICAL', 'HIGH', 'MEDIUM'] };

/** Transfers of credits. */
export const TRANSFER_KEYS: KeyDemand = { purposes: ['TRANSFER'], levels: ['CRITICAL'] };

/**
 * The key with which an identity signs.
 *
 * Source: `validate_state_transition_identity_signed` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {PlatformError} 20003, 20011, 20004 or 20006, all unpaid.
 */
export function signingKey({ keys }: Pick<Identity, 'keys'>, keyId: number, demand: KeyDemand): PublicKey {
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) throw new PlatformError('MissingPublicKeyError', { keyId });
  const { purpose, securityLevel: level, disabledAt } = key;
  if (!demand.purposes.includes(purpose))
    throw new PlatformError('InvalidSignaturePublicKeyPurposeError', { purpose, allowed: demand.purposes });
  if (!demand.levels.includes(level))
    throw new PlatformError(
      'InvalidSignaturePublicKeySecurityLevelError',
      { level, allowed: demand.levels },
      false,
    );
  if (disabledAt !== undefined) throw new PlatformError('PublicKeyIsDisabledError', { keyId });
  return key;
}

/**
 * The id of the key with which an identity signs when it does not say: the strongest one in use that may. Where none may,
 * one that comes near, so that {@link signingKey} says what is wrong.
 */
export function strongestKey({ keys }: Pick<Identity, 'keys'>, { purposes, levels }: KeyDemand): number {
  const fit = ({ purpose, securityLevel, disabledAt }: PublicKey): number =>
    (purposes.includes(purpose) ? 4 : 0) +
    (levels.includes(securityLevel) ? 2 : 0) +
    (disabledAt === undefined ? 1 : 0);
  // Of keys that fit as well the stronger one, of equal ones the first.
  const rank = (key: PublicKey): number =>
    fit(key) * SECURITY_LEVELS.length - SECURITY_LEVELS.indexOf(key.securityLevel);
  let [best] = keys;
  for (const key of keys) if (best !== undefined && rank(key) > rank(best)) best = key;
  return best?.id ?? 0;
}
