import { TREE_KINDS, type Aggregate, type TreeKind } from '../merk/tree-kind.js';
import { unwrapElement, type Element } from './element.js';

/**
 * Returns the kind of the Merk layer below an element; undefined for one without such a layer, which items, references and the
 * append-only trees are. Source: `tree_type` in grovedb `grovedb-element/src/element/helpers.rs`.
 */
export function treeKindOf(value: Element): TreeKind | undefined {
  const plain = unwrapElement(value);
  switch (plain.type) {
    case 'tree':
      return 'normal';
    case 'sumTree':
      return 'sum';
    case 'bigSumTree':
      return 'bigSum';
    case 'countTree':
      return 'count';
    case 'countSumTree':
      return 'countSum';
    case 'provableCountTree':
      return 'provableCount';
    case 'provableCountSumTree':
      return 'provableCountSum';
    case 'provableSumTree':
      return 'provableSum';
    case 'provableCountProvableSumTree':
      return 'provableCountProvableSum';
    default:
      return undefined;
  }
}

/**
 * Returns what an element contributes to a tree of a kind that contains it: the sum that it has, and 1, or the count that it has as a
 * counting tree. A wrapper takes away its part, and what the tree kind does not have is zero.
 *
 * Source: `get_feature_type` in grovedb `merk/src/element/tree_type.rs`, `count_value_or_default`, `sum_value_or_default`.
 */
export function contributionOf(value: Element, kind: TreeKind): Aggregate {
  const { hasCount, sumBits } = TREE_KINDS[kind];
  const plain = unwrapElement(value);
  const isCounted = hasCount && value.type !== 'nonCounted' && value.type !== 'notCountedOrSummed';
  const isSummed = sumBits !== undefined && value.type !== 'notSummed' && value.type !== 'notCountedOrSummed';
  const count = 'count' in plain && 'rootKey' in plain ? plain.count : 1n;
  // A sum of 128 bits counts in its own kind only.
  const hasSum = 'sum' in plain && (plain.type !== 'bigSumTree' || kind === 'bigSum');
  return { count: isCounted ? count : 0n, sum: isSummed && hasSum ? plain.sum : 0n };
}
