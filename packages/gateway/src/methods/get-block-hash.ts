import { NodeRefusal } from '@dapikit/chain';
import { excerpt, invalidParams, type JsonRpcError } from '../json-rpc/json-rpc-error.js';
import { recovering, whenKnown } from '../json-rpc/eventually.js';
import type { Params } from '../json-rpc/request.js';
import { defineMethod, HASH_SCHEMA, type MethodContext } from './method.js';
import { callerMistake, NODE_ERRORS } from './node-error.js';
import { objectParams, requiredMember } from './params.js';

const MAX_HEIGHT = 0xffffffff;
const MIN_I64 = -(2n ** 63n);
const MAX_U64 = 2n ** 64n - 1n;
const SHORTEST_BEYOND_64_BITS = 20;
/** An integer as it is written, no longer than one of 64 bits is. */
const INTEGER = /^(?:\d{1,20}|-[1-9]\d{0,18})$/;
const HEIGHT_OUT_OF_RANGE = -8;

/** Specification, section 4. The bounds of `height` and their messages are those of the official gateway. */
export const getBlockHash = defineMethod({
  name: 'getBlockHash',
  summary: 'The hash of the block at a height',
  description:
    'The block of the best chain at `height`, 0 being the genesis block. The height is a JSON integer: a string, ' +
    'a fraction, `1.0` and `1e3` are refused. Members besides `height` are ignored.',
  params: {
    type: 'object',
    properties: { height: { type: 'integer', minimum: 0, maximum: MAX_HEIGHT } },
    required: ['height'],
  },
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
    { code: -32602, reason: 'duplicate-member', when: 'height is given twice' },
    { code: -32602, reason: 'height-out-of-range', when: 'the chain has no block at that height' },
    ...NODE_ERRORS,
  ],
  exampleParams: () => ({ height: 0 }),
  parse: (params) => ({ height: parseHeight(params) }),
  handle: ({ height }, context, caller) =>
    recovering(
      () => context.layer1.blockHash(height, caller),
      async (error) => {
        throw isOutOfRange(error) ? await heightOutOfRange(height, error, context) : error;
      },
    ),
});

function parseHeight(params: Params): number {
  requiredMember(objectParams(params), 'height');
  const source = params.source('height') ?? '';
  if (!INTEGER.test(source) || !isOf64Bits(source)) throw notAnInteger(source);
  const height = Number(source);
  if (height < 0) throw outOfBounds('>= 0', source);
  if (height > MAX_HEIGHT) throw outOfBounds(`<= ${MAX_HEIGHT}`, source);
  return height;
}

/** Whether an integer has 64 bits at most, signed or not: what is larger is a floating-point number to the official gateway. */
function isOf64Bits(source: string): boolean {
  if (source.length < SHORTEST_BEYOND_64_BITS) return true;
  const integer = BigInt(source);
  return integer >= MIN_I64 && integer <= MAX_U64;
}

function notAnInteger(source: string): JsonRpcError {
  return invalidParams('params/height must be integer', {
    reason: 'invalid-params',
    expected: `an integer from 0 to ${MAX_HEIGHT}, written with digits only`,
    found: excerpt(source),
    at: '/params/height',
  });
}

function outOfBounds(bound: string, source: string): JsonRpcError {
  return invalidParams(`params/height must be ${bound}`, {
    reason: 'out-of-bounds',
    expected: `an integer from 0 to ${MAX_HEIGHT}`,
    found: excerpt(source),
    at: '/params/height',
  });
}

function isOutOfRange(error: unknown): error is NodeRefusal {
  return (
    error instanceof NodeRefusal && (error.code === HEIGHT_OUT_OF_RANGE || error.message === INT32_OVERFLOW)
  );
}

/** What Dash Core answers (with -1) to a height of 2^31 or more: it is beyond every chain. */
const INT32_OVERFLOW = 'JSON integer out of range';

async function heightOutOfRange(
  height: number,
  refusal: NodeRefusal,
  { layer1 }: MethodContext,
): Promise<JsonRpcError> {
  const highest = await recovering<number | string>(
    () => whenKnown(layer1.tip(), (tip) => tip.height),
    () => 'that of the tip',
  );
  return callerMistake(refusal, 'Block height out of range', {
    reason: 'height-out-of-range',
    expected: `a height from 0 to ${highest}`,
    found: height,
    at: '/params/height',
  });
}
