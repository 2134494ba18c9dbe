import { IDENTITY_KEYS, ROOT_KEYS } from '@dapikit/proof';

/** Describes nodes of a tree that are written again because nodes below them change. */
export interface AncestorNodes {
  readonly count: number;
  readonly bytes: number;
}

/** Bytes that the network charges for the value of a tree, and of a number of 8 bytes, under a key of one byte. */
const TREE_NODE_BYTES = 75;
const NUMBER_NODE_BYTES = 114;
/** Bytes that it charges for a document type of an average name. */
const TYPE_NODE_BYTES = 118;

const keyOf = (key: Uint8Array): number => key[0] ?? 0;

/** The node above each node of the topmost tree: its shape follows from the order in which Drive creates the trees. */
const ROOT_PARENTS: ReadonlyMap<number, number> = new Map([
  [ROOT_KEYS.nonUniqueKeyHashes, ROOT_KEYS.tokens],
  [ROOT_KEYS.uniqueKeyHashes, ROOT_KEYS.tokens],
  [ROOT_KEYS.tokens, ROOT_KEYS.identities],
  [ROOT_KEYS.savedBlockTransactions, ROOT_KEYS.prefundedBalances],
  [ROOT_KEYS.prefundedBalances, ROOT_KEYS.pools],
  [ROOT_KEYS.shieldedBalances, ROOT_KEYS.addressBalances],
  [ROOT_KEYS.addressBalances, ROOT_KEYS.pools],
  [ROOT_KEYS.pools, ROOT_KEYS.identities],
  [ROOT_KEYS.identities, ROOT_KEYS.contracts],
  [ROOT_KEYS.spentAssetLocks, ROOT_KEYS.withdrawals],
  [ROOT_KEYS.groupActions, ROOT_KEYS.withdrawals],
  [ROOT_KEYS.withdrawals, ROOT_KEYS.balances],
  [ROOT_KEYS.misc, ROOT_KEYS.votes],
  [ROOT_KEYS.versions, ROOT_KEYS.votes],
  [ROOT_KEYS.votes, ROOT_KEYS.balances],
  [ROOT_KEYS.balances, ROOT_KEYS.contracts],
]);

/** The node above each node of the tree of an identity that has used a contract. */
const IDENTITY_PARENTS: ReadonlyMap<number, number> = new Map([
  [keyOf(IDENTITY_KEYS.contractInfo), keyOf(IDENTITY_KEYS.nonce)],
  [keyOf(IDENTITY_KEYS.negativeCredit), keyOf(IDENTITY_KEYS.nonce)],
  [keyOf(IDENTITY_KEYS.nonce), keyOf(IDENTITY_KEYS.keys)],
  [keyOf(IDENTITY_KEYS.keyReferences), keyOf(IDENTITY_KEYS.revision)],
  [keyOf(IDENTITY_KEYS.revision), keyOf(IDENTITY_KEYS.keys)],
]);

const IDENTITY_TREES: ReadonlySet<number> = new Set([
  keyOf(IDENTITY_KEYS.contractInfo),
  keyOf(IDENTITY_KEYS.keys),
  keyOf(IDENTITY_KEYS.keyReferences),
]);

/** Returns the nodes above changed ones that do not change themselves. */
export function nodesAbove<Key>(
  changed: ReadonlySet<Key>,
  parents: ReadonlyMap<Key, Key>,
  bytesOf: (key: Key) => number,
): AncestorNodes {
  const above = new Set<Key>();
  for (const key of changed)
    for (let at = parents.get(key); at !== undefined; at = parents.get(at))
      if (!changed.has(at)) above.add(at);
  return { count: above.size, bytes: [...above].reduce((sum, key) => sum + bytesOf(key), 0) };
}

/** Returns the nodes of the topmost tree above those that change. */
export const aboveRootKeys = (changed: ReadonlySet<number>): AncestorNodes =>
  nodesAbove(changed, ROOT_PARENTS, () => TREE_NODE_BYTES);

/** Returns the nodes of the tree of an identity above those that change. */
export const aboveIdentityKeys = (changed: ReadonlySet<number>): AncestorNodes =>
  nodesAbove(changed, IDENTITY_PARENTS, (key) =>
    IDENTITY_TREES.has(key) ? TREE_NODE_BYTES : NUMBER_NODE_BYTES,
  );

/** Returns the nodes above a document type in the tree of its contract: an average. @param types how many there are */
export function aboveDocumentType(types: number): AncestorNodes {
  const count = Math.floor(Math.log2(Math.max(types, 1)));
  return { count, bytes: count * TYPE_NODE_BYTES };
}
