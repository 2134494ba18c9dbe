import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { helpText } from '../rpc/help-text.js';

/** Source: `generate` in `src/rpc/mining.cpp` of dashpay/dash. */
export const generate: EmulatorMethod = {
  name: 'generate',
  category: 'Hidden',
  summary: 'is rejected: the option -generate of dash-cli replaces it',
  params: [],
  answer() {
    throw new NodeRejectionError(RPC_ERROR_CODES.methodNotFound, helpText(generate));
  },
};
