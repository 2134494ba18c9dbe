import type { Diagnostic } from '../diagnostic/diagnostic.js';
import { PLACEHOLDER_ID } from '../model/identifier.js';
import { contract } from './example.js';
import { isFilledIn } from './missing-member.js';
import { createDiagnostic } from './rule-diagnostic.js';
import type { Rule } from './rule.js';

/** Hints at the members that a registration computes. Also describes those that it replaces. */
export const MEMBER_COMPUTED: Rule<'contract'> = {
  code: 'contract-member-computed',
  title: 'A registration fills in a member of the contract',
  about: 'contract',
  severity: 'hint',
  why: `The \`id\` of a contract follows from its owner and the identity nonce of its registration, so nobody knows it before. \`dapikit platform register\` and every other registration that the local platform signs for its caller computes \`id\` and \`ownerId\`, whatever the contract has there, and adds version 1. Who signs a registration computes the id with a library; some of them want a placeholder, such as \`${PLACEHOLDER_ID}\`.`,
  fix: 'Leave it out, or write it with a library that signs the registration.',
  wrong: contract({ id: undefined }),
  right: contract(),
  check(subject, report) {
    if (subject.transition !== 'create') return;
    const names = ['id', 'ownerId', 'version'].filter((name) => isFilledIn(name, subject));
    if (names.length > 0)
      report(undefined, { message: `${say(names, 'missing')}: the registration fills in what is missing` });
  },
};

const say = (names: readonly string[], what: string): string =>
  names.length === 1
    ? `${names[0]} is ${what}`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are ${what}`;

/** Describes the members of a contract that its registration replaces. */
export const describeReplaced = (names: readonly string[]): Diagnostic =>
  createDiagnostic(MEMBER_COMPUTED, {
    message: `${say(names, 'replaced')}: a registration that its caller does not sign computes id and owner`,
    at: `/${names[0] ?? ''}`,
    range: undefined,
    fix: { text: MEMBER_COMPUTED.fix },
    official: undefined,
  });
