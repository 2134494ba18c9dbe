import type { HashedAggregate } from './hashes.js';

/** Says what the nodes of a tree of one kind carry, and how much of that their hashes cover. */
export interface TreeKindDescription {
  /** True if nodes have a count. */
  readonly hasCount: boolean;
  /** Width of the sum of a node in bits; undefined where nodes have none. */
  readonly sumBits: 64 | 128 | undefined;
  readonly isCountHashed: boolean;
  readonly isSumHashed: boolean;
}

const describe = (
  hasCount: boolean,
  sumBits: TreeKindDescription['sumBits'],
  isCountHashed = false,
  isSumHashed = false,
): TreeKindDescription => ({ hasCount, sumBits, isCountHashed, isSumHashed });

/**
 * Lists the kinds of Merk trees in the order of the tags of their feature types. Source: `TreeFeatureType` in grovedb
 * `grovedb-query/src/proofs/tree_feature_type.rs`.
 */
export const TREE_KINDS = {
  normal: describe(false, undefined),
  sum: describe(false, 64),
  bigSum: describe(false, 128),
  count: describe(true, undefined),
  countSum: describe(true, 64),
  provableCount: describe(true, undefined, true),
  provableCountSum: describe(true, 64, true),
  provableSum: describe(false, 64, false, true),
  provableCountProvableSum: describe(true, 64, true, true),
} as const satisfies Readonly<Record<string, TreeKindDescription>>;

/** Names a kind of Merk tree. */
export type TreeKind = keyof typeof TREE_KINDS;

/** Lists the names of the kinds in the order of their tags. */
export const TREE_KIND_NAMES: readonly TreeKind[] = Object.keys(TREE_KINDS).filter(
  (name): name is TreeKind => name in TREE_KINDS,
);

/** Contribution of a node to its tree, or content of a whole subtree: zero where the tree kind has no such aggregate. */
export interface Aggregate {
  readonly count: bigint;
  readonly sum: bigint;
}

/** Contains nothing. */
export const NO_AGGREGATE: Aggregate = { count: 0n, sum: 0n };

/** Returns whether nodes of a tree kind have a count or a sum. */
export const hasAggregate = (kind: TreeKind): boolean =>
  TREE_KINDS[kind].hasCount || TREE_KINDS[kind].sumBits !== undefined;

/** Returns the part of an aggregate that the node hashes of a tree kind cover. */
export function hashedAggregate(kind: TreeKind, { count, sum }: Aggregate): HashedAggregate {
  const { isCountHashed, isSumHashed } = TREE_KINDS[kind];
  return { count: isCountHashed ? count : undefined, sum: isSumHashed ? sum : undefined };
}
