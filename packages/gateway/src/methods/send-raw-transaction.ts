import { decodeTransaction, hexToBytes, isHex, MalformedBytes, NodeRefusal } from '@dapikit/chain';
import { ERROR_CODES, excerpt, invalidParams, JsonRpcError } from '../json-rpc/json-rpc-error.js';
import type { Json, Params } from '../json-rpc/request.js';
import { defineMethod, HASH_SCHEMA } from './method.js';
import { NODE_ERRORS, refusalError } from './node-error.js';

/**
 * The standard transaction weight limit, in weight units; Dash has no witness, so a byte weighs 4.
 * Source: `dash/src/policy.rs` in dashpay/rust-dashcore.
 */
const MAX_STANDARD_TX_WEIGHT = 400_000;
const WEIGHT_OF_A_BYTE = 4;

const EXPECTED_PARAMS =
  'an array [transaction, allowHighFees?, bypassLimits?], or the transaction as a hex string';

/** Specification, sections 4, 7 and 8. Both flags are parsed and checked, and not forwarded. */
export const sendRawTransaction = defineMethod({
  name: 'sendRawTransaction',
  summary: 'Submits a transaction, and gives its id',
  description:
    'Params are `[transaction, allowHighFees, bypassLimits]`, or the transaction alone as a string. The flags are booleans ' +
    '(or the strings `true` and `false`, or null), are optional and have no effect: they are not forwarded to the node. ' +
    'A transaction is at most 400,000 weight units, which is 100,000 bytes. Sending one again that is still in the mempool succeeds.',
  params: {
    oneOf: [
      { type: 'string', description: 'the serialised transaction in hex' },
      {
        type: 'array',
        minItems: 1,
        prefixItems: [
          { type: 'string', description: 'transaction: the serialised transaction in hex' },
          { type: 'boolean', default: false, description: 'allowHighFees' },
          { type: 'boolean', default: false, description: 'bypassLimits' },
        ],
      },
    ],
  },
  cost: 5,
  result: HASH_SCHEMA,
  errors: [
    {
      code: -32602,
      reason: 'invalid-params',
      when: 'params is an object, a number, …; the transaction is missing, no hex string; a flag is no boolean',
    },
    { code: -32602, reason: 'transaction-empty', when: 'the transaction is an empty string' },
    { code: -32602, reason: 'transaction-too-large', when: 'more than 400,000 bytes are sent' },
    { code: -32602, reason: 'transaction-malformed', when: 'the bytes are not one transaction' },
    { code: -32602, reason: 'transaction-too-heavy', when: 'the transaction weighs more than 400,000 units' },
    {
      code: -32602,
      reason: 'transaction-rejected',
      when: 'the node refused it; its reason is in `data.node`',
    },
    { code: -32602, reason: 'transaction-already-in-chain', when: 'it is in a block already' },
    ...NODE_ERRORS,
  ],
  exampleParams: ({ transaction }) => [transaction],
  parse: (params) => parseTransaction(params),
  handle: async (serialized, { layer1 }) => {
    try {
      // It is sent on, though its client hangs up.
      return await layer1.sendTransaction(serialized);
    } catch (error) {
      const prefix = error instanceof NodeRefusal && PREFIXES.get(error.code);
      throw prefix ? refusalError(error, prefix) : error;
    }
  },
});

/** What the official gateway puts before the node's message, by the node's code. */
const PREFIXES: ReadonlyMap<number, string> = new Map([
  [-3, 'invalid transaction: '],
  [-8, 'invalid transaction: '],
  [-22, 'invalid transaction: '],
  [-25, 'Transaction is rejected: '],
  [-26, 'Transaction is rejected: '],
  [-27, 'Transaction already in chain: '],
]);

function parseTransaction({ value }: Params): Uint8Array {
  const hex = transactionHex(value);
  if (!isHex(hex)) {
    const at = Array.isArray(value) ? '/params/0' : '/params';
    throw malformedParam('raw transaction must be valid hex', 'hexadecimal digits, an even number', hex, at);
  }
  if (Array.isArray(value)) {
    checkFlag(value[1], 'allow_high_fees', '/params/1');
    checkFlag(value[2], 'bypass_limits', '/params/2');
  }
  const serialized = hexToBytes(hex);
  checkTransaction(serialized);
  return serialized;
}

function transactionHex(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) {
    throw invalidParams('params must be an array or hex string', {
      reason: 'invalid-params',
      expected: EXPECTED_PARAMS,
      found: excerpt(value),
      at: '/params',
    });
  }
  if (value.length === 0) throw malformedParam('missing raw transaction parameter', EXPECTED_PARAMS, value);
  const [hex] = value;
  if (typeof hex !== 'string')
    throw malformedParam('raw transaction must be a hex string', 'a hex string', hex, '/params/0');
  return hex;
}

function checkFlag(flag: Json | undefined, name: string, at: string): void {
  if (flag === undefined || flag === null || typeof flag === 'boolean' || flag === 'true' || flag === 'false')
    return;
  throw invalidParams(`${name} must be boolean`, {
    reason: 'invalid-params',
    expected: 'true or false',
    found: excerpt(flag),
    at,
  });
}

function malformedParam(
  message: string,
  expected: string,
  found: Json | undefined,
  at = '/params',
): JsonRpcError {
  return invalidParams(message, { reason: 'invalid-params', expected, found: excerpt(found), at });
}

/** Every check that needs no node: the weight limit against the bytes on the wire, the structure, the weight once parsed. */
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
    if (!(error instanceof MalformedBytes)) throw error;
    throw new JsonRpcError(ERROR_CODES.invalidParams, `invalid transaction: ${error.message}`, {
      reason: 'transaction-malformed',
      expected: 'the serialisation of one transaction, with nothing after it',
      found: error.message,
    });
  }
}
