import { amount, oneOf, optional, text, wholeNumber } from '../../base/params/param.js';
import { SIGNED } from '../../base/params/platform-param.js';
import { FUNDS, OUTPUT } from './address-methods.js';
import { RECEIPT } from './identity-methods.js';
import { definePlatformMethod, type PlatformMethod } from './platform-method.js';

const STATUSES = ['queued', 'pooled', 'broadcasted', 'complete', 'expired'] as const;

/** Lists the parameters that withdrawals share. */
const TERMS = {
  coreAddress: optional(text('who gets the coins', 'an address of layer 1')),
  outputScript: optional(text('the script that gets them, instead of an address', 'hexadecimal digits')),
  coreFeePerByte: optional(wholeNumber('duffs for each byte, a Fibonacci number; 1', 0, 0xff_ff_ff_ff)),
  pooling: optional(oneOf('only `never` is executed', ['never', 'ifAvailable', 'standard'])),
};

const SCRIPT = `76a914${'ab'.repeat(20)}88ac`;

/** Lists the methods of withdrawals to layer 1. */
export const withdrawalMethods: readonly PlatformMethod[] = [
  definePlatformMethod({
    name: 'withdrawCredits',
    summary: 'Withdraws credits of an identity to layer 1',
    description:
      'From 190,000 credits to 500 DASH; 400,000,000 must be left for the fee. Signed by a key for TRANSFER or OWNER. Without an address, the newest ' +
      'TRANSFER key of type ECDSA_HASH160 gets the coins. An asset unlock of the development chain pays them out; elsewhere the withdrawal stays queued.',
    isWrite: true,
    params: { ...SIGNED, credits: amount('how many'), ...TERMS },
    result: RECEIPT,
    example: ({ alice }) => ({ by: alice, credits: 1_000_000_000, outputScript: SCRIPT }),
  }),
  definePlatformMethod({
    name: 'withdrawAddressFunds',
    summary: 'Withdraws credits of platform addresses to layer 1',
    description: 'What the inputs give and the output does not get, from 190,000 credits to 500 DASH.',
    isWrite: true,
    params: { ...FUNDS, output: OUTPUT, ...TERMS },
    result: RECEIPT,
    example: ({ address }) => ({ inputs: [{ address, credits: 1_000_000_000 }], outputScript: SCRIPT }),
  }),
  definePlatformMethod({
    name: 'getWithdrawals',
    summary: 'Withdrawals and how far they are',
    description:
      'Up to 100 of each status, the oldest first: queued, pooled (with the number of its asset unlock), broadcasted (signed and sent), complete (final on layer 1) ' +
      'or expired (dropped by layer 1; pooled again).',
    isWrite: false,
    params: { status: optional(oneOf('only those of this status', STATUSES)) },
    result: {
      type: 'array',
      description: 'withdrawals with `id`, `ownerId`, `status`, `credits`, `outputScript`',
    },
    example: () => ({}),
  }),
  definePlatformMethod({
    name: 'settleWithdrawals',
    summary: 'Brings withdrawals on, as far as layer 1 takes them now',
    description:
      'Each block of the development chain and each withdrawal does this as well. Returns how many became pooled, broadcasted, complete and expired.',
    isWrite: true,
    params: {},
    result: { type: 'object', description: 'numbers of withdrawals by their new status' },
    example: () => ({}),
  }),
];
