import { signedTransitionBytes } from '../model/serialized-size.js';
import { LIMITS } from '../protocol/limits.js';
import { note, noteOf, TEXT } from './example.js';
import type { RuleAbout } from './rule.js';

const LARGE = noteOf({ text: { ...TEXT, description: 'x'.repeat(LIMITS.transitionBytes) } });
const LONG = noteOf({ text: { ...TEXT, description: 'x'.repeat(LIMITS.specificationBytes) } });

/** What holds for the size of a contract. */
export const SIZE_RULES: readonly RuleAbout<'contract'>[] = [
  {
    code: 'contract-size',
    title: 'The contract is too large to be registered',
    about: 'contract',
    verdict: 'network',
    official: { name: 'StateTransitionMaxSizeExceededError', code: 10602 },
    why: `A signed state transition may have ${LIMITS.transitionBytes} bytes.`,
    mend: 'Shorten descriptions, comments and examples, or split the contract.',
    wrong: LARGE,
    right: note(),
    check(subject, report) {
      const bytes = signedTransitionBytes(subject);
      if (bytes > LIMITS.transitionBytes)
        report(subject.root, {
          message: `expected at most ${LIMITS.transitionBytes} bytes as a signed transition, found ${bytes}`,
        });
    },
  },
  {
    code: 'contract-size-specified',
    title: 'The contract is larger than the specification allows',
    about: 'contract',
    verdict: 'specification',
    why: 'The specification limits serialized data to 16 KB (section 8); the network lets 20 480 bytes pass.',
    mend: 'Shorten descriptions, comments and examples, or split the contract.',
    wrong: LONG,
    right: note(),
    check(subject, report) {
      const { bytes } = subject;
      if (bytes > LIMITS.specificationBytes && signedTransitionBytes(subject) <= LIMITS.transitionBytes)
        report(subject.root, {
          message: `expected at most ${LIMITS.specificationBytes} bytes, found ${bytes}; the network would let it pass`,
        });
    },
  },
];
