import { CONTAINS_RULE } from './contains-rule.js';
import type { DocumentRule, KeywordRule } from './document-rule.js';
import { INTEGER_WIDTH_RULE } from './integer-width.js';
import { NUMBER_RULES } from './number-rules.js';
import { OBJECT_RULES } from './object-rules.js';
import { TEXT_RULES } from './text-rules.js';
import { VALUE_RULES } from './value-rules.js';
import { REFERENCE_CHECK_RULES } from './reference-rules.js';
import { WHOLE_DOCUMENT_RULES } from './whole-document-rules.js';
import { BOUND_VALUE_RULES, WRITE_RULES } from './write-rules.js';

/**
 * Lists every rule about documents. Checking, explaining and testing read this table: to add a rule for a keyword,
 * add it to a family.
 */
export const DOCUMENT_RULES: readonly (DocumentRule | KeywordRule)[] = [
  ...Object.values(WHOLE_DOCUMENT_RULES),
  ...OBJECT_RULES,
  ...VALUE_RULES,
  CONTAINS_RULE,
  INTEGER_WIDTH_RULE,
  ...TEXT_RULES,
  ...NUMBER_RULES,
  ...BOUND_VALUE_RULES,
  ...Object.values(WRITE_RULES),
  ...Object.values(REFERENCE_CHECK_RULES),
];

/** Maps keywords to their rules. */
export const RULES_BY_KEYWORD: ReadonlyMap<string, KeywordRule> = new Map(
  DOCUMENT_RULES.flatMap((rule) => ('keyword' in rule ? [[rule.keyword, rule] as const] : [])),
);
