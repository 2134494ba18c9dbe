import { internalHash } from '../base/bytes/hex.js';

const BITS_A_LEVEL = 5n;
const PLACES = 32;

/**
 * Returns masternodes in the order in which Dash Core's `protx diff` names them: that of its hash map.
 *
 * The map is a tree with 32 places a node, found by five bits of the key at a time, the lowest first, where the key is
 * the first eight bytes of the hash. A node names the masternodes that have a place to themselves, then those that share
 * one. All masternodes of the list shape the tree, so the order of a few of them depends on the others.
 *
 * Source: `CDeterministicMNList` in `src/evo/deterministicmns.h` of dashpay/dash, whose map is immer's (a CHAMP).
 * @param proTxHashes of all masternodes of a list, in display order
 */
export function inDiffOrder(proTxHashes: Iterable<string>): string[] {
  return nodeOrder(Array.from(proTxHashes, (hash) => ({ hash, key: keyOf(hash) })));
}

interface Keyed {
  readonly hash: string;
  /** Rest of the key below the node. */
  readonly key: bigint;
}

function nodeOrder(entries: readonly Keyed[]): string[] {
  if (entries.length < 2) return entries.map(({ hash }) => hash);
  const places = Array.from({ length: PLACES }, (): Keyed[] => []);
  for (const entry of entries) places[Number(entry.key % BigInt(PLACES))]?.push(entry);
  const single = places.filter(({ length }) => length === 1).flat();
  const shared = places.filter(({ length }) => length > 1);
  const below = shared.map((sharing) => sharing.map(({ hash, key }) => ({ hash, key: key >> BITS_A_LEVEL })));
  return [...single.map(({ hash }) => hash), ...below.flatMap(nodeOrder)];
}

function keyOf(hash: string): bigint {
  const bytes = internalHash(hash);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0, true);
}
