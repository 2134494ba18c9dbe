import { byteString, bytes } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { listOf } from '../codec/list-of.js';
import { struct } from '../codec/struct.js';

const HASH_BYTES = 32;

/** Describes what is stored of an asset lock that was used in part: its credits, the script of its output, those that are left, and the hashes of the transitions that were rejected. */
export const assetLockValue = versioned('AssetLockValue', [
  struct(
    {
      name: 'AssetLockValueV0',
      summary: 'Is what is left of an asset lock.',
      source: 'packages/rs-dpp/src/asset_lock/reduced_asset_lock_value/v0/mod.rs',
    },
    {
      initialCreditValue: u64,
      txOutScript: byteString,
      remainingCreditValue: u64,
      usedTags: listOf(bytes(HASH_BYTES)),
    },
  ),
]);
