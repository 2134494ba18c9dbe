import { bytesToHex, compareHashes } from '../../base/bytes/hex.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import { outPointKey } from '../../primitives/transaction/transaction.js';
import { minedDeltas, type MinedDelta } from '../json/address-deltas.js';
import { ADDRESSES_PARAM, readAddresses } from '../rpc/address-params.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

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
