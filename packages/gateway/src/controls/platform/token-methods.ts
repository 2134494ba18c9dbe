import {
  amount,
  anything,
  flag,
  object,
  oneOf,
  optional,
  text,
  wholeNumber,
} from '../../base/params/param.js';
import { RECEIPT } from './identity-methods.js';
import { id, LIST_PAGE, SIGNED } from '../../base/params/platform-param.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const NAME = {
  tokenId: optional(id('id of the token; or else its contract and position')),
  contractId: optional(id('of the contract')),
  position: optional(wholeNumber('position in the contract; 0 by default', 0, 65_535)),
};
const NOTE = optional(text('a public note of at most 2048 bytes'));
const GROUP = optional(
  object(
    'the group that decides, `{ "position", "actionId" }`; without an id the signer proposes an action, with one it signs that action',
  ),
);
const CHANGE = { ...SIGNED, ...NAME, note: NOTE, group: GROUP };
const AMOUNT = amount('in the smallest unit');
const TOKEN = { type: 'object', required: ['id', 'contractId', 'position', 'totalSupply', 'isPaused'] };
const ACCOUNT = { type: 'object', required: ['balance', 'isFrozen'] };
const CHANGED = { ...RECEIPT, required: [...RECEIPT.required, 'tokenId', 'isExecuted'] };

const RULES =
  'Signed by a CRITICAL key; counts its nonce with the contract of the token. Who may is in the contract of the token. ' +
  'Where a group decides, `isExecuted` is false until enough members signed the action.';

/** Lists the methods of tokens and of groups that decide about them. */
export const tokenMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'getToken',
    summary: 'Returns a token, or null',
    description:
      'Tokens are created with their contract; the base supply goes to its owner or to the identity it names. With the price in credits while the token is for sale.',
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
    name: 'listTokens',
    summary: 'Lists tokens with their supply and price',
    description: 'By the bytes of their ids.',
    isWrite: false,
    cost: 5,
    params: LIST_PAGE,
    result: { type: 'array', items: TOKEN },
    example: () => ({}),
  }),
  definePlatformMethod({
    name: 'listTokenAccounts',
    summary: 'Lists the accounts of a token',
    description: 'Of identities that ever had some of it, by the bytes of their ids.',
    isWrite: false,
    cost: 5,
    params: { ...NAME, ...LIST_PAGE },
    result: {
      type: 'array',
      items: { ...ACCOUNT, required: ['identityId', ...ACCOUNT.required] },
    },
    example: ({ contractId }) => ({ contractId, position: 1 }),
  }),
  definePlatformMethod({
    name: 'transferTokens',
    summary: 'Transfers tokens from one identity to another',
    description:
      'Signed by a CRITICAL key for AUTHENTICATION or TRANSFER; counts its nonce with the contract of the token.',
    isWrite: true,
    params: { ...CHANGE, recipientId: id('who gets them'), amount: AMOUNT },
    result: CHANGED,
    example: ({ alice, bob, contractId }) => ({ by: alice, contractId, recipientId: bob, amount: 10 }),
  }),
  definePlatformMethod({
    name: 'mintTokens',
    summary: 'Mints tokens',
    description: RULES,
    isWrite: true,
    params: {
      ...CHANGE,
      amount: AMOUNT,
      recipientId: optional(id('who gets them; newTokensDestinationIdentity of the contract')),
    },
    result: CHANGED,
    example: ({ alice, bob, contractId }) => ({ by: alice, contractId, recipientId: bob, amount: 10 }),
  }),
  definePlatformMethod({
    name: 'burnTokens',
    summary: 'Burns tokens of the signer',
    description: `${RULES} A group burns those of the proposer.`,
    isWrite: true,
    params: { ...CHANGE, amount: AMOUNT },
    result: CHANGED,
    example: ({ alice, contractId }) => ({ by: alice, contractId, amount: 10 }),
  }),
  definePlatformMethod({
    name: 'setTokenPrice',
    summary: 'Sets the price of a token, or ends its sale',
    description: RULES,
    isWrite: true,
    params: {
      ...CHANGE,
      price: anything(
        'in credits: of each token, or by the least amount that it is for, such as `{ "1": 20, "10": 15 }`; null ends the sale',
      ),
    },
    result: CHANGED,
    example: ({ alice, contractId }) => ({ by: alice, contractId, price: { 1: 20, 10: 15 } }),
  }),
  definePlatformMethod({
    name: 'purchaseTokens',
    summary: 'Buys tokens of the owner of the contract',
    description: 'New tokens, at the price that is set. Signed by a CRITICAL key.',
    isWrite: true,
    params: {
      ...SIGNED,
      ...NAME,
      amount: AMOUNT,
      totalAgreedPrice: amount('the most credits to pay in all'),
    },
    result: CHANGED,
    example: ({ bob, contractId }) => ({ by: bob, contractId, amount: 10, totalAgreedPrice: 200 }),
  }),
  definePlatformMethod({
    name: 'claimTokens',
    summary: 'Claims what a distribution gives to the signer',
    description:
      'Signed by a CRITICAL key for AUTHENTICATION or TRANSFER. A claim of a perpetual distribution pays at most 128 intervals, or 32,767 of a fixed amount; one of a pre-programmed distribution pays the earliest that is due; one once per identity pays its amount to each that claims it. Nobody proposes the blocks of the local platform: evonodes get nothing by participation.',
    isWrite: true,
    params: {
      ...SIGNED,
      ...NAME,
      note: NOTE,
      distribution: oneOf('which one of the token', ['perpetual', 'preProgrammed', 'oncePerIdentity']),
    },
    result: CHANGED,
    example: ({ alice, contractId }) => ({ by: alice, contractId, distribution: 'perpetual' }),
  }),
  definePlatformMethod({
    name: 'freezeTokens',
    summary: 'Freezes the account of an identity',
    description: RULES,
    isWrite: true,
    params: { ...CHANGE, identityId: id('of the identity') },
    result: CHANGED,
    example: ({ alice, bob, contractId }) => ({ by: alice, contractId, identityId: bob }),
  }),
  definePlatformMethod({
    name: 'destroyFrozenTokens',
    summary: 'Burns all that a frozen account has',
    description: RULES,
    isWrite: true,
    params: { ...CHANGE, identityId: id('of the identity') },
    result: CHANGED,
    example: ({ alice, bob, contractId }) => ({
      by: alice,
      contractId,
      position: 1,
      identityId: bob,
    }),
  }),
  definePlatformMethod({
    name: 'unfreezeTokens',
    summary: 'Unfreezes the account of an identity',
    description: RULES,
    isWrite: true,
    params: { ...CHANGE, identityId: id('of the identity') },
    result: CHANGED,
    example: ({ alice, bob, contractId }) => ({
      by: alice,
      contractId,
      position: 1,
      identityId: bob,
    }),
  }),
  definePlatformMethod({
    name: 'pauseToken',
    summary: 'Pauses a token',
    description: `${RULES} No token is transferred until it is resumed.`,
    isWrite: true,
    params: CHANGE,
    result: CHANGED,
    example: ({ alice, contractId }) => ({ by: alice, contractId }),
  }),
  definePlatformMethod({
    name: 'resumeToken',
    summary: 'Resumes a token',
    description: RULES,
    isWrite: true,
    params: CHANGE,
    result: CHANGED,
    example: ({ alice, contractId }) => ({ by: alice, contractId, position: 1 }),
  }),
  definePlatformMethod({
    name: 'updateTokenConfiguration',
    summary: 'Changes a setting of a token',
    description: `${RULES} The contract of the token gets another version.`,
    isWrite: true,
    params: {
      ...CHANGE,
      item: object('the setting and its new value, such as `{ "$type": "maxSupply", "value": 5000 }`'),
    },
    result: CHANGED,
    example: ({ alice, contractId }) => ({
      by: alice,
      contractId,
      item: { $type: 'maxSupply', value: 5000 },
    }),
  }),
  definePlatformMethod({
    name: 'getGroupActions',
    summary: 'Returns the actions of a group with their signers',
    description: 'By the bytes of their ids, at most 100.',
    isWrite: false,
    cost: 5,
    params: {
      contractId: id('of the contract'),
      position: wholeNumber('of the group in the contract', 0, 65_535),
      status: optional(
        oneOf('whether members still sign; active unless said otherwise', ['active', 'closed']),
      ),
      startAfter: optional(id('of the action behind which the page begins')),
      limit: optional(wholeNumber('of actions', 1, 100)),
    },
    result: { type: 'array', items: { type: 'object', required: ['actionId', 'action', 'signers'] } },
    example: ({ contractId }) => ({ contractId, position: 0 }),
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
