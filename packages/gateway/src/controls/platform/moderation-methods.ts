import { describeSince } from '@dapikit/contract/protocol-versions';
import type { UserAction } from '@dapikit/platform';
import { byDefault, object, oneOf, optional, text, wholeNumber } from '../../base/params/param.js';
import { id, LIST_PAGE, SIGNED, TYPE_NAME } from '../../base/params/platform-param.js';
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

const DOCUMENT = {
  type: 'object',
  description: 'the document as it is now',
  required: ['document'],
};

const REMOVAL = {
  type: 'object',
  description:
    'the document and its owner, the moderator, the reason and the time, and the values that are kept',
  required: ['documentId', 'ownerId', 'moderatorId', 'reason', 'time', 'kept'],
};

const MODERATED_DOCUMENT = {
  ...SIGNED,
  ...TYPE_NAME,
  id: id('the document'),
  reason: byDefault('', text('the reason, at most 1,024 bytes')),
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
  definePlatformMethod({
    name: 'removeDocument',
    summary: 'Deletes a document as a moderator of a contract',
    description: `Exists ${describeSince(
      'extendedLanguage',
    )} on, for types whose \`moderatorAbilities\` have \`delete\`. What owners need for a delete does not count. The record remains unless \`deleteKeepsRecord\` is false.`,
    isWrite: true,
    params: MODERATED_DOCUMENT,
    result: REMOVAL,
    example: ({ alice, contractId, noteId }) => ({
      by: alice,
      contractId,
      documentType: 'note',
      id: noteId,
      reason: 'spam',
    }),
  }),
  definePlatformMethod({
    name: 'restoreDocument',
    summary: 'Restores a document that moderators deleted',
    description:
      'Within 604,800 seconds of the deletion, and once. The document is sent as it was, with the fields of the system: as `getDocument` returned it.',
    isWrite: true,
    params: {
      ...SIGNED,
      ...TYPE_NAME,
      document: object('the document as it was'),
    },
    result: DOCUMENT,
    example: ({ alice, contractId, noteId }) => ({
      by: alice,
      contractId,
      documentType: 'note',
      document: { $id: noteId, $ownerId: alice, $revision: 1, text: 'Hello' },
    }),
  }),
  definePlatformMethod({
    name: 'changeDocumentFields',
    summary: 'Changes fields of a document as a moderator of a contract',
    description:
      'For fields that `moderatorAbilities` list in `changeFields`. The revision rises, and `$moderatedAt` and `$moderatedBy` are set; other times stay.',
    isWrite: true,
    params: {
      ...MODERATED_DOCUMENT,
      fields: object('new values by name; null removes a value'),
    },
    result: DOCUMENT,
    example: ({ alice, contractId, noteId }) => ({
      by: alice,
      contractId,
      documentType: 'note',
      id: noteId,
      fields: { label: 'checked' },
    }),
  }),
  definePlatformMethod({
    name: 'getContractDocumentRemovals',
    summary: 'Returns the records of documents of a type that moderators deleted',
    description: 'By the bytes of the ids of the documents; restored ones say so.',
    isWrite: false,
    params: { ...TYPE_NAME, ...LIST_PAGE },
    result: { type: 'array', items: REMOVAL },
    example: ({ contractId }) => ({ contractId, documentType: 'note' }),
  }),
  definePlatformMethod({
    name: 'claimContractFees',
    summary: 'Pays out the fees of actions that a contract has collected',
    description:
      'Its owner gets the whole pot of the owner, and the moderators get equal parts of theirs; what is left over stays. Each pot is paid out at most once an epoch.',
    isWrite: true,
    params: {
      ...SIGNED,
      contractId: id('the contract'),
      pot: oneOf('the pot that is paid out', ['owner', 'moderators']),
    },
    result: {
      type: 'object',
      description: 'the credits of each recipient',
      required: ['each', 'recipients'],
    },
    example: ({ alice, contractId }) => ({ by: alice, contractId, pot: 'owner' }),
  }),
  definePlatformMethod({
    name: 'getContractFeePots',
    summary: 'Returns the fees of actions that nobody has claimed yet',
    description: 'In credits, with the epoch in which each pot was last paid out.',
    isWrite: false,
    params: { contractId: id('the contract') },
    result: { type: 'object', required: ['owner', 'moderators'] },
    example: ({ contractId }) => ({ contractId }),
  }),
];
