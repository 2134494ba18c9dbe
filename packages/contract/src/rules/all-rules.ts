import type { RuleInfo, SubjectKind } from './rule.js';
import { EXTENDED_RULES } from './extended-rules.js';
import { RULES_BY_SUBJECT } from './rules.js';
import { UPDATE_RULES_BY_SUBJECT } from './update-rules.js';

/** Lists every rule of contracts and of updates. */
export const RULES: readonly (RuleInfo & { readonly about: SubjectKind })[] = [
  ...Object.values(RULES_BY_SUBJECT).flat(),
  ...Object.values(EXTENDED_RULES).flat(),
  ...Object.values(UPDATE_RULES_BY_SUBJECT).flat(),
];
