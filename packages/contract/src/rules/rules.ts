import { INDEX_AGGREGATE_RULES } from './aggregate-rules.js';
import { CONFIG_RULES } from './config-rules.js';
import { CONTESTED_RULES } from './contested-rules.js';
import { CONTRACT_RULES } from './contract-rules.js';
import { DISTRIBUTION_RULES } from './distribution-rules.js';
import { DOCUMENT_ENTRY_RULES } from './document-entry-rules.js';
import { DOCUMENT_OPTION_RULES } from './document-option-rules.js';
import { DOCUMENT_TYPE_RULES } from './document-type-rules.js';
import { ENTRY_RULES, GROUP_RULES } from './group-rules.js';
import { IDENTIFIER_RULES } from './identifier-rules.js';
import { INDEX_PROPERTY_RULES } from './index-property-rules.js';
import { INDEX_LIST_RULES, INDEX_RULES } from './index-rules.js';
import { KEYWORD_RULES } from './keyword-rules.js';
import { INDEX_LINT_RULES, PROPERTY_LINT_RULES, TYPE_LINT_RULES } from './lint-rules.js';
import { MISSING_VALUE_RULES } from './missing-value-rules.js';
import { NO_EFFECT_INDEX_RULES, NO_EFFECT_PROPERTY_RULES } from './no-effect-rules.js';
import { PATTERN_RULES } from './pattern-rules.js';
import { POSITION_RULES } from './position-rules.js';
import { PROPERTY_RULES } from './property-rules.js';
import { REFERENCE_RULES, REFERENCE_SHAPE_RULES } from './reference-rules.js';
import { REQUIRED_RULES } from './required-rules.js';
import type { ContractSubjectKind, Rule } from './rule.js';
import { SIZE_RULES } from './size-rules.js';
import { SOURCE_RULES } from './source-rules.js';
import { STORAGE_RULES } from './storage-rules.js';
import { TOKEN_COST_RULES } from './token-cost-rules.js';
import { TOKEN_NAME_RULES } from './token-name-rules.js';
import { TOKEN_RULES } from './token-rules.js';
import { TYPE_AGGREGATE_RULES } from './type-aggregate-rules.js';
import { UNUSABLE_AGGREGATE_RULES } from './unusable-aggregate-rules.js';
import { UNUSABLE_DISTRIBUTION_RULES } from './unusable-distribution-rules.js';

/**
 * Lists the rules of contracts by subject; `UPDATE_RULES_BY_SUBJECT` has those of updates, and `EXTENDED_RULES` those of the extended
 * language. Checking, explaining and testing read these tables: to add a rule, add it to a family.
 */
export const RULES_BY_SUBJECT: { readonly [Kind in ContractSubjectKind]: readonly Rule<Kind>[] } = {
  source: SOURCE_RULES,
  contract: [
    ...CONTRACT_RULES,
    ...IDENTIFIER_RULES,
    ...CONFIG_RULES,
    ...SIZE_RULES,
    ...DOCUMENT_ENTRY_RULES,
    ...KEYWORD_RULES,
    ...ENTRY_RULES,
  ],
  'document-type': [
    ...DOCUMENT_TYPE_RULES,
    ...DOCUMENT_OPTION_RULES,
    ...REQUIRED_RULES,
    ...TYPE_AGGREGATE_RULES,
    ...UNUSABLE_AGGREGATE_RULES,
    ...TOKEN_COST_RULES,
    ...REFERENCE_RULES,
    ...INDEX_LIST_RULES,
    ...TYPE_LINT_RULES,
    ...MISSING_VALUE_RULES,
  ],
  property: [
    ...PROPERTY_RULES,
    ...STORAGE_RULES,
    ...POSITION_RULES,
    ...PATTERN_RULES,
    ...REFERENCE_SHAPE_RULES,
    ...PROPERTY_LINT_RULES,
    ...NO_EFFECT_PROPERTY_RULES,
  ],
  index: [
    ...INDEX_RULES,
    ...INDEX_PROPERTY_RULES,
    ...INDEX_AGGREGATE_RULES,
    ...CONTESTED_RULES,
    ...INDEX_LINT_RULES,
    ...NO_EFFECT_INDEX_RULES,
  ],
  'whole-type': [],
  'whole-contract': [],
  group: GROUP_RULES,
  token: [...TOKEN_RULES, ...TOKEN_NAME_RULES, ...DISTRIBUTION_RULES, ...UNUSABLE_DISTRIBUTION_RULES],
};
