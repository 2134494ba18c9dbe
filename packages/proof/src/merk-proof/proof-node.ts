import type { FeatureType } from '../merk/feature-type.js';
import { combineHashes, kvHash, nodeHash, valueHash, type HashedAggregate } from '../merk/hashes.js';
import { hashedAggregate } from '../merk/tree-kind.js';

/**
 * One node of a Merk tree as a proof shows it. Where a node of a provable tree hashes a count or a sum, `aggregate` has it.
 * Source: `Node` in grovedb `grovedb-query/src/proofs/mod.rs`.
 */
export type ProofNode =
  /** Hides a whole subtree. */
  | { readonly type: 'hash'; readonly hash: Uint8Array }
  /** Hides the key and value of a node. */
  | { readonly type: 'kvHash'; readonly kvHash: Uint8Array; readonly aggregate: HashedAggregate }
  /** Shows an item: the value hash is computed. */
  | {
      readonly type: 'kv';
      readonly key: Uint8Array;
      readonly value: Uint8Array;
      readonly aggregate: HashedAggregate;
    }
  /** Shows a tree: its value hash covers the layer below it. */
  | {
      readonly type: 'kvValueHash';
      readonly key: Uint8Array;
      readonly value: Uint8Array;
      readonly valueHash: Uint8Array;
    }
  /** Shows a key and hides its value. */
  | {
      readonly type: 'kvDigest';
      readonly key: Uint8Array;
      readonly valueHash: Uint8Array;
      readonly aggregate: HashedAggregate;
    }
  /** Shows the target of a reference; the hash is that of the element of the reference. */
  | {
      readonly type: 'kvRefValueHash';
      readonly key: Uint8Array;
      readonly value: Uint8Array;
      readonly valueHash: Uint8Array;
      readonly aggregate: HashedAggregate;
    }
  /** Shows a value with the feature type of its node. */
  | {
      readonly type: 'kvValueHashFeatureType';
      readonly key: Uint8Array;
      readonly value: Uint8Array;
      readonly valueHash: Uint8Array;
      readonly featureType: FeatureType;
    }
  /** Shows a tree that is a result itself: the root hash of its layer binds its value to its value hash. */
  | {
      readonly type: 'kvValueHashFeatureTypeWithChildHash';
      readonly key: Uint8Array;
      readonly value: Uint8Array;
      readonly valueHash: Uint8Array;
      readonly featureType: FeatureType;
      readonly childHash: Uint8Array;
    }
  /** Hides a whole subtree and shows its aggregate: only in proofs of aggregates over a range. */
  | {
      readonly type: 'hashWithAggregate';
      readonly kvHash: Uint8Array;
      readonly left: Uint8Array;
      readonly right: Uint8Array;
      readonly aggregate: HashedAggregate;
    };

/** Node that shows its key. */
export type KeyedProofNode = Extract<ProofNode, { readonly key: Uint8Array }>;

/** Returns whether a node shows its key. */
export const hasKey = (node: ProofNode): node is KeyedProofNode => 'key' in node;

/** Returns the value hash of a node that shows its key. */
export function valueHashOf(node: KeyedProofNode): Uint8Array {
  if (node.type === 'kv') return valueHash(node.value);
  if (node.type === 'kvRefValueHash') return combineHashes(node.valueHash, valueHash(node.value));
  return node.valueHash;
}

/** Returns the hash of a node with the hashes of its children. Source: `Tree::hash` in grovedb `merk/src/proofs/tree.rs`. */
export function proofNodeHash(node: ProofNode, left: Uint8Array, right: Uint8Array): Uint8Array {
  switch (node.type) {
    case 'hash':
      return node.hash;
    case 'kvHash':
      return nodeHash(node.kvHash, left, right, node.aggregate);
    case 'hashWithAggregate':
      return nodeHash(node.kvHash, node.left, node.right, node.aggregate);
    default:
      return nodeHash(kvHash(node.key, valueHashOf(node)), left, right, aggregateOf(node));
  }
}

/** Returns the aggregate that the hash of a node covers. */
function aggregateOf(node: KeyedProofNode): HashedAggregate {
  if ('featureType' in node) return hashedAggregate(node.featureType.kind, node.featureType);
  return 'aggregate' in node ? node.aggregate : {};
}
