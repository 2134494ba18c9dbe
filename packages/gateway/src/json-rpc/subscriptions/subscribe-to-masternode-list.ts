import type { Begin } from '../../base/messages/session.js';
import { getMnListDiff } from '../methods/get-mn-list-diff.js';
import { HASH_SCHEMA } from '../../base/method/method-docs.js';
import { NODE_ERRORS } from '../../base/method/node-error.js';
import { MasternodeListSubscriber, type ListPace } from './masternode-list-subscriber.js';
import { namedParams } from '../../base/params/named-params.js';
import { hash, oneOf, optional } from '../../base/params/param.js';
import { defineSubscription } from './subscription.js';

const PACES: readonly ListPace[] = ['chainlock', 'block'];

/** Notifies of the masternode list and its changes. Specification, section 4: it replaces `getMnListDiff`. */
export const subscribeToMasternodeList = defineSubscription({
  name: 'subscribeToMasternodeList',
  summary: 'Sends the masternode list, then its changes',
  description:
    'First the full list, as a change from nothing (`baseBlockHash` of 64 zeros); then changes, each from the block of the one ' +
    'before it. Each is the answer of Dash Core’s `protx diff`. Blocks that come at once may be covered by one change.\n\n' +
    'With `on: "chainlock"` there is a change for every ChainLock, and the list is never taken back; while there is no ChainLock, ' +
    'there is no notification. With `on: "block"` there is one for every tip. Without `on` it is `chainlock` where there is a ChainLock ' +
    'when the subscription is opened, otherwise `block`: the development chain has none until one is asked for.\n\n' +
    'To resume, give the block of the known list in `baseBlockHash`: the first notification is the change from there. When the block that a ' +
    'subscriber has is not in the best chain any more, or not below the block its list is to be of, it gets `reset` with that ' +
    'block, then the full list again.',
  params: namedParams({
    baseBlockHash: optional(hash('of the block whose list the subscriber has')),
    on: optional(oneOf('when there is a change', PACES)),
  }),
  notification: {
    oneOf: [
      {
        description: 'The full list: a change from nothing.',
        type: 'object',
        properties: { event: { const: 'list' }, diff: getMnListDiff.result },
        required: ['event', 'diff'],
      },
      {
        description: 'What changed since the block of the last notification.',
        type: 'object',
        properties: { event: { const: 'diff' }, diff: getMnListDiff.result },
        required: ['event', 'diff'],
      },
      {
        description: 'The list of this block is no longer valid. The full list is next.',
        type: 'object',
        properties: { event: { const: 'reset' }, blockHash: HASH_SCHEMA },
        required: ['event', 'blockHash'],
      },
    ],
  },
  errors: [
    {
      code: -32602,
      reason: 'invalid-params',
      when: 'params is not an object or has an unknown member, baseBlockHash is not a hash, or on has another value',
    },
    { code: -32602, reason: 'duplicate-member', when: 'a param is duplicated' },
    ...NODE_ERRORS,
  ],
  exampleParams: () => undefined,
  begin: async ({ baseBlockHash, on }, context): Promise<Begin> => {
    await context.chain.started();
    const pace = on ?? (context.chain.chainLock ? 'chainlock' : 'block');
    return (notify) => {
      const subscriber = new MasternodeListSubscriber(context, pace, baseBlockHash, notify);
      return () => subscriber.stop();
    };
  },
});
