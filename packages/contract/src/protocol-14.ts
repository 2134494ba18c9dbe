import { EXTENDED_FAMILIES } from './rules/extended-families.js';
import { addExtendedRules } from './rules/extended-rules.js';

addExtendedRules(EXTENDED_FAMILIES);
