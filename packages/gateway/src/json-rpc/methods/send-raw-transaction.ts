import {
  decodeTransaction,
  hexToBytes,
  isHex,
  MalformedBytesError,
  NodeRejectionError,
  UnsafeTransactionError,
} from '@dapikit/chain';
import { ERROR_CODES, invalidParams, JsonRpcError } from '../../base/messages/json-rpc-error.js';
import { defineMethod } from '../../base/method/method.js';
import { HASH_SCHEMA } from '../../base/method/method-docs.js';
import { NODE_ERRORS, rejectionError } from '../../base/method/node-error.js';
import { Mismatch } from '../../base/params/mismatch.js';
import type { Param } from '../../base/params/param.js';
import { firstOfPositional } from '../../base/params/positional-params.js';

/**
 * The standard transaction weight limit, in weight units; Dash has no witness, so a byte weighs 4.
 * Source: `dash/src/policy.rs` in dashpay/rust-dashcore.
 */
const MAX_STANDARD_TX_WEIGHT = 400_000;
const WEIGHT_OF_A_BYTE = 4;

const hex: Param<Uint8Array> = {
  schema: { type: 'string', description: 'the serialised transaction in hex' },
  isRequired: true,
  expected: 'a hex string',
  read: (value) => {
    if (typeof value !== 'string') return undefined;
    return isHex(value)
      ? hexToBytes(value)
      : new Mismatch({ requirement: 'valid hex', expected: 'hexadecimal digits, an even number' });
  },
};

const looseFlag: Param<boolean> = {
  schema: { type: 'boolean', default: false },
  isRequired: false,
  expected: 'true or false',
  read: (value) => {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    return new Mismatch({ requirement: 'boolean' });
  },
};

/** Defines `sendRawTransaction`: specification, sections 4, 7 and 8. Both flags are parsed and checked, and not forwarded. */
export const sendRawTransaction = defineMethod({
  name: 'sendRawTransaction',
  summary: 'Submits a transaction and returns its id',
  description:
    'Params are `[transaction, allowHighFees, bypassLimits]`, or the transaction alone as a string. The flags are booleans ' +
    '(or the strings `true` and `false`, or null), are optional and have no effect: they are not forwarded to the node. ' +
    'A transaction has at most 100,000 bytes: its weight is at most 400,000 units, and a byte weighs 4. Longer input than 400,000 bytes is rejected before it is decoded. Sending one again that is still in the mempool succeeds.',
  params: firstOfPositional(
    'params must be an array or hex string',
    { name: 'transaction', label: 'raw transaction', param: hex },
    [
      { name: 'allowHighFees', label: 'allow_high_fees', param: looseFlag },
      { name: 'bypassLimits', label: 'bypass_limits', param: looseFlag },
    ],
  ),
  cost: 5,
  result: HASH_SCHEMA,
  errors: [
    {
      code: -32602,
      reason: 'invalid-params',
      when: 'params is an object, a number, …; the transaction is missing or is not a hex string; a flag is not a boolean',
    },
    { code: -32602, reason: 'transaction-empty', when: 'the transaction is an empty string' },
    {
      code: -32602,
      reason: 'transaction-too-large',
      when: 'more than 400,000 bytes are sent; they are not decoded',
    },
    { code: -32602, reason: 'transaction-malformed', when: 'the bytes are not one transaction' },
    {
      code: -32602,
      reason: 'transaction-too-heavy',
      when: 'the transaction has more than 100,000 bytes, a weight of more than 400,000 units',
    },
    {
      code: -32602,
      reason: 'transaction-rejected',
      when: 'the node rejected it; its reason is in `data.node`',
    },
    { code: -32602, reason: 'transaction-already-in-chain', when: 'it is in a block already' },
    {
      code: -32602,
      reason: 'transaction-type-unknown',
      when: 'the type of the special transaction is unknown to Dash Core 23.1.2; it is not sent',
    },
    {
      code: -32602,
      reason: 'transaction-type-not-relayed',
      when: 'it is a coinbase or a quorum commitment, which are valid in a block only: it is not forwarded',
    },
    {
      code: -32602,
      reason: 'payload-malformed',
      when: 'the payload is not in the layout of the type: it is not forwarded',
    },
    {
      code: -32602,
      reason: 'payload-out-of-range',
      when: 'a value of the payload is out of range, such as the bit of a hard fork signal above 28: it is not forwarded',
    },
    {
      code: -32602,
      reason: 'transaction-quarantined',
      when: 'a node disconnected during the call: the transaction is not sent again, and retrying has no effect',
    },
    ...NODE_ERRORS,
  ],
  exampleParams: ({ transaction }) => [transaction],
  handle: async ({ first: serialized, at }, { layer1 }) => {
    checkTransaction(serialized);
    try {
      // It is sent on, though its client hangs up.
      return await layer1.sendTransaction(serialized);
    } catch (error) {
      if (error instanceof UnsafeTransactionError) throw unsafeTransaction(error, at);
      const prefix = error instanceof NodeRejectionError && PREFIXES.get(error.code);
      throw prefix ? rejectionError(error, prefix) : error;
    }
  },
});

/** Prefixes that the official gateway adds to the node's message, by the node's code. */
const PREFIXES: ReadonlyMap<number, string> = new Map([
  [-3, 'invalid transaction: '],
  [-8, 'invalid transaction: '],
  [-22, 'invalid transaction: '],
  [-25, 'Transaction is rejected: '],
  [-26, 'Transaction is rejected: '],
  [-27, 'Transaction already in chain: '],
]);

/** Converts the error for a transaction that is not forwarded. Where in the transaction is part of `expected`. */
function unsafeTransaction({ reason, message, details }: UnsafeTransactionError, at: string): JsonRpcError {
  const { expected, found, fix } = details;
  return invalidParams(`invalid transaction: ${message}`, {
    reason,
    expected: details.at === undefined ? expected : `${details.at}: ${expected}`,
    found,
    at,
    fix,
  });
}

/** Checks a transaction without a node: the weight limit against the bytes on the wire, the structure, the weight once parsed. */
function checkTransaction(serialized: Uint8Array): void {
  const size = serialized.length;
  if (size === 0) {
    throw invalidParams('transaction is not specified', {
      reason: 'transaction-empty',
      expected: 'a serialised transaction',
      found: 'an empty string',
    });
  }
  if (size > MAX_STANDARD_TX_WEIGHT) {
    throw invalidParams(`transaction size ${size} bytes exceeds the maximum of ${MAX_STANDARD_TX_WEIGHT}`, {
      reason: 'transaction-too-large',
      expected: `at most ${MAX_STANDARD_TX_WEIGHT} bytes`,
      found: size,
    });
  }
  decode(serialized);
  const weight = size * WEIGHT_OF_A_BYTE;
  if (weight > MAX_STANDARD_TX_WEIGHT) {
    throw invalidParams(
      `transaction weight ${weight} exceeds the maximum standard weight of ${MAX_STANDARD_TX_WEIGHT}`,
      {
        reason: 'transaction-too-heavy',
        expected: `a weight of at most ${MAX_STANDARD_TX_WEIGHT}, which is ${MAX_STANDARD_TX_WEIGHT / WEIGHT_OF_A_BYTE} bytes`,
        found: weight,
      },
    );
  }
}

function decode(serialized: Uint8Array): void {
  try {
    decodeTransaction(serialized);
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    throw new JsonRpcError(ERROR_CODES.invalidParams, `invalid transaction: ${error.message}`, {
      reason: 'transaction-malformed',
      expected: 'the serialisation of one transaction, with nothing after it',
      found: error.message,
    });
  }
}
