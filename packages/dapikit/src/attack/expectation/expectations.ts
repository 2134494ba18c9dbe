import { anyoneCreates } from './anyone-creates.js';
import type { Expectation } from './expectation.js';
import { foreignNames } from './foreign-names.js';
import { deletionFreesValue, replaceFreesValue, transferFreesValue } from './freed-values.js';
import { inflatedCount } from './inflated-count.js';
import { openedContest } from './opened-contest.js';
import { ownerRewrites } from './owner-rewrites.js';
import { redundantIndex } from './redundant-index.js';
import { tokenCostAvoided } from './token-cost.js';
import { unaskedTransfer } from './unasked-transfer.js';
import { caseNotUnique, missingNotUnique } from './unique-gaps.js';
import { unsatisfiableRule, validRejected } from './unsatisfiable-rule.js';

/** Lists all expectations, in the order in which they are examined. */
export const EXPECTATIONS: readonly Expectation[] = [
  validRejected,
  unsatisfiableRule,
  anyoneCreates,
  ownerRewrites,
  deletionFreesValue,
  replaceFreesValue,
  transferFreesValue,
  unaskedTransfer,
  missingNotUnique,
  caseNotUnique,
  foreignNames,
  openedContest,
  inflatedCount,
  tokenCostAvoided,
  redundantIndex,
];
