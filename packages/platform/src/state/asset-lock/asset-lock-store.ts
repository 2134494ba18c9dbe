import { storedForm } from '../../base/bytes/stored-value.js';
import { assetLockKey } from '../identity/identity-entry-keys.js';
import type { StoreView, WritableView } from '../../store/store.js';

/** Describes an asset lock that was used: whole, or in part where a transition with it was rejected and paid for. */
export interface UsedAssetLock {
  /** The credits that it had, without those that its last rejection burned. */
  readonly credits: bigint;
  /** The hash of the key that may use it, 20 bytes. */
  readonly keyHash: Uint8Array;
  /** Those that are left; 0 when it is used up. */
  readonly left: bigint;
  /** The hashes of the signable bytes of the transitions that were rejected. */
  readonly usedBy: readonly Uint8Array[];
}

/** The rejections that use up an asset lock. Source: `max_asset_lock_usage_attempts` in dashpay/platform. */
const MAX_REJECTIONS = 16;

/**
 * Returns an asset lock after a rejection that it pays for. What is left after the sixteenth is burned.
 *
 * Source: `partially_use_asset_lock` in `packages/rs-drive` of dashpay/platform.
 * @param fee in credits, at most those that are left.
 * @param signableHash the hash of the signable bytes of the transition.
 */
export function afterRejection(used: UsedAssetLock, fee: bigint, signableHash: Uint8Array): UsedAssetLock {
  const usedBy = [...used.usedBy, signableHash];
  return usedBy.length < MAX_REJECTIONS
    ? { ...used, left: used.left - fee, usedBy }
    : { ...used, credits: used.credits - used.left + fee, left: 0n, usedBy: [] };
}

export const ASSET_LOCK_FORM = storedForm<UsedAssetLock>();

/** Returns an asset lock that was used; nothing where it was not. */
export async function findAssetLock(
  view: StoreView,
  outPoint: Uint8Array,
): Promise<UsedAssetLock | undefined> {
  const bytes = await view.get(assetLockKey(outPoint));
  return bytes && ASSET_LOCK_FORM.fromBytes(bytes);
}

/** Stores the remainder of an asset lock. */
export function putAssetLock(view: WritableView, outPoint: Uint8Array, used: UsedAssetLock): void {
  view.put(assetLockKey(outPoint), ASSET_LOCK_FORM.toBytes(used));
}
