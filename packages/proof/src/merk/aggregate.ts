import { NO_AGGREGATE, TREE_KINDS, type Aggregate, type TreeKind } from './tree-kind.js';
import { ProofPackageError } from '../errors/proof-package-error.js';

/** Reports a count or sum beyond the width that its tree kind gives it. */
export class AggregateOverflowError extends ProofPackageError {
  override readonly name = 'AggregateOverflowError';
}

const MAX_COUNT = 2n ** 64n - 1n;

/**
 * Adds aggregates of nodes in a tree of one kind. What the kind does not have is zero. Throws AggregateOverflowError where a count or
 * sum has more bits than the kind has room for. Source: `aggregate_data` in grovedb `merk/src/tree/mod.rs`.
 */
export function addAggregates(kind: TreeKind, ...parts: readonly Aggregate[]): Aggregate {
  const { hasCount, sumBits } = TREE_KINDS[kind];
  if (!hasCount && sumBits === undefined) return NO_AGGREGATE;
  const count = hasCount ? parts.reduce((all, part) => all + part.count, 0n) : 0n;
  const sum = sumBits === undefined ? 0n : parts.reduce((all, part) => all + part.sum, 0n);
  if (count > MAX_COUNT || (sumBits !== undefined && BigInt.asIntN(sumBits, sum) !== sum))
    throw new AggregateOverflowError(`the aggregate of a ${kind} tree overflows: count ${count}, sum ${sum}`);
  return { count, sum };
}
