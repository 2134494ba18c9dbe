import { mempoolDeltas } from '../json/address-deltas.js';
import { ADDRESSES_PARAM, readAddresses } from '../rpc/address-params.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getAddressMempool: EmulatorMethod = {
  name: 'getaddressmempool',
  category: 'Addressindex',
  summary: 'what the inputs and outputs of the mempool add to addresses, in duffs',
  params: [ADDRESSES_PARAM],
  difference: '`timestamp` is that of the call: arrival times are not recorded.',
  answer(node, params) {
    return readAddresses(params).flatMap(({ address, destination }) =>
      mempoolDeltas(node, destination).map(({ txid, index, value, spent }) => ({
        address,
        txid,
        index,
        satoshis: value,
        timestamp: node.now(),
        ...(spent !== undefined && { prevtxid: spent.txid, prevout: spent.index }),
      })),
    );
  },
};
