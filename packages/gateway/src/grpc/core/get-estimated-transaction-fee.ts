import { Core } from '../generated/dapi_pb.js';
import { unaryMethod } from '../method/grpc-method.js';
import { NODE_STATUSES } from '../method/node-status.js';

const MAX_BLOCKS = 1000;

export const getEstimatedTransactionFee = unaryMethod(Core.method.getEstimatedTransactionFee, {
  summary: 'Returns the fee for a confirmation within some blocks',
  description:
    'In DASH for 1,000 bytes; 0 where the node has no estimate. The number of blocks is taken as at least 1 and at most 1000.',
  errors: NODE_STATUSES,
  handle: async ({ blocks }, { layer1, signal }) => {
    const request = { blocks: Math.min(MAX_BLOCKS, Math.max(1, blocks)) };
    return { fee: (await layer1.read('feeEstimate', request, { signal })) ?? 0 };
  },
});
