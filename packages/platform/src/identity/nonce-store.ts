import { integerBytes, integerOf } from '../bytes/integer-bytes.js';
import { PlatformError } from '../consensus-error.js';
import type { StoreView, WritableView } from '../store/store.js';
import { contractNonceKey, identityNonceKey } from './identity-entry-keys.js';
import { highestNonce, isNonce, useNonce } from './nonce.js';

const NONCE_BYTES = 8;

/** Whose nonce: with a contract, the one that its documents count. */
export interface NonceOwner {
  readonly identityId: string;
  readonly contractId?: string;
  /** Whether it is about documents or tokens: the network looks how far the nonce is away before it looks how large it is. */
  readonly isBatch?: boolean;
}

/** The highest nonce used, or 0. */
export async function usedNonce(view: StoreView, owner: NonceOwner): Promise<bigint> {
  return highestNonce((await storedNonce(view, owner)) ?? 0n);
}

/**
 * Uses a nonce up.
 *
 * @throws {PlatformError} 10414 above 40 bits, but for batches; 40204 when it is used, or too far from the highest one.
 */
export async function consumeNonce(view: WritableView, owner: NonceOwner, nonce: bigint): Promise<void> {
  if (!isNonce(nonce) && owner.isBatch !== true) throw new PlatformError('NonceOutOfBoundsError', { nonce });
  const current = await storedNonce(view, owner);
  const merged = useNonce(current, nonce);
  if ('fault' in merged)
    throw new PlatformError('InvalidIdentityNonceError', {
      identityId: owner.identityId,
      current: current === undefined ? undefined : highestNonce(current),
      attempted: nonce,
      reason: merged.fault,
    });
  view.put(keyOf(owner), integerBytes(merged.stored, NONCE_BYTES));
}

async function storedNonce(view: StoreView, owner: NonceOwner): Promise<bigint | undefined> {
  const bytes = await view.get(keyOf(owner));
  return bytes === undefined ? undefined : integerOf(bytes, false);
}

const keyOf = ({ identityId, contractId }: NonceOwner): Uint8Array =>
  contractId === undefined ? identityNonceKey(identityId) : contractNonceKey(identityId, contractId);
