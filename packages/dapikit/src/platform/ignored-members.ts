import { validateContract } from '@dapikit/contract';

/** Rules about what the network leaves out when it reads a contract. */
const RULES: ReadonlySet<string> = new Set([
  'contract-member-unknown',
  'token-member-unknown',
  'keyword-ignored',
]);

/** Describes each member of a contract that the network ignores, in a line: an update of these changes nothing. */
export const ignoredMembers = (text: string, protocolVersion: number): readonly string[] =>
  validateContract(text, { protocolVersion, transition: 'update' })
    .diagnostics.filter(({ code }) => RULES.has(code))
    .map(({ at, message, fix }) => `the network ignores ${at}: ${message}. ${fix.text}`);
