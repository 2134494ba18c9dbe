import { REGTEST } from '../../rules/consensus/regtest.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import { minedDeltas, mempoolDeltas, type MinedDelta } from '../json/address-deltas.js';
import { ADDRESSES_PARAM, readAddresses, isInRange, readHeightRange } from '../rpc/address-params.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { bytesToHex, compareHashes } from '../../base/bytes/hex.js';
import { outPointKey } from '../../primitives/transaction/transaction.js';

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

export const getAddressUtxos: EmulatorMethod = {
  name: 'getaddressutxos',
  category: 'Addressindex',
  summary: 'the outputs of blocks that addresses have and no block spends',
  params: [ADDRESSES_PARAM],
  async answer({ chain }, params) {
    const branch = { tip: chain.tip, chain };
    const found: (MinedDelta & { readonly address: string })[] = [];
    for (const { address, destination } of readAddresses(params)) {
      const deltas = await runInTurns(minedDeltas(branch, destination));
      const outputs = unspentOf(deltas).toSorted((a, b) => compareHashes(a.txid, b.txid));
      for (const delta of outputs) found.push({ ...delta, address });
    }
    return found
      .toSorted((a, b) => a.height - b.height)
      .map(({ address, txid, index, scriptPubKey, value, height }) => ({
        address,
        txid,
        outputIndex: index,
        script: bytesToHex(scriptPubKey),
        satoshis: value,
        height,
      }));
  },
};

function unspentOf(deltas: readonly MinedDelta[]): readonly MinedDelta[] {
  const spent = new Set(
    deltas.flatMap((delta) => (delta.spent === undefined ? [] : outPointKey(delta.spent))),
  );
  return deltas.filter(
    ({ txid, index, spent: source }) => source === undefined && !spent.has(outPointKey({ txid, index })),
  );
}
