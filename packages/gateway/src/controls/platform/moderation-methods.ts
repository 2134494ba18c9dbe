import { describeSince } from '@dapikit/contract/protocol-versions';
import type { UserAction } from '@dapikit/platform';
import { byDefault, oneOf, optional, text, wholeNumber } from '../../base/params/param.js';
import { id, SIGNED } from '../../base/params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const ACTIONS = [
  'ban',
  'unban',
  'suspend',
  'lift',
  'warn',
  'removeWarning',
] as const satisfies readonly UserAction[];

const USER = {
  type: 'object',
  description: 'the ban, the suspension and the warnings, each with the moderator, the reason and the time',
  required: ['warnings'],
};

/** Lists the methods of moderators of contracts. */
export const moderationMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'moderateUser',
    summary: 'Bans, suspends or warns an identity as a moderator of a contract, or takes that back',
    description: `Exists ${describeSince('extendedLanguage')} on, in contracts with \`moderation\`. A banned or suspended identity creates, replaces, transfers, buys and reprices nothing in the contract; it may delete its documents, and make a replace that meets \`retractedWhen\`.`,
    isWrite: true,
    params: {
      ...SIGNED,
      contractId: id('the contract'),
      action: oneOf('what the moderator does', ACTIONS),
      identityId: id('the identity that is moderated'),
      reason: byDefault('', text('the reason, at most 1,024 bytes')),
      until: optional(wholeNumber('end of a suspension, in milliseconds', 0, Number.MAX_SAFE_INTEGER)),
      warning: byDefault(0, wholeNumber('position of a warning that is removed, the oldest first', 0, 15)),
    },
    result: USER,
    example: ({ alice, bob, contractId }) => ({ by: alice, contractId, action: 'ban', identityId: bob }),
  }),
  definePlatformMethod({
    name: 'getModeratedUser',
    summary: 'Returns what the moderators of a contract say of an identity',
    description: 'Null where they say nothing.',
    isWrite: false,
    params: { contractId: id('the contract'), identityId: id('the identity') },
    result: USER,
    example: ({ bob, contractId }) => ({ contractId, identityId: bob }),
  }),
];
