import { Core } from '../generated/dapi_pb.js';
import { unaryMethod } from '../method/grpc-method.js';
import { NODE_STATUSES } from '../method/node-status.js';

const MAX_BLOCKS = 1000;

export const getEstimatedTransactionFee = unaryMethod(Core.method.getEstimatedTransactionFee, {
  summary: 'Returns the fee for a confirmation within some blocks',
  description:
    'In DASH per 1,000 bytes; 0 if the node has no estimate, as on the development chain. Protobuf does not encode a 0, so a client that prints JSON shows `{}`. The number of blocks is limited to 1 to 1000.',
  errors: NODE_STATUSES,
  handle: async ({ blocks }, { layer1, signal }) => {
    const request = { blocks: Math.min(MAX_BLOCKS, Math.max(1, blocks)) };
    return { fee: (await layer1.read('feeEstimate', request, { signal })) ?? 0 };
  },
});
