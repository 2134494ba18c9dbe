import { Amount } from '../json/core-json.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';

/** Source: `DEFAULT_MAX_MEMPOOL_SIZE` in `src/policy/policy.h` of dashpay/dash, in bytes. */
const MAX_MEMPOOL_BYTES = 300_000_000;
const MIN_RELAY_FEE = 1_000n;

export const getMempoolInfo: EmulatorMethod = {
  name: 'getmempoolinfo',
  category: 'Blockchain',
  summary: 'returns the size of the mempool',
  params: [],
  difference: '`usage` is the size of the transactions; nothing is evicted when it reaches `maxmempool`.',
  answer(node) {
    const entries = [...node.mempool.entries()];
    const bytes = entries.reduce((sum, { feeSize }) => sum + feeSize, 0);
    return {
      loaded: true,
      size: entries.length,
      bytes,
      usage: bytes,
      total_fee: new Amount(entries.reduce((sum, { fee }) => sum + fee, 0n)),
      maxmempool: MAX_MEMPOOL_BYTES,
      mempoolminfee: new Amount(MIN_RELAY_FEE),
      minrelaytxfee: new Amount(MIN_RELAY_FEE),
      instantsendlocks: entries.filter(({ txid }) => node.isInstantLocked(txid)).length,
      unbroadcastcount: 0,
    };
  },
};
