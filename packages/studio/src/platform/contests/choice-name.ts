import type { Choice } from './contest.js';
import { getName, type NamedIdentity } from '../state/identity.js';

/** Returns the name of a choice. */
export function nameChoice(choice: Choice, identities: readonly NamedIdentity[]): string {
  if (choice === 'lock') return 'Lock';
  return choice === 'abstain' ? 'Abstain' : getName(identities, choice);
}
