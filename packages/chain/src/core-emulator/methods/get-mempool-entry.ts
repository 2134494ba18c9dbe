import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { describeEntry } from '../json/describe-mempool-entry.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getMempoolEntry: EmulatorMethod = {
  name: 'getmempoolentry',
  category: 'Blockchain',
  summary: 'returns the mempool entry of a transaction',
  params: [{ name: 'txid', type: 'string', about: 'its id' }],
  difference: '`time` and `height` are those of the call: arrival times are not recorded.',
  answer(node, params) {
    const entry = node.mempool.get(params.hash(0, 'parameter 1'));
    if (entry !== undefined) return describeEntry(entry, node);
    throw new NodeRejectionError(RPC_ERROR_CODES.notFound, 'Transaction not in mempool');
  },
};
