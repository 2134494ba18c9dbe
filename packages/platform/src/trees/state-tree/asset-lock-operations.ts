import { rootPath, type GroveOperation } from '@dapikit/proof/prover';
import { assetLockValue, encode } from '@dapikit/protocol';
import { ASSET_LOCK_FORM, type UsedAssetLock } from '../../state/asset-lock/asset-lock-store.js';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import type { StateChange } from '../../store/store.js';
import { item, put, remove } from './elements.js';

/** Returns what a change of a used asset lock is in the trees: an item by its outpoint, which is empty when the lock is used up. Source: `packages/rs-drive/src/drive/asset_lock` of dashpay/platform. */
export function assetLockOperations({ key, after }: StateChange): readonly GroveOperation[] {
  const [path, outPoint] = [rootPath('spentAssetLocks'), key.subarray(1)];
  if (after === undefined) return [remove(path, outPoint)];
  const used = ASSET_LOCK_FORM.fromBytes(after);
  return [put(path, outPoint, item(used.left === 0n ? NOTHING : remainder(used)))];
}

const NOTHING = new Uint8Array();

const remainder = ({ credits, keyHash, left, usedBy }: UsedAssetLock): Uint8Array =>
  encode(assetLockValue, {
    formatVersion: 0,
    initialCreditValue: credits,
    txOutScript: payToKeyHash(keyHash),
    remainingCreditValue: left,
    usedTags: usedBy,
  });

/** `OP_DUP OP_HASH160 <hash> OP_EQUALVERIFY OP_CHECKSIG`: asset locks of other scripts are rejected. */
const payToKeyHash = (keyHash: Uint8Array): Uint8Array =>
  concatBytes([Uint8Array.of(0x76, 0xa9, keyHash.length), keyHash, Uint8Array.of(0x88, 0xac)]);
