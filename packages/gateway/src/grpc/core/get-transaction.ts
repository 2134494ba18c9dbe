import { hexToBytes, isHash, NodeRejectionError } from '@dapikit/chain';
import { Core } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { unaryMethod } from '../method/grpc-method.js';
import { NODE_STATUSES } from '../method/node-status.js';

const NOT_FOUND = -5;

export const getTransaction = unaryMethod(Core.method.getTransaction, {
  summary: 'Returns a transaction, its block and its locks',
  description:
    'The block hash is in display order; it is empty, and the height 0, for a transaction in the mempool.',
  errors: [
    { status: 'invalidArgument', when: 'the id is missing or malformed' },
    { status: 'notFound', when: 'the transaction is unknown to the node' },
    ...NODE_STATUSES,
  ],
  handle: async ({ id }, { layer1, signal }) => {
    const txid = id.trim().toLowerCase();
    if (txid === '') throw new GrpcError('invalidArgument', 'id is not specified');
    if (!isHash(txid)) throw new GrpcError('invalidArgument', 'id: expected 64 hexadecimal digits');
    try {
      const found = await layer1.read('transaction', { txid }, { signal });
      const { serialized, block, confirmations, isInstantLocked, isChainLocked } = found;
      return {
        transaction: serialized,
        blockHash: block === undefined ? new Uint8Array() : hexToBytes(block.hash),
        height: block?.height ?? 0,
        confirmations,
        isInstantLocked,
        isChainLocked,
      };
    } catch (error) {
      if (error instanceof NodeRejectionError && error.code === NOT_FOUND)
        throw new GrpcError('notFound', 'Transaction not found');
      throw error;
    }
  },
});
