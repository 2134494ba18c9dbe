import { note, update } from './example.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';

/** Lists the rules about the baseline of an update. */
export const BASELINE_RULES: readonly Rule<'baseline'>[] = [
  {
    code: 'update-baseline-unreadable',
    title: 'The baseline of an update cannot be read',
    about: 'baseline',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    why: 'An update is compared with its baseline, the registered contract. Only input that is not a contract under any rules is an error here: old contracts may break newer rules. The diagnostic points at the root of the update, although it is about the baseline.',
    fix: 'Pass the registered contract in the JSON form that the network returns.',
    wrong: update([note()], note()),
    right: update(note(), note()),
    check({ error }, report) {
      if (error !== undefined) report(undefined, { message: `the baseline cannot be read: ${error}` });
    },
  },
];
