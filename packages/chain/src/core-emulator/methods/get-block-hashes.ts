import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getBlockHashes: EmulatorMethod = {
  name: 'getblockhashes',
  category: 'Blockchain',
  summary: 'rejected, as by a node without an index of the times of blocks',
  params: [
    { name: 'high', type: 'numeric', about: 'the latest time' },
    { name: 'low', type: 'numeric', about: 'the earliest time' },
  ],
  answer(_, params) {
    params.integer(0);
    params.integer(1);
    throw new NodeRejectionError(
      RPC_ERROR_CODES.invalidRequest,
      'Timestamp index is disabled. You should run Dash Core with -timestampindex (requires reindex)',
    );
  },
};
