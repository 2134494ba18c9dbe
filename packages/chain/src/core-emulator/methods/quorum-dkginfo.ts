import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const quorumDkginfo: EmulatorMethod = {
  name: 'quorum dkginfo',
  category: 'Evo',
  summary: 'rejected as by a node that is not a masternode: it takes part in no distributed key generation',
  params: [],
  answer() {
    throw new NodeRejectionError(
      RPC_ERROR_CODES.internal,
      'Only available in masternode or watch-only mode.',
    );
  },
};
