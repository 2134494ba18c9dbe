import { BASELINE_RULES } from './baseline-rules.js';
import { CONTRACT_UPDATE_LINT_RULES, TYPE_UPDATE_LINT_RULES } from './update-lint-rules.js';
import { CONTRACT_UPDATE_RULES } from './contract-update-rules.js';
import { ENTRY_UPDATE_RULES } from './entry-update-rules.js';
import { EXTENDED_CONTRACT_UPDATE_RULES, EXTENDED_TYPE_UPDATE_RULES } from './extended-update-rules.js';
import { SCHEMA_UPDATE_RULES } from './schema-update-rules.js';
import { TYPE_UPDATE_RULES } from './type-update-rules.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import type { Rule, UpdateSubjectKind } from './rule.js';

/** Rules of updates by subject. */
export type UpdateRules = { readonly [Kind in UpdateSubjectKind]: readonly Rule<Kind>[] };

/** Lists the rules of updates by subject, which a check of contracts alone does not load. */
export const UPDATE_RULES_BY_SUBJECT: UpdateRules = {
  baseline: BASELINE_RULES,
  update: [
    ...CONTRACT_UPDATE_RULES,
    ...SCHEMA_UPDATE_RULES,
    ...ENTRY_UPDATE_RULES,
    ...EXTENDED_CONTRACT_UPDATE_RULES,
    ...CONTRACT_UPDATE_LINT_RULES,
  ],
  'type-update': [...TYPE_UPDATE_RULES, ...EXTENDED_TYPE_UPDATE_RULES, ...TYPE_UPDATE_LINT_RULES],
};

/** Selects the rules of updates of a protocol version. */
export function selectUpdateRules(protocol: ProtocolRules): UpdateRules {
  const selectActive = <Kind extends UpdateSubjectKind>(kind: Kind): readonly Rule<Kind>[] => {
    const all: readonly Rule<Kind>[] = UPDATE_RULES_BY_SUBJECT[kind];
    return all.filter(({ isActive }) => isActive?.(protocol) !== false);
  };
  return {
    baseline: selectActive('baseline'),
    update: selectActive('update'),
    'type-update': selectActive('type-update'),
  };
}
