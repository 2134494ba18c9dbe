import { allBytes, elementBytes } from './element-bytes.js';
import type { StorageWork } from './storage-work.js';

const OUT_POINT_BYTES = 36;
const ROOT_KEY_BYTES = 1;
const LOCK_VALUE = { type: 'item', value: new Uint8Array(5), flags: undefined } as const;
const TREE = { type: 'tree', rootKey: undefined, flags: undefined } as const;

const LOCK_BYTES = allBytes(elementBytes('normal', OUT_POINT_BYTES, LOCK_VALUE, 0));
const LOCKS_BYTES = elementBytes('normal', ROOT_KEY_BYTES, TREE, 0).value;

/**
 * Returns the work of a transition that uses up an asset lock too, which the trees here do not have: the network stores its outpoint.
 *
 * Source: `add_asset_lock_outpoint` in `packages/rs-drive/src/drive/asset_lock` of dashpay/platform.
 */
export const withAssetLock = (work: StorageWork): StorageWork => ({
  ...work,
  addedBytes: work.addedBytes + LOCK_BYTES,
  added: work.added + 1,
  passedBytes: work.passedBytes + LOCKS_BYTES,
  passed: work.passed + 1,
});
