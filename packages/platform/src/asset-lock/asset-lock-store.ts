import { storedForm } from '../bytes/stored-value.js';
import { assetLockKey } from '../identity/identity-entry-keys.js';
import type { StoreView, WritableView } from '../store/store.js';

/** Describes an asset lock that was used: whole, or in part where a transition with it was rejected and paid for. */
export interface UsedAssetLock {
  /** The credits that it had. */
  readonly credits: bigint;
  /** Those that are left; 0 when it is used up. */
  readonly left: bigint;
  /** The hashes of the signable bytes of the transitions that were rejected. */
  readonly usedBy: readonly Uint8Array[];
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
