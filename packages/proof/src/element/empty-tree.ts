import type { TreeKind } from '../merk/tree-kind.js';
import type { PlainElement } from './element.js';

const EMPTY_TREES: Readonly<Record<TreeKind, PlainElement>> = {
  normal: { type: 'tree', rootKey: undefined, flags: undefined },
  sum: { type: 'sumTree', rootKey: undefined, sum: 0n, flags: undefined },
  bigSum: { type: 'bigSumTree', rootKey: undefined, sum: 0n, flags: undefined },
  count: { type: 'countTree', rootKey: undefined, count: 0n, flags: undefined },
  countSum: { type: 'countSumTree', rootKey: undefined, count: 0n, sum: 0n, flags: undefined },
  provableCount: { type: 'provableCountTree', rootKey: undefined, count: 0n, flags: undefined },
  provableCountSum: {
    type: 'provableCountSumTree',
    rootKey: undefined,
    count: 0n,
    sum: 0n,
    flags: undefined,
  },
  provableSum: { type: 'provableSumTree', rootKey: undefined, sum: 0n, flags: undefined },
  provableCountProvableSum: {
    type: 'provableCountProvableSumTree',
    rootKey: undefined,
    count: 0n,
    sum: 0n,
    flags: undefined,
  },
};

/** Returns the element of an empty tree of a kind, with storage flags if any. */
export const emptyTree = (kind: TreeKind, flags?: Uint8Array): PlainElement =>
  flags === undefined ? EMPTY_TREES[kind] : { ...EMPTY_TREES[kind], flags };
