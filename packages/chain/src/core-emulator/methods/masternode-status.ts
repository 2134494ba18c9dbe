import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const masternodeStatus: EmulatorMethod = {
  name: 'masternode status',
  category: 'Dash',
  summary: 'rejected: it is not a masternode',
  params: [],
  answer() {
    throw new NodeRejectionError(RPC_ERROR_CODES.internal, 'This node does not run an active masternode.');
  },
};
