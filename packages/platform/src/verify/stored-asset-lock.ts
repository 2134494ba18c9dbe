import { ASSET_LOCK_FORM, type UsedAssetLock } from '../state/asset-lock/asset-lock-store.js';
import { readable } from '../base/bytes/readable.js';

const HASH_BYTES = 20;

/** Returns a used asset lock; nothing where it cannot be read, or lacks a member. */
export const storedAssetLock = (bytes: Uint8Array): UsedAssetLock | undefined =>
  readable(() => {
    const lock = ASSET_LOCK_FORM.fromBytes(bytes);
    const { credits, left, keyHash, usedBy } = lock;
    const isWhole = typeof credits === 'bigint' && typeof left === 'bigint' && keyHash.length === HASH_BYTES;
    return isWhole && Array.isArray(usedBy) ? lock : undefined;
  });
