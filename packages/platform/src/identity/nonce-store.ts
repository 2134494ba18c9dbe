import { integerBytes, integerOf } from '../bytes/integer-bytes.js';
import { PlatformError } from '../consensus-error.js';
import type { StoreView, WritableView } from '../store/store.js';
import { contractNonceKey, identityNonceKey } from './identity-entry-keys.js';
import { highestNonce, isNonce, useNonce } from './nonce.js';

const NONCE_BYTES = 8;

/** Whose nonce: with a contract, the one that its documents count. */
export interface NonceOwner {
  readonly identityId: string;
  readonly contractId?: string | undefined;
  /** Whether it is about documents or tokens: the network looks how far the nonce is away before it looks how large it is. */
  readonly isBatch?: boolean;
}

/** The highest nonce used, or 0. */
export async function usedNonce(view: StoreView, owner: NonceOwner): Promise<bigint> {
  return highestNonce(nonceFrom(await view.get(nonceKey(owner))) ?? 0n);
}

/**
 * Uses a nonce up.
 *
 * @param wanted the one after the highest used when it is absent.
 * @throws {PlatformError} 10414 above 40 bits, but for batches; 40204 when it is used, or too far from the highest one.
 */
export async function consumeNonce(view: WritableView, owner: NonceOwner, wanted?: bigint): Promise<bigint> {
  const key = nonceKey(owner);
  const current = nonceFrom(await view.get(key));
  const nonce = wanted ?? highestNonce(current ?? 0n) + 1n;
  if (!isNonce(nonce) && owner.isBatch !== true) throw new PlatformError('NonceOutOfBoundsError', { nonce });
  const merged = useNonce(current, nonce);
  if ('fault' in merged)
    throw new PlatformError('InvalidIdentityNonceError', {
      identityId: owner.identityId,
      current: current === undefined ? undefined : highestNonce(current),
      attempted: nonce,
      reason: merged.fault,
    });
  view.put(key, integerBytes(merged.stored, NONCE_BYTES));
  return nonce;
}

const nonceFrom = (bytes: Uint8Array | undefined): bigint | undefined =>
  bytes === undefined ? undefined : integerOf(bytes, false);

/** Where a nonce is remembered. */
export const nonceKey = ({ identityId, contractId }: NonceOwner): Uint8Array =>
  contractId === undefined ? identityNonceKey(identityId) : contractNonceKey(identityId, contractId);
