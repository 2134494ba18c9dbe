import { base64, hash, optional, wholeNumber } from '../../base/params/param.js';
import { id } from '../../base/params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

/** Lists the methods of state transitions as official SDKs sign them. */
export const transitionMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'broadcastStateTransition',
    summary: 'Executes a signed state transition',
    description:
      'Runs the checks of a node before it adds a transition to its mempool, where a rejection is free, then executes it in a block. A rejection by the block is charged and returned by `getStateTransition`. The setting `platform-transitions` applies to gRPC only.',
    isWrite: true,
    params: { stateTransition: base64('the bytes of the state transition') },
    result: {
      type: 'object',
      description: 'its id: SHA-256 of its bytes in hexadecimal digits',
      required: ['id'],
    },
    example: ({ stateTransition }) => ({ stateTransition }),
  }),
  definePlatformMethod({
    name: 'simulateStateTransition',
    summary: 'Executes a signed state transition without an effect',
    description:
      'Returns what the next block would charge in credits (estimate), the changes of credits and documents and, if the block would reject it at a charge, its `rejection`. A free rejection is an error.',
    isWrite: false,
    cost: 5,
    params: { stateTransition: base64('the bytes of the state transition') },
    result: { type: 'object', required: ['id', 'fee', 'changes'] },
    example: ({ stateTransition }) => ({ stateTransition }),
  }),
  definePlatformMethod({
    name: 'traceStateTransition',
    summary: 'Executes a signed state transition without an effect, and returns its steps',
    description:
      'Each step of the check of a node or, where that accepts it, of the next block: what it reads and writes, and its fee in credits (estimate). A rejection is in `rejection`. `getTransitionTrace` returns those of transitions that were sent.',
    isWrite: false,
    cost: 5,
    params: { stateTransition: base64('the bytes of the state transition') },
    result: { type: 'object', required: ['id', 'phase', 'steps'] },
    example: ({ stateTransition }) => ({ stateTransition }),
  }),
  definePlatformMethod({
    name: 'getStateTransition',
    summary: 'Returns an executed state transition, or null',
    description:
      'Returns its id in hexadecimal digits, its bytes, its block, its fee in credits (estimate) and, if the block rejected it, its `rejection`: code, name, message and the serialised consensus error.',
    isWrite: false,
    params: { id: hash('SHA-256 of its bytes') },
    result: { type: 'object', required: ['id', 'bytes', 'block', 'fee'] },
    example: ({ transitionId: id }) => ({ id }),
  }),
  definePlatformMethod({
    name: 'listStateTransitions',
    summary: 'Lists executed state transitions',
    description:
      'The newest first. With `identityId` those that name this identity. `nextBeforeHeight` is the `beforeHeight` of the next page. Unsigned calls have no bytes: `listUnsignedTransitions` has them.',
    isWrite: false,
    cost: 10,
    params: {
      identityId: optional(id('that the transitions name')),
      beforeHeight: optional(wholeNumber('only those of lower blocks', 0, Number.MAX_SAFE_INTEGER)),
      limit: optional(wholeNumber('of transitions; 100 by default', 1, 100)),
    },
    result: { type: 'object', required: ['transitions'] },
    example: () => ({ limit: 1 }),
  }),
];
