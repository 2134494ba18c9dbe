import { DEFAULT_TOKEN_VALUES } from '@dapikit/contract';
import { TOKEN_RULES, type TokenSubject } from '@dapikit/protocol';
import { membersOf, type Members } from './members.js';

/**
 * Returns the rules of a token about something; those of the network where its configuration has none.
 * @param token configuration of the token in the official JSON
 */
export function tokenRulesIn(token: Members, subject: TokenSubject): Members {
  const [holder, name] = TOKEN_RULES[subject];
  const rules = (holder === undefined ? token : membersOf(token[holder]))[name];
  return membersOf(rules ?? DEFAULT_TOKEN_VALUES[name]);
}
