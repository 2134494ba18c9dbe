import { addRuleDescriptions } from './description/described-rules.js';
import { describeRules } from './description/describe-rules.js';
import { EXTENDED_FAMILIES } from './rules/extended-families.js';
import { addExtendedRules } from './rules/extended-rules.js';

addExtendedRules(EXTENDED_FAMILIES);
addRuleDescriptions(describeRules);
