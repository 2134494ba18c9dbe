import { REGTEST } from '../../rules/consensus/regtest.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import { minedDeltas } from '../json/address-deltas.js';
import { ADDRESSES_PARAM, readAddresses } from '../rpc/address-params.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getAddressBalance: EmulatorMethod = {
  name: 'getaddressbalance',
  category: 'Addressindex',
  summary: 'what addresses have and have received, in duffs, without the mempool',
  params: [ADDRESSES_PARAM],
  async answer({ chain }, params) {
    const branch = { tip: chain.tip, chain };
    let [immature, spendable, received] = [0n, 0n, 0n];
    for (const { destination } of readAddresses(params))
      for (const { value, position, height } of await runInTurns(minedDeltas(branch, destination))) {
        if (value > 0n) received += value;
        if (position === 0 && branch.tip.height - height < REGTEST.coinbaseMaturity) immature += value;
        else spendable += value;
      }
    return {
      balance: immature + spendable,
      balance_immature: immature,
      balance_spendable: spendable,
      received,
    };
  },
};
