import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import type { ChainState } from '../chainstate/chain-state.js';
import { RejectionError } from '../../rules/consensus/rejection-error.js';
import { sizeTransaction } from '../../rules/consensus/sized-block.js';
import type { Eventually } from '../../layer1/eventually.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { feeAtRate } from '../../rules/policy/fee-rate.js';
import { INPUTS_PER_STEP } from '../../primitives/script/verify-inputs.js';
import { decodeTransaction, type Transaction } from '../../primitives/transaction/transaction.js';
import { checkForMempool, checkScriptsInTurns, type Leniency } from './accept.js';
import type { MempoolEntry } from './mempool-entry.js';
import type { Mempool } from './mempool.js';

/** `maxfeerate` where it is not given: 0.10 DASH for 1,000 bytes, in duffs. */
const MAX_FEE_RATE = 10_000_000n;

/** Describes the outcome of a submission that was not rejected. */
export interface Submission {
  readonly txid: string;
  /** Entry that was added to the mempool; `undefined` when it was there already. */
  readonly added: MempoolEntry | undefined;
}

/**
 * Hands a serialised transaction to the mempool, as Dash Core's `sendrawtransaction` does; `leniency` represents its further arguments.
 *
 * Source: `src/rpc/mempool.cpp` and `BroadcastTransaction` in `src/node/transaction.cpp` of dashpay/dash.
 * @throws {NodeRejectionError} with Dash Core's code and message
 */
export function submitTransaction(
  serialized: Uint8Array,
  chain: ChainState,
  mempool: Mempool,
  leniency: Leniency = {},
): Submission {
  return submitDecoded(decodeSubmitted(serialized), chain, mempool, leniency);
}

/**
 * Submits as {@link submitTransaction} does, but runs the scripts of many inputs in turns of the event loop. A transaction with few inputs is submitted before this returns.
 * @throws {NodeRejectionError} with Dash Core's code and message (or rejects with it)
 */
export function submitInTurns(
  serialized: Uint8Array,
  chain: ChainState,
  mempool: Mempool,
  leniency: Leniency = {},
): Eventually<Submission> {
  const transaction = decodeSubmitted(serialized);
  const submit = (): Submission => submitDecoded(transaction, chain, mempool, leniency);
  if (transaction.inputs.length <= INPUTS_PER_STEP) return submit();
  return checkScriptsInTurns(sizeTransaction(transaction), chain, mempool, leniency).then(submit);
}

/**
 * Submits a decoded transaction as {@link submitTransaction} does.
 * @throws {NodeRejectionError} with Dash Core's code and message
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
    throw new NodeRejectionError(RPC_ERROR_CODES.verifyAlreadyInChain, 'Transaction already in block chain');
  if (mempool.has(txid)) return { txid, added: undefined };
  const added = check(() => checkForMempool(subject, chain, mempool, leniency));
  const { maxFeeRate = MAX_FEE_RATE } = leniency;
  if (maxFeeRate > 0n && added.fee > feeAtRate(maxFeeRate, subject.size)) {
    throw new NodeRejectionError(
      RPC_ERROR_CODES.verify,
      'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    );
  }
  mempool.add(added);
  return { txid, added };
}

/**
 * Decodes a transaction that is submitted.
 * @throws {NodeRejectionError} -22 for bytes that are none
 */
export function decodeSubmitted(serialized: Uint8Array): Transaction {
  try {
    return decodeTransaction(serialized);
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    throw new NodeRejectionError(
      RPC_ERROR_CODES.deserialization,
      'TX decode failed. Make sure the tx has at least one input.',
    );
  }
}

function check(accept: () => MempoolEntry): MempoolEntry {
  try {
    return accept();
  } catch (error) {
    if (!(error instanceof RejectionError)) throw error;
    throw new NodeRejectionError(
      error.kind === 'missing-inputs' ? RPC_ERROR_CODES.verify : RPC_ERROR_CODES.verifyRejected,
      error.message,
    );
  }
}
