import { setImmediate as nextTurn } from 'node:timers/promises';
import { ControlRejectedError } from '../../devchain/control-rejected-error.js';
import { regtestAddress } from '../../devchain/address-script.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const generateToAddress: EmulatorMethod = {
  name: 'generatetoaddress',
  category: 'Generating',
  summary: 'mines blocks that pay an address and returns their hashes',
  params: [
    { name: 'nblocks', type: 'numeric', about: 'how many' },
    { name: 'address', type: 'string', about: 'who is paid' },
    { name: 'maxtries', type: 'numeric', isOptional: true, about: 'ignored: every block is found' },
  ],
  difference:
    "The blocks' times come from the chain's clock, and the masternode list changes as the chain is set to.",
  async answer({ devChain, closing }, params) {
    const count = params.integer(0);
    params.integer(2, 0);
    const to = params.text(1);
    checkAddress(to, 'Error: Invalid address');
    const hashes: string[] = [];
    while (hashes.length < count && !closing.aborted) {
      hashes.push(...devChain.mine(1, { to }));
      // Others have a turn: thousands of blocks take seconds.
      await nextTurn();
    }
    return hashes;
  },
};

/** Rejects a text that no coins can be sent to. @throws {NodeRejectionError} -5 if the text is not an address of regtest */
export function checkAddress(address: string, message: string): void {
  try {
    regtestAddress(address);
  } catch (error) {
    if (!(error instanceof ControlRejectedError)) throw error;
    throw new NodeRejectionError(RPC_ERROR_CODES.notFound, message);
  }
}
