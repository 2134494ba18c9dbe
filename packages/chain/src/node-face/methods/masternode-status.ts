import { NodeRefusal } from '../../layer1.js';
import { RPC_ERROR_CODES } from '../../rpc-error-code.js';
import type { FaceMethod } from '../face-method.js';

export const masternodeStatus: FaceMethod = {
  name: 'masternode status',
  category: 'Dash',
  summary: 'refused: it is no masternode',
  params: [],
  answer() {
    throw new NodeRefusal(RPC_ERROR_CODES.internal, 'This node does not run an active masternode.');
  },
};
