import { internalHash } from '../../base/bytes/hex.js';
import { merkleRootWithMutation, type MerkleRoot } from '../block/merkle-root.js';
import { simplifiedEntryHash, type SimplifiedMasternodeEntry } from './simplified-entry.js';

/**
 * Returns the root that a coinbase's `merkleRootMNList` must be: over the hashes of all entries, valid or banned, in the order
 * of their ProRegTx ids as bytes (internal order, first byte first). 64 zeros when there are none.
 *
 * Source: `CSimplifiedMNList` in `src/evo/simplifiedmns.cpp` of dashpay/dash.
 * @throws {RangeError} when a field of an entry is not of its length.
 */
export function masternodeListRoot(entries: Iterable<SimplifiedMasternodeEntry>): string {
  return masternodeListRootWithMutation(entries).root;
}

/** Returns the root as {@link masternodeListRoot} does, and whether two entries are the same, which Dash Core rejects. */
export function masternodeListRootWithMutation(entries: Iterable<SimplifiedMasternodeEntry>): MerkleRoot {
  const leaves = Array.from(entries, (entry) => ({ entry, key: internalHash(entry.proRegTxHash) }));
  leaves.sort((a, b) => Buffer.compare(a.key, b.key));
  return merkleRootWithMutation(leaves.map(({ entry }) => simplifiedEntryHash(entry)));
}
