import { amount, exactList, optional, text } from '../params/param.js';
import { id, SIGNED } from '../params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const IDENTITY = {
  type: 'object',
  description: 'its id, revision, keys (data in Base64) and balance in credits',
  required: ['id', 'revision', 'keys', 'balance'],
};
export const RECEIPT = {
  type: 'object',
  description: 'fee in credits, and the block that executed it',
  required: ['fee', 'block'],
};

/** Lists the methods of identities. */
export const identityMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'createIdentity',
    summary: 'Creates an identity, as if paid for on layer 1',
    description: 'Ids are derived from a counter, or from `seed`: the same calls give the same ids.',
    isWrite: true,
    params: {
      credits: optional(amount('initial balance; 10 DASH by default')),
      keys: optional(
        exactList(
          'objects of `purpose`, `securityLevel`, `type`, `data`, `contractBounds`; a MASTER, a CRITICAL and a HIGH key for ' +
            'AUTHENTICATION and one for TRANSFER by default',
        ),
      ),
      seed: optional(text('seed from which its id is derived')),
    },
    result: IDENTITY,
    example: () => ({ credits: 500_000_000_000 }),
  }),
  definePlatformMethod({
    name: 'getIdentity',
    summary: 'Returns an identity, or null',
    description: 'Its keys, balance and revision.',
    isWrite: false,
    params: {
      id: optional(id('of the identity')),
      seed: optional(text('or else the seed from which its id is derived')),
    },
    result: IDENTITY,
    example: ({ alice }) => ({ id: alice }),
  }),
  definePlatformMethod({
    name: 'topUpIdentity',
    summary: 'Adds credits to an identity, as if paid for on layer 1',
    description: '1 DASH is 100,000,000,000 credits.',
    isWrite: true,
    params: { id: id('of the identity'), credits: amount('how many') },
    result: IDENTITY,
    example: ({ bob }) => ({ id: bob, credits: 100_000_000_000 }),
  }),
  definePlatformMethod({
    name: 'changeIdentityKeys',
    summary: 'Adds keys to an identity and disables others',
    description: 'Signed by a MASTER key. Keys that are bound to a contract must meet its requirements.',
    isWrite: true,
    params: {
      ...SIGNED,
      add: optional(exactList('objects as of `createIdentity`')),
      disable: optional(exactList('ids of keys')),
    },
    result: RECEIPT,
    example: ({ bob }) => ({ by: bob, add: [{ securityLevel: 'MEDIUM' }] }),
  }),
  definePlatformMethod({
    name: 'transferCredits',
    summary: 'Transfers credits from one identity to another',
    description: 'At least 100,000. Signed by a key for TRANSFER.',
    isWrite: true,
    params: { ...SIGNED, recipientId: id('who gets them'), credits: amount('how many') },
    result: RECEIPT,
    example: ({ alice, bob }) => ({ by: alice, recipientId: bob, credits: 1_000_000 }),
  }),
];
