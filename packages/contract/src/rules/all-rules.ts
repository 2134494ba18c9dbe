import type { RuleInfo, SubjectKind } from './rule.js';
import { EXTENDED_RULES } from './extended-rules.js';
import { RULES_BY_SUBJECT } from './rules.js';
import { UPDATE_RULES_BY_SUBJECT } from './update-rules.js';

const CONTRACT_RULES = [...Object.values(RULES_BY_SUBJECT), ...Object.values(EXTENDED_RULES)].flat();
const SUBJECTS = [...new Set(CONTRACT_RULES.map(({ about }) => about))];

/** Lists every rule of contracts and of updates, by what they are about. */
export const RULES: readonly (RuleInfo & { readonly about: SubjectKind })[] = [
  ...SUBJECTS.flatMap((subject) => CONTRACT_RULES.filter(({ about }) => about === subject)),
  ...Object.values(UPDATE_RULES_BY_SUBJECT).flat(),
];
