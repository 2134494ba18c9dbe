import { ASSET_LOCK_FORM, type UsedAssetLock } from '../asset-lock/asset-lock-store.js';
import { readable } from './difference-list.js';

/** Returns a used asset lock; nothing where it cannot be read, or lacks its credits. */
export const storedAssetLock = (bytes: Uint8Array): UsedAssetLock | undefined =>
  readable(() => {
    const lock = ASSET_LOCK_FORM.fromBytes(bytes);
    return typeof lock.credits === 'bigint' && typeof lock.left === 'bigint' ? lock : undefined;
  });
