import { amount, exactList, object, optional, text, wholeNumber } from '../../base/params/param.js';
import { id, SIGNED } from '../../base/params/platform-param.js';
import { RECEIPT } from './identity-methods.js';
import { KEY_SCHEMA } from './key-schema.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const ADDRESS = {
  type: 'object',
  description: 'the address as text, its nonce and its balance in credits',
  required: ['address', 'nonce', 'balance'],
};

const address = () => text('of the address', 'an address such as tdash1…, or 42 hexadecimal digits');

/** Lists the parameters that transitions of addresses share. */
export const FUNDS = {
  inputs: exactList(
    'who gives credits: objects of `address`, `credits` and, unless it is the next one, `nonce`; at least 100,000 credits each',
  ),
  feeStrategy: optional(
    exactList(
      'who pays the fee, step by step: objects of `type` (deductFromInput or reduceOutput) and `index`, the position in the order of ' +
        'addresses; what input 0 has beside what it gives unless said otherwise',
    ),
  ),
  userFeeIncrease: optional(wholeNumber('percent on top of processing', 0, 65_535)),
};

const OUTPUTS = exactList('who gets credits: objects of `address` and `credits`; at least 500,000 each');

/** Describes the output that takes a part of what inputs give. */
export const OUTPUT = optional(object('who gets a part of what the inputs give: `address` and `credits`'));

const OTHER = `00${'cd'.repeat(20)}`;

/** Lists the methods of platform addresses. */
export const addressMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'fundAddress',
    summary: 'Gives a platform address credits, as if layer 1 had paid for them',
    description: '1 DASH is 100,000,000,000 credits.',
    isWrite: true,
    params: { address: address(), credits: amount('how many') },
    result: ADDRESS,
    example: ({ address: funded }) => ({ address: funded, credits: 100_000_000_000 }),
  }),
  definePlatformMethod({
    name: 'getAddress',
    summary: 'The nonce and the balance of a platform address, or null',
    description: 'Null where the address never had credits.',
    isWrite: false,
    params: { address: address() },
    result: ADDRESS,
    example: ({ address: funded }) => ({ address: funded }),
  }),
  definePlatformMethod({
    name: 'transferToAddresses',
    summary: 'Moves credits of an identity to platform addresses',
    description: 'Signed by a key for TRANSFER.',
    isWrite: true,
    params: { ...SIGNED, outputs: OUTPUTS },
    result: RECEIPT,
    example: ({ alice }) => ({ by: alice, outputs: [{ address: OTHER, credits: 10_000_000 }] }),
  }),
  definePlatformMethod({
    name: 'transferAddressFunds',
    summary: 'Moves credits between platform addresses',
    description: 'Outputs get as many credits as inputs give; the fee comes beside them.',
    isWrite: true,
    params: { ...FUNDS, outputs: OUTPUTS },
    result: RECEIPT,
    example: ({ address: funded }) => ({
      inputs: [{ address: funded, credits: 10_000_000 }],
      outputs: [{ address: OTHER, credits: 10_000_000 }],
    }),
  }),
  definePlatformMethod({
    name: 'createIdentityFromAddresses',
    summary: 'Creates an identity with credits of platform addresses',
    description:
      'It gets what the inputs give and the output does not. Its id follows from the inputs and their nonces.',
    isWrite: true,
    params: {
      ...FUNDS,
      output: OUTPUT,
      keys: optional(exactList('as of `createIdentity`', KEY_SCHEMA)),
    },
    result: RECEIPT,
    example: ({ address: funded }) => ({ inputs: [{ address: funded, credits: 1_000_000_000 }] }),
  }),
  definePlatformMethod({
    name: 'topUpIdentityFromAddresses',
    summary: 'Gives an identity credits of platform addresses',
    description: 'It gets what the inputs give and the output does not.',
    isWrite: true,
    params: { ...FUNDS, output: OUTPUT, id: id('of the identity') },
    result: RECEIPT,
    example: ({ bob, address: funded }) => ({ id: bob, inputs: [{ address: funded, credits: 10_000_000 }] }),
  }),
];
