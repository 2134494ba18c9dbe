import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { NONCE_FAULTS } from '../../base/errors/identity-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { contractNonceKey, identityNonceKey } from './identity-entry-keys.js';
import { highestNonce, isNonce, useNonce } from './nonce.js';

const NONCE_BYTES = 8;

/** Identifies a nonce: with a contract, the one of its documents. */
export interface NonceOwner {
  readonly identityId: Uint8Array;
  readonly contractId?: Uint8Array | undefined;
  /** True if it is about documents or tokens: the network checks the distance of the nonce before its size. */
  readonly isBatch?: boolean;
}

/** Returns the stored nonces of an owner: the highest one and which ones before it were skipped; 0 before the first. */
export async function findStoredNonce(view: StoreView, owner: NonceOwner): Promise<bigint> {
  return nonceFrom(await view.get(nonceKey(owner))) ?? 0n;
}

/** Returns the highest nonce used, or 0. */
export async function findHighestNonce(view: StoreView, owner: NonceOwner): Promise<bigint> {
  return highestNonce(await findStoredNonce(view, owner));
}

/**
 * Uses a nonce up.
 *
 * @param wanted the one after the highest used when it is absent.
 * @throws {ConsensusError} 10414 above 40 bits, but for batches; 40204 when it is used, or too far from the highest one.
 */
export async function consumeNonce(view: WritableView, owner: NonceOwner, wanted?: bigint): Promise<bigint> {
  const key = nonceKey(owner);
  const current = nonceFrom(await view.get(key));
  const nonce = wanted ?? highestNonce(current ?? 0n) + 1n;
  if (!isNonce(nonce) && owner.isBatch !== true) throw new ConsensusError('NonceOutOfBoundsError', { nonce });
  const merged = useNonce(current, nonce);
  if ('fault' in merged)
    throw new ConsensusError('InvalidIdentityNonceError', {
      identityId: owner.identityId,
      currentIdentityNonce: current === undefined ? undefined : highestNonce(current),
      settingIdentityNonce: nonce,
      error: { type: NONCE_FAULTS[merged.fault], nonce },
    });
  view.put(key, integerBytes(merged.stored, NONCE_BYTES));
  return nonce;
}

const nonceFrom = (bytes: Uint8Array | undefined): bigint | undefined =>
  bytes === undefined ? undefined : readInteger(bytes, false);

/** Returns the key of a nonce. */
export const nonceKey = ({ identityId, contractId }: NonceOwner): Uint8Array =>
  contractId === undefined ? identityNonceKey(identityId) : contractNonceKey(identityId, contractId);
