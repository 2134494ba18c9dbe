import { INDEX_AGGREGATE_RULES, TYPE_AGGREGATE_RULES } from './aggregate-rules.js';
import { CONFIG_RULES } from './config-rules.js';
import { CONTESTED_RULES } from './contested-rules.js';
import { CONTRACT_RULES } from './contract-rules.js';
import { DISTRIBUTION_RULES } from './distribution-rules.js';
import { DOCUMENT_ENTRY_RULES } from './document-entry-rules.js';
import { DOCUMENT_OPTION_RULES } from './document-option-rules.js';
import { DOCUMENT_TYPE_RULES } from './document-type-rules.js';
import { ENTRY_RULES, GROUP_RULES } from './group-rules.js';
import { IDENTIFIER_RULES } from './identifier-rules.js';
import { IDLE_INDEX_RULES, IDLE_PROPERTY_RULES } from './idle-rules.js';
import { INDEX_PROPERTY_RULES } from './index-property-rules.js';
import { INDEX_LIST_RULES, INDEX_RULES } from './index-rules.js';
import { KEYWORD_RULES } from './keyword-rules.js';
import { PATTERN_RULES } from './pattern-rules.js';
import { POSITION_RULES } from './position-rules.js';
import { PROPERTY_RULES } from './property-rules.js';
import { REFERENCE_RULES, REFERENCE_SHAPE_RULES } from './reference-rules.js';
import { REQUIRED_RULES } from './required-rules.js';
import type { RuleAbout, RuleFacts, SubjectKind } from './rule.js';
import { SIZE_RULES } from './size-rules.js';
import { SOURCE_RULES } from './source-rules.js';
import { STORAGE_RULES } from './storage-rules.js';
import { INDEX_SURPRISES, PROPERTY_SURPRISES, TYPE_SURPRISES } from './surprise-rules.js';
import { TOKEN_COST_RULES } from './token-cost-rules.js';
import { TOKEN_NAME_RULES } from './token-name-rules.js';
import { TOKEN_RULES } from './token-rules.js';
import { REGISTERED_RULES } from '../update/registered-rules.js';
import { CONTRACT_UPDATE_RULES } from '../update/contract-update-rules.js';
import { ENTRY_UPDATE_RULES } from '../update/entry-update-rules.js';
import { SCHEMA_UPDATE_RULES } from '../update/schema-update-rules.js';
import { TYPE_UPDATE_RULES } from '../update/type-update-rules.js';
import { CONTRACT_UPDATE_SURPRISES, TYPE_UPDATE_SURPRISES } from '../update/update-surprises.js';

/**
 * Every rule, by what it is about. Adding one to a family is all there is to it: checking, explaining and testing read
 * this table.
 */
export const RULES_ABOUT: { readonly [Kind in SubjectKind]: readonly RuleAbout<Kind>[] } = {
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
    ...TOKEN_COST_RULES,
    ...REFERENCE_RULES,
    ...INDEX_LIST_RULES,
    ...TYPE_SURPRISES,
  ],
  property: [
    ...PROPERTY_RULES,
    ...STORAGE_RULES,
    ...POSITION_RULES,
    ...PATTERN_RULES,
    ...REFERENCE_SHAPE_RULES,
    ...PROPERTY_SURPRISES,
    ...IDLE_PROPERTY_RULES,
  ],
  index: [
    ...INDEX_RULES,
    ...INDEX_PROPERTY_RULES,
    ...INDEX_AGGREGATE_RULES,
    ...CONTESTED_RULES,
    ...INDEX_SURPRISES,
    ...IDLE_INDEX_RULES,
  ],
  group: GROUP_RULES,
  token: [...TOKEN_RULES, ...TOKEN_NAME_RULES, ...DISTRIBUTION_RULES],
  registered: REGISTERED_RULES,
  update: [
    ...CONTRACT_UPDATE_RULES,
    ...SCHEMA_UPDATE_RULES,
    ...ENTRY_UPDATE_RULES,
    ...CONTRACT_UPDATE_SURPRISES,
  ],
  'type-update': [...TYPE_UPDATE_RULES, ...TYPE_UPDATE_SURPRISES],
};

/** Every rule, in one list. */
export const RULES: readonly (RuleFacts & { readonly about: SubjectKind })[] =
  Object.values(RULES_ABOUT).flat();
