import { compareBytes, internalHash } from '../../base/bytes/hex.js';
import { endsStep, runAtOnce, type Steps } from '../../base/event-loop/in-turns.js';
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
  return runAtOnce(masternodeListRootSteps(entries));
}

/** Returns the root as {@link masternodeListRootWithMutation} does, in steps. */
export function* masternodeListRootSteps(entries: Iterable<SimplifiedMasternodeEntry>): Steps<MerkleRoot> {
  const leaves: Leaf[] = [];
  for (const entry of entries) {
    leaves.push(leafOf(entry));
    if (endsStep(leaves.length - 1)) yield undefined;
  }
  leaves.sort((a, b) => compareBytes(a.key, b.key));
  return merkleRootWithMutation(leaves.map(({ hash }) => hash));
}

interface Leaf {
  /** The ProRegTx id in internal order. */
  readonly key: Uint8Array;
  readonly hash: string;
}

/** Entries do not change, and most are in the next list as well. */
const leafByEntry = new WeakMap<SimplifiedMasternodeEntry, Leaf>();

function leafOf(entry: SimplifiedMasternodeEntry): Leaf {
  const known = leafByEntry.get(entry);
  if (known !== undefined) return known;
  const leaf = { key: internalHash(entry.proRegTxHash), hash: simplifiedEntryHash(entry) };
  leafByEntry.set(entry, leaf);
  return leaf;
}
