import { Amount } from '../core-json.js';
import type { FaceMethod } from '../face-method.js';

/** Source: `DEFAULT_MAX_MEMPOOL_SIZE` in `src/policy/policy.h` of dashpay/dash, in bytes. */
const LARGEST_MEMPOOL = 300_000_000;
const MIN_RELAY_FEE = 1_000n;

export const getMempoolInfo: FaceMethod = {
  name: 'getmempoolinfo',
  category: 'Blockchain',
  summary: 'how much waits in the mempool',
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
      maxmempool: LARGEST_MEMPOOL,
      mempoolminfee: new Amount(MIN_RELAY_FEE),
      minrelaytxfee: new Amount(MIN_RELAY_FEE),
      instantsendlocks: entries.filter(({ txid }) => node.isInstantLocked(txid)).length,
      unbroadcastcount: 0,
    };
  },
};
