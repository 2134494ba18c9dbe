import { amount, flag, optional, wholeNumber } from '../params/param.js';
import { RECEIPT } from './identity-methods.js';
import { id, SIGNED } from '../params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const NAME = {
  tokenId: optional(id('of the token; or else its contract and its position there')),
  contractId: optional(id('of the contract')),
  position: optional(wholeNumber('in the contract; 0 unless said otherwise', 0, 65_535)),
};
const TOKEN = { type: 'object', required: ['id', 'contractId', 'position', 'totalSupply', 'isPaused'] };
const ACCOUNT = { type: 'object', required: ['balance', 'isFrozen'] };

/** Lists the methods of tokens, as far as documents cost them. */
export const tokenMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'getToken',
    summary: 'A token, or null',
    description:
      'Tokens come with the contract that defines them; the base supply goes to its owner, unless it names somebody else.',
    isWrite: false,
    params: NAME,
    result: TOKEN,
    example: ({ contractId }) => ({ contractId }),
  }),
  definePlatformMethod({
    name: 'getTokenBalance',
    summary: 'What an identity has of a token',
    description: 'An empty account when it never had any.',
    isWrite: false,
    params: { ...NAME, identityId: id('of the identity') },
    result: ACCOUNT,
    example: ({ contractId, alice }) => ({ contractId, identityId: alice }),
  }),
  definePlatformMethod({
    name: 'transferTokens',
    summary: 'Moves tokens from one identity to another',
    description: 'Signed by a CRITICAL key; counts its nonce with the contract of the token.',
    isWrite: true,
    params: { ...SIGNED, ...NAME, recipientId: id('who gets them'), amount: amount('in the smallest unit') },
    result: RECEIPT,
    example: ({ alice, bob, contractId }) => ({ by: alice, contractId, recipientId: bob, amount: 10 }),
  }),
  definePlatformMethod({
    name: 'setTokenFrozen',
    summary: 'Freezes or unfreezes the account of an identity',
    description: 'Not signed: whether the rules of the token allow it is not asked.',
    isWrite: true,
    params: { ...NAME, identityId: id('of the identity'), isFrozen: flag('whether it is to be frozen') },
    result: ACCOUNT,
    example: ({ bob, contractId }) => ({ contractId, identityId: bob, isFrozen: true }),
  }),
  definePlatformMethod({
    name: 'setTokenPaused',
    summary: 'Pauses or resumes a token',
    description: 'Not signed: whether the rules of the token allow it is not asked.',
    isWrite: true,
    params: { ...NAME, isPaused: flag('whether transfers are to stop') },
    result: TOKEN,
    example: ({ contractId }) => ({ contractId, isPaused: true }),
  }),
];
