import { isHash, NodeRejectionError } from '@dapikit/chain';
import { Core, type GetBlockRequest } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { unaryMethod, type GrpcContext } from '../method/grpc-method.js';
import { NODE_STATUSES } from '../method/node-status.js';

const INVALID_PARAMETER = -8;
const NOT_FOUND = -5;
/** Core reads heights as integers of 32 bits with a sign. */
const MAX_HEIGHT = 2 ** 31 - 1;

export const getBlock = unaryMethod(Core.method.getBlock, {
  summary: 'Returns a serialised block, by its height or hash',
  cost: 5,
  errors: [
    {
      status: 'invalidArgument',
      when: 'neither is given, the height is above the tip, or the hash is invalid',
    },
    { status: 'notFound', when: 'no block has the hash' },
    ...NODE_STATUSES,
  ],
  handle: async ({ block }, context) => {
    const hash = await hashOf(block, context);
    try {
      return { block: await context.layer1.read('block', { hash }, { signal: context.signal }) };
    } catch (error) {
      if (error instanceof NodeRejectionError && error.code === NOT_FOUND)
        throw new GrpcError('notFound', 'Block not found');
      throw error;
    }
  },
});

async function hashOf(block: GetBlockRequest['block'], { layer1, signal }: GrpcContext): Promise<string> {
  if (block.case === 'height') {
    if (block.value > MAX_HEIGHT) throw new GrpcError('invalidArgument', 'Invalid block height');
    try {
      return await layer1.blockHash(block.value, { signal });
    } catch (error) {
      if (error instanceof NodeRejectionError && error.code === INVALID_PARAMETER)
        throw new GrpcError('invalidArgument', 'Invalid block height');
      throw error;
    }
  }
  const hash = block.value?.trim().toLowerCase() ?? '';
  if (hash === '') throw new GrpcError('invalidArgument', 'hash or height is not specified');
  if (!isHash(hash)) throw new GrpcError('invalidArgument', 'hash: expected 64 hexadecimal digits');
  return hash;
}
