import { ACTION_FEE_RULES } from './action-fee-rules.js';
import { BUCKET_RULES } from './bucket-rules.js';
import { CONSTANT_RULE_LINTS } from './constant-rule-lints.js';
import { CONSTRAINT_CONTRACT_RULES, CONSTRAINT_RULES } from './constraint-rules.js';
import { COUNTER_VALUE_RULES } from './counter-value-rules.js';
import { DERIVED_INDEX_RULES } from './derived-index-rules.js';
import { DOCUMENT_LIFE_RULES, TRANSIENT_INDEX_RULES } from './document-life-rules.js';
import { ENTRY_KEY_RULES } from './entry-key-rules.js';
import { ENTRY_PAYLOAD_RULES } from './entry-payload-rules.js';
import { EXTENDED_LINT_RULES } from './extended-lint-rules.js';
import { EXTENDED_TOKEN_COST_RULES, EXTENDED_TOKEN_RULES } from './extended-token-rules.js';
import { FIND_BY_RULES } from './find-by-rules.js';
import { IMMUTABILITY_RULES } from './immutability-rules.js';
import { INDEX_ONLY_RULES } from './index-only-rules.js';
import { META_RULES } from './meta-rules.js';
import { META_SHAPE_RULES } from './meta-shape-rules.js';
import { MODERATION_CONFIG_RULES } from './moderation-config-rules.js';
import { MODERATION_RULES } from './moderation-rules.js';
import { PREALLOCATION_RULES } from './preallocation-rules.js';
import { RANKED_RULES } from './ranked-rules.js';
import { REFERENCE_KEY_RULES } from './refers-to-key-rules.js';
import { REFERENCE_PLACE_RULES } from './refers-to-place-rules.js';
import { REFERENCE_TARGET_RULES } from './refers-to-rules.js';
import { REFERENCE_WHERE_RULES } from './refers-to-where-rules.js';
import { REVEAL_RULES } from './reveal-rules.js';
import { SHORTHAND_RULES } from './shorthand-rules.js';
import { SKIP_RULES } from './skip-rules.js';
import { TYPED_ARRAY_INDEX_RULES, TYPED_ARRAY_RULES } from './typed-array-rules.js';
import { VALUE_BINDING_RULES } from './value-binding-rules.js';
import type { ContractSubjectKind, Rule } from './rule.js';

/** Maps subjects to the rules that the extended language adds. */
export type ExtendedRules = { readonly [Kind in ContractSubjectKind]: readonly Rule<Kind>[] };

/**
 * Lists the rules of the extended language by subject. They run before those of `RULES_BY_SUBJECT`: what does not fit the document
 * meta-schema is reported once.
 */
export const EXTENDED_FAMILIES: ExtendedRules = {
  source: [],
  contract: [...CONSTRAINT_CONTRACT_RULES, ...SHORTHAND_RULES],
  'document-type': [
    ...META_SHAPE_RULES,
    ...CONSTRAINT_RULES,
    ...VALUE_BINDING_RULES,
    ...TYPED_ARRAY_RULES,
    ...DOCUMENT_LIFE_RULES,
    ...IMMUTABILITY_RULES,
    ...INDEX_ONLY_RULES,
    ...ENTRY_PAYLOAD_RULES,
    ...MODERATION_RULES,
    ...ACTION_FEE_RULES,
    ...EXTENDED_TOKEN_COST_RULES,
    ...CONSTANT_RULE_LINTS,
  ],
  property: [],
  index: [
    ...TYPED_ARRAY_INDEX_RULES,
    ...TRANSIENT_INDEX_RULES,
    ...RANKED_RULES,
    ...BUCKET_RULES,
    ...ENTRY_KEY_RULES,
    ...SKIP_RULES,
  ],
  'whole-type': META_RULES,
  'whole-contract': [
    ...REFERENCE_TARGET_RULES,
    ...REFERENCE_KEY_RULES,
    ...REFERENCE_WHERE_RULES,
    ...REFERENCE_PLACE_RULES,
    ...FIND_BY_RULES,
    ...REVEAL_RULES,
    ...DERIVED_INDEX_RULES,
    ...PREALLOCATION_RULES,
    ...COUNTER_VALUE_RULES,
    ...MODERATION_CONFIG_RULES,
    ...EXTENDED_LINT_RULES,
  ],
  group: [],
  token: EXTENDED_TOKEN_RULES,
};
