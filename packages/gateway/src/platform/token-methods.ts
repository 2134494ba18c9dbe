import { amount, flag, optional, wholeNumber } from '../params/param.js';
import { RECEIPT } from './identity-methods.js';
import { id, SIGNED } from '../params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const NAME = {
  tokenId: optional(id('id of the token; or else its contract and position')),
  contractId: optional(id('of the contract')),
  position: optional(wholeNumber('position in the contract; 0 by default', 0, 65_535)),
};
const TOKEN = { type: 'object', required: ['id', 'contractId', 'position', 'totalSupply', 'isPaused'] };
const ACCOUNT = { type: 'object', required: ['balance', 'isFrozen'] };

/** Lists the methods of tokens, as far as documents cost them. */
export const tokenMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'getToken',
    summary: 'Returns a token, or null',
    description:
      'Tokens are created with their contract; the base supply goes to its owner or to the identity it names.',
    isWrite: false,
    params: NAME,
    result: TOKEN,
    example: ({ contractId }) => ({ contractId }),
  }),
  definePlatformMethod({
    name: 'getTokenBalance',
    summary: 'Returns the token balance of an identity',
    description: 'An empty account if the identity never had the token.',
    isWrite: false,
    params: { ...NAME, identityId: id('of the identity') },
    result: ACCOUNT,
    example: ({ contractId, alice }) => ({ contractId, identityId: alice }),
  }),
  definePlatformMethod({
    name: 'transferTokens',
    summary: 'Transfers tokens from one identity to another',
    description: 'Signed by a CRITICAL key; counts its nonce with the contract of the token.',
    isWrite: true,
    params: { ...SIGNED, ...NAME, recipientId: id('who gets them'), amount: amount('in the smallest unit') },
    result: RECEIPT,
    example: ({ alice, bob, contractId }) => ({ by: alice, contractId, recipientId: bob, amount: 10 }),
  }),
  definePlatformMethod({
    name: 'setTokenFrozen',
    summary: 'Freezes or unfreezes the account of an identity',
    description: 'Not signed: the rules of the token are not checked.',
    isWrite: true,
    params: {
      ...NAME,
      identityId: id('of the identity'),
      isFrozen: flag('true to freeze, false to unfreeze'),
    },
    result: ACCOUNT,
    example: ({ bob, contractId }) => ({ contractId, identityId: bob, isFrozen: true }),
  }),
  definePlatformMethod({
    name: 'setTokenPaused',
    summary: 'Pauses or resumes a token',
    description: 'Not signed: the rules of the token are not checked.',
    isWrite: true,
    params: { ...NAME, isPaused: flag('true to pause transfers, false to resume them') },
    result: TOKEN,
    example: ({ contractId }) => ({ contractId, isPaused: true }),
  }),
];
