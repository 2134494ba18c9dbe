import { addExtendedDescription } from './description/extended-description.js';
import { EXTENDED_PARTS } from './description/extended-parts.js';
import { addExtendedWrites } from './document/extended-writes.js';
import { compileWriteChecks } from './document/write-checks.js';
import { EXTENDED_FAMILIES } from './rules/extended-families.js';
import { addExtendedRules } from './rules/extended-rules.js';

addExtendedRules(EXTENDED_FAMILIES);
addExtendedWrites(compileWriteChecks);
addExtendedDescription(EXTENDED_PARTS);
