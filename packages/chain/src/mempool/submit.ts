import { RPC_ERROR_CODES } from '../rpc-error-code.js';
import { MalformedBytes } from '../bytes/malformed-bytes.js';
import type { ChainState } from '../chainstate/chain-state.js';
import { Rejection } from '../consensus/rejection.js';
import { sizeTransaction } from '../consensus/sized-block.js';
import { NodeRefusal } from '../layer1.js';
import { feeAtRate } from '../policy/fee-rate.js';
import { decodeTransaction, type Transaction } from '../transaction/transaction.js';
import { checkForMempool, type Leniency } from './accept.js';
import type { MempoolEntry } from './mempool-entry.js';
import type { Mempool } from './mempool.js';

/** `maxfeerate` where it is not given: 0.10 DASH for 1,000 bytes, in duffs. */
const HIGHEST_FEE_RATE = 10_000_000n;

/** What became of a transaction that was not refused. */
export interface Submission {
  readonly txid: string;
  /** What was added to the mempool; `undefined` when it was there already. */
  readonly added: MempoolEntry | undefined;
}

/**
 * Hands a serialised transaction to the mempool, as Dash Core's `sendrawtransaction` does; `leniency` stands for its further arguments.
 *
 * Source: `src/rpc/mempool.cpp` and `BroadcastTransaction` in `src/node/transaction.cpp` of dashpay/dash.
 * @throws {NodeRefusal} with Dash Core's code and message
 */
export function submitTransaction(
  serialized: Uint8Array,
  chain: ChainState,
  mempool: Mempool,
  leniency: Leniency = {},
): Submission {
  return submitDecoded(decode(serialized), chain, mempool, leniency);
}

/**
 * As {@link submitTransaction}, for a transaction that was not read from bytes.
 * @throws {NodeRefusal} with Dash Core's code and message
 */
export function submitDecoded(
  transaction: Transaction,
  chain: ChainState,
  mempool: Mempool,
  leniency: Leniency = {},
): Submission {
  const subject = sizeTransaction(transaction);
  const { txid } = subject;
  const isInChain = [...transaction.outputs.keys()].some((index) => chain.coins.coin({ txid, index }));
  if (isInChain)
    throw new NodeRefusal(RPC_ERROR_CODES.verifyAlreadyInChain, 'Transaction already in block chain');
  if (mempool.has(txid)) return { txid, added: undefined };
  const added = check(() => checkForMempool(subject, chain, mempool, leniency));
  const { highestFeeRate = HIGHEST_FEE_RATE } = leniency;
  if (highestFeeRate > 0n && added.fee > feeAtRate(highestFeeRate, subject.size)) {
    throw new NodeRefusal(
      RPC_ERROR_CODES.verify,
      'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    );
  }
  mempool.add(added);
  return { txid, added };
}

function decode(serialized: Uint8Array): Transaction {
  try {
    return decodeTransaction(serialized);
  } catch (error) {
    if (!(error instanceof MalformedBytes)) throw error;
    throw new NodeRefusal(
      RPC_ERROR_CODES.deserialization,
      'TX decode failed. Make sure the tx has at least one input.',
    );
  }
}

function check(accept: () => MempoolEntry): MempoolEntry {
  try {
    return accept();
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new NodeRefusal(
      error.kind === 'missing-inputs' ? RPC_ERROR_CODES.verify : RPC_ERROR_CODES.verifyRejected,
      error.message,
    );
  }
}
