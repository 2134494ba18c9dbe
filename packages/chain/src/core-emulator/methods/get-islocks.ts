import { bytesToHex } from '../../base/bytes/hex.js';
import { encodeInstantLock } from '../../rules/signing/instant-lock.js';
import { instantLockRequestId } from '../../rules/signing/sign-hash.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter, readHash, readText } from '../rpc/rpc-params.js';

const MAX_TRANSACTIONS = 100;

export const getIslocks: EmulatorMethod = {
  name: 'getislocks',
  category: 'Rawtransactions',
  summary: 'returns the InstantSend locks of transactions; the text None for a transaction without one',
  params: [{ name: 'txids', type: 'json array', shape: '["txid",...]', about: 'ids, 100 at most' }],
  answer({ mempool }, params) {
    const txids = params.list(0);
    if (txids.length > MAX_TRANSACTIONS) throw invalidParameter(`Up to ${MAX_TRANSACTIONS} txids only`);
    return txids.map((txid) => {
      const lock = mempool.instantLocks.of(readHash(readText(txid), 'txid'));
      if (lock === undefined) return 'None';
      return {
        txid: lock.txid,
        inputs: lock.inputs.map(({ txid: id, index }) => ({ txid: id, vout: index })),
        id: instantLockRequestId(lock.inputs),
        cycleHash: lock.cycleHash,
        signature: lock.signature,
        hex: bytesToHex(encodeInstantLock(lock)),
      };
    });
  },
};
