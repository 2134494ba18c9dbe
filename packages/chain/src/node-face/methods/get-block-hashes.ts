import { NodeRefusal } from '../../layer1.js';
import { RPC_ERROR_CODES } from '../../rpc-error-code.js';
import type { FaceMethod } from '../face-method.js';

export const getBlockHashes: FaceMethod = {
  name: 'getblockhashes',
  category: 'Blockchain',
  summary: 'refused, as by a node without an index of the times of blocks',
  params: [
    { name: 'high', type: 'numeric', about: 'the latest time' },
    { name: 'low', type: 'numeric', about: 'the earliest time' },
  ],
  answer() {
    throw new NodeRefusal(
      RPC_ERROR_CODES.invalidRequest,
      'Timestamp index is disabled. You should run Dash Core with -timestampindex (requires reindex)',
    );
  },
};
