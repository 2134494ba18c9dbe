import { countTransitionBytes } from '../model/serialized-size.js';
import { LIMITS } from '../protocol/limits.js';
import { note, noteOf, TEXT_PROPERTY } from './example.js';
import type { Rule } from './rule.js';

const LARGE = noteOf({ text: { ...TEXT_PROPERTY, description: 'x'.repeat(LIMITS.transitionBytes) } });
const LONG = noteOf({ text: { ...TEXT_PROPERTY, description: 'x'.repeat(LIMITS.specificationBytes) } });

/** Lists the rules about the size of a contract. */
export const SIZE_RULES: readonly Rule<'contract'>[] = [
  {
    code: 'contract-size',
    title: 'The contract is too large to register',
    about: 'contract',
    severity: 'network',
    official: { name: 'StateTransitionMaxSizeExceededError', code: 10602 },
    why: `A signed state transition has at most ${LIMITS.transitionBytes} bytes.`,
    fix: 'Shorten descriptions, comments and examples, or split the contract.',
    wrong: LARGE,
    right: note(),
    check(subject, report) {
      const bytes = countTransitionBytes(subject);
      if (bytes > LIMITS.transitionBytes)
        report(subject.root, {
          message: `the signed transition has ${bytes} bytes: the maximum is ${LIMITS.transitionBytes}`,
        });
    },
  },
  {
    code: 'contract-size-specified',
    title: 'The contract is larger than the specification allows',
    about: 'contract',
    severity: 'specification',
    why: 'The specification limits serialized data to 16 KiB (section 8); the network accepts 20 480 bytes.',
    fix: 'Shorten descriptions, comments and examples, or split the contract.',
    wrong: LONG,
    right: note(),
    check(subject, report) {
      const { bytes } = subject;
      if (bytes > LIMITS.specificationBytes && countTransitionBytes(subject) <= LIMITS.transitionBytes)
        report(subject.root, {
          message: `the contract has ${bytes} bytes: the maximum is ${LIMITS.specificationBytes}; the network accepts it`,
        });
    },
  },
];
