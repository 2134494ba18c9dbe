import { NodeRejectionError } from '@dapikit/chain';
import type { JsonRpcError } from '../../base/messages/json-rpc-error.js';
import { recovering, whenKnown } from '../../base/messages/eventually.js';
import { defineMethod, type MethodContext } from '../../base/method/method.js';
import { HASH_SCHEMA } from '../../base/method/method-docs.js';
import { callerError, NODE_ERRORS } from '../../base/method/node-error.js';
import { Mismatch } from '../../base/params/mismatch.js';
import { namedParams } from '../../base/params/named-params.js';
import type { Param } from '../../base/params/param.js';

const MAX_HEIGHT = 0xffffffff;
const MIN_I64 = -(2n ** 63n);
const MAX_U64 = 2n ** 64n - 1n;
/** An integer as it is written, no longer than one of 64 bits is. */
const INTEGER = /^(?:\d{1,20}|-[1-9]\d{0,18})$/;
const HEIGHT_OUT_OF_RANGE = -8;

/** The official gateway reads larger integers as floating-point numbers, and rejects those as it rejects fractions. */
const height: Param<number> = {
  schema: { type: 'integer', minimum: 0, maximum: MAX_HEIGHT },
  isRequired: true,
  expected: `an integer from 0 to ${MAX_HEIGHT}, written with digits only`,
  read: (value, source = typeof value === 'number' ? String(value) : '') => {
    const integer = INTEGER.test(source) ? BigInt(source) : undefined;
    if (integer === undefined || integer < MIN_I64 || integer > MAX_U64)
      return new Mismatch({ requirement: 'integer', found: source });
    if (integer < 0) return outOfBounds('>= 0', source);
    return integer > MAX_HEIGHT ? outOfBounds(`<= ${MAX_HEIGHT}`, source) : Number(integer);
  },
};

function outOfBounds(requirement: string, found: string): Mismatch {
  const expected = `an integer from 0 to ${MAX_HEIGHT}`;
  return new Mismatch({ requirement, reason: 'out-of-bounds', expected, found });
}

/** Defines `getBlockHash`: specification, section 4. The bounds of `height` and their messages are those of the official gateway. */
export const getBlockHash = defineMethod({
  name: 'getBlockHash',
  summary: 'Returns the hash of the block at a height',
  description:
    'The block of the best chain at `height`, 0 being the genesis block. The height is a JSON integer: a string, ' +
    'a fraction, `1.0` and `1e3` are rejected. Other members than `height` are ignored.',
  params: namedParams({ height }, { ignoresOthers: true }),
  result: HASH_SCHEMA,
  errors: [
    {
      code: -32602,
      reason: 'invalid-params',
      when: 'params is not an object, or height is missing or not an integer',
    },
    {
      code: -32602,
      reason: 'out-of-bounds',
      when: `height is negative or above ${MAX_HEIGHT}, within 64 bits (beyond: \`invalid-params\`)`,
    },
    { code: -32602, reason: 'duplicate-member', when: 'height is duplicated' },
    { code: -32602, reason: 'height-out-of-range', when: 'the chain has no block at that height' },
    ...NODE_ERRORS,
  ],
  exampleParams: () => ({ height: 0 }),
  handle: (params, context, caller) =>
    recovering(
      () => context.layer1.blockHash(params.height, caller),
      async (error) => {
        throw isOutOfRange(error) ? await heightOutOfRange(params.height, error, context) : error;
      },
    ),
});

function isOutOfRange(error: unknown): error is NodeRejectionError {
  return (
    error instanceof NodeRejectionError &&
    (error.code === HEIGHT_OUT_OF_RANGE || error.message === INT32_OVERFLOW)
  );
}

/** Message of Dash Core (with -1) for a height of 2^31 or more: it is beyond every chain. */
const INT32_OVERFLOW = 'JSON integer out of range';

async function heightOutOfRange(
  height: number,
  rejection: NodeRejectionError,
  { layer1 }: MethodContext,
): Promise<JsonRpcError> {
  const highest = await recovering<number | string>(
    () => whenKnown(layer1.tip(), (tip) => tip.height),
    () => 'that of the tip',
  );
  return callerError(rejection, 'Block height out of range', {
    reason: 'height-out-of-range',
    expected: `a height from 0 to ${highest}`,
    found: height,
    at: '/params/height',
  });
}
