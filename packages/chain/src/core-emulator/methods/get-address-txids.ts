import { runInTurns } from '../../base/event-loop/in-turns.js';
import { minedDeltas, type MinedDelta } from '../json/address-deltas.js';
import { ADDRESSES_PARAM, isInRange, readAddresses, readHeightRange } from '../rpc/address-params.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

export const getAddressTxids: EmulatorMethod = {
  name: 'getaddresstxids',
  category: 'Addressindex',
  summary: 'the transactions in blocks that concern addresses',
  params: [ADDRESSES_PARAM],
  async answer({ chain }, params) {
    const branch = { tip: chain.tip, chain };
    const addresses = readAddresses(params);
    const range = typeof params.raw(0) === 'string' ? undefined : readHeightRange(params);
    const found: MinedDelta[] = [];
    for (const { destination } of addresses)
      for (const delta of await runInTurns(minedDeltas(branch, destination))) found.push(delta);
    const wanted = found.filter(({ height }) => isInRange(range, height));
    const sorted = addresses.length > 1 ? wanted.toSorted(byHeightAndText) : wanted;
    return [...new Set(sorted.map(({ txid }) => txid))];
  },
};

/** Compares transactions of several addresses: their ids are sorted as texts. */
const byHeightAndText = (a: MinedDelta, b: MinedDelta): number =>
  a.height - b.height || (a.txid < b.txid ? -1 : Number(a.txid > b.txid));
