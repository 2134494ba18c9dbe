import type { Choice } from './contest.js';
import { nameOf, type NamedIdentity } from './identity.js';

/** What a choice is called. */
export function choiceName(choice: Choice, identities: readonly NamedIdentity[]): string {
  if (choice === 'lock') return 'Nobody (lock)';
  return choice === 'abstain' ? 'Abstain' : nameOf(identities, choice);
}
