import { note, update } from '../rules/example.js';
import { OFFICIAL, type RuleAbout } from '../rules/rule.js';

/** What the registered side of an update must be. */
export const REGISTERED_RULES: readonly RuleAbout<'registered'>[] = [
  {
    code: 'update-registered-unreadable',
    title: 'The registered contract of an update cannot be read',
    about: 'registered',
    verdict: 'network',
    official: OFFICIAL.protocol,
    why: 'An update is compared with what is registered. Only what cannot be a contract under any rules is a mistake here: old contracts may break younger rules. The diagnostic stands at the top of the update, though it is about the other side.',
    mend: 'Give the contract as the network holds it, in its JSON.',
    wrong: update([note()], note()),
    right: update(note(), note()),
    check({ fault }, report) {
      if (fault !== undefined)
        report(undefined, { message: `the registered contract (the side before the update): ${fault}` });
    },
  },
];
