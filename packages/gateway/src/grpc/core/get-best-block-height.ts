import { whenKnown } from '../../base/messages/eventually.js';
import { Core } from '../generated/dapi_pb.js';
import { unaryMethod } from '../method/grpc-method.js';
import { NODE_STATUSES } from '../method/node-status.js';

export const getBestBlockHeight = unaryMethod(Core.method.getBestBlockHeight, {
  summary: 'Returns the height of the best block',
  errors: NODE_STATUSES,
  handle: (_, { layer1, signal }) => whenKnown(layer1.tip({ signal }), ({ height }) => ({ height })),
});
