import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { describeEntry } from '../json/describe-mempool-entry.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { Amount } from '../json/core-json.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const getMempoolEntry: EmulatorMethod = {
  name: 'getmempoolentry',
  category: 'Blockchain',
  summary: 'returns the mempool entry of a transaction',
  params: [{ name: 'txid', type: 'string', about: 'its id' }],
  difference: '`time` and `height` are those of the call: arrival times are not recorded.',
  answer(node, params) {
    const entry = node.mempool.get(params.hash(0, 'parameter 1'));
    if (entry !== undefined) return describeEntry(entry, node);
    throw new NodeRejectionError(RPC_ERROR_CODES.notFound, 'Transaction not in mempool');
  },
};

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

export const getRawMempool: EmulatorMethod = {
  name: 'getrawmempool',
  category: 'Blockchain',
  summary: 'returns the transactions in the mempool, parents first',
  params: [
    { name: 'verbose', type: 'boolean', isOptional: true, about: 'true for details' },
    {
      name: 'mempool_sequence',
      type: 'boolean',
      isOptional: true,
      about: 'true for the number that `sequence` has next',
    },
  ],
  difference: 'The order, which is undefined in Dash Core.',
  answer(node, params) {
    const isVerbose = params.flag(0, false);
    const withSequence = params.flag(1, false);
    const entries = [...node.mempool.entries()];
    const txids = entries.map(({ txid }) => txid);
    if (!isVerbose) {
      return withSequence ? { txids, mempool_sequence: node.mempoolSequence() } : txids;
    }
    if (withSequence) throw invalidParameter('Verbose results cannot contain mempool sequence values.');
    return Object.fromEntries(entries.map((entry) => [entry.txid, describeEntry(entry, node)]));
  },
};
