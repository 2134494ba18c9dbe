import { runInTurns } from '../../base/event-loop/in-turns.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { minedDeltas } from '../json/address-deltas.js';
import { ADDRESSES_PARAM, isInRange, readAddresses, readHeightRange } from '../rpc/address-params.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getAddressDeltas: EmulatorMethod = {
  name: 'getaddressdeltas',
  category: 'Addressindex',
  summary: 'what the inputs and outputs of blocks add to addresses, in duffs',
  params: [ADDRESSES_PARAM],
  async answer({ chain }, params) {
    const branch = { tip: chain.tip, chain };
    const range = readHeightRange(params);
    if (range !== undefined && range.end < range.start)
      throw new NodeRejectionError(
        RPC_ERROR_CODES.notFound,
        'End value is expected to be greater than start',
      );
    const described: object[] = [];
    for (const { address, destination } of readAddresses(params)) {
      const deltas = await runInTurns(minedDeltas(branch, destination));
      for (const { value: satoshis, txid, index, position: blockindex, height } of deltas)
        if (isInRange(range, height)) described.push({ satoshis, txid, index, blockindex, height, address });
    }
    return described;
  },
};
