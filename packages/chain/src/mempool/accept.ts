import type { ChainState } from '../chainstate/chain-state.js';
import { sequenceContext } from '../chainstate/connect-block.js';
import { spentCoins, transactionFee } from '../consensus/input-rules.js';
import { isFinal, isSequenceFinal } from '../consensus/lock-time.js';
import { Rejection } from '../consensus/rejection.js';
import { checkSpecialTransaction } from '../consensus/special-rules.js';
import {
  checkTransaction,
  checkTransactionAtHeight,
  type SizedTransaction,
} from '../consensus/transaction-rules.js';
import { feeAtRate } from '../policy/fee-rate.js';
import { feeSize, RELAY_LIMITS } from '../policy/relay-policy.js';
import { scriptRejection } from '../policy/script-rejection.js';
import { transactionSigops } from '../policy/sigops.js';
import { inputsAreStandard } from '../policy/standard-inputs.js';
import { standardnessProblem } from '../policy/standardness.js';
import { TransactionType } from '../transaction/transaction-type.js';
import { carriesPayload, isCoinbase, type Transaction } from '../transaction/transaction.js';
import type { MempoolEntry } from './mempool-entry.js';
import type { Mempool } from './mempool.js';
import { checkPackageLimits } from './package-limits.js';
import { checkProviderConflicts } from './provider-conflicts.js';

/** Duffs per 1,000 bytes. Source: `src/policy/policy.h` of dashpay/dash. */
const MIN_RELAY_FEE = 1000n;

/** What a transaction is not held to. */
export interface Leniency {
  /** Its fee may be too low, as that of one that a reorganisation took out of a block. */
  readonly anyFee?: boolean;
  /** Its scripts are known to pass: it was signed here, or was in the mempool before. */
  readonly scriptsAreChecked?: boolean;
  /** Duffs for 1,000 bytes above which its fee is taken for a mistake, 0 for any; 10,000,000 where it is not given. */
  readonly highestFeeRate?: bigint;
}

/**
 * Checks a transaction as Dash Core does before it lets it into the mempool of the chain's next block.
 *
 * Source: `MemPoolAccept` in `src/validation.cpp` of dashpay/dash, in its order.
 * @returns what the mempool keeps of it; it is not added
 * @throws {Rejection} with Dash Core's reject reason
 */
export function checkForMempool(
  subject: SizedTransaction,
  chain: ChainState,
  mempool: Mempool,
  { anyFee = false, scriptsAreChecked = false }: Leniency = {},
): MempoolEntry {
  const { transaction, txid } = subject;
  const { tip } = chain;
  const height = tip.height + 1;
  checkTransaction(subject);
  checkTransactionAtHeight(subject, height);
  checkRelayed(subject);
  if (!isFinal(transaction, height, tip.medianTime)) throw new Rejection('non-final');
  if (mempool.has(txid)) throw new Rejection('txn-already-in-mempool');
  if (mempool.instantLocks.conflictsWith(transaction)) throw new Rejection('tx-txlock-conflict');
  if (transaction.inputs.some(({ previousOutput }) => mempool.spenderOf(previousOutput))) {
    throw new Rejection('txn-mempool-conflict');
  }
  const coins = spentCoins(subject, mempool.viewOn(chain.coins, tip.height));
  if (!isSequenceFinal(transaction, coins, sequenceContext(tip))) throw new Rejection('non-BIP68-final');
  const fee = transactionFee(subject, coins, height);
  if (!inputsAreStandard(transaction, coins)) throw new Rejection('bad-txns-nonstandard-inputs');
  const sigops = transactionSigops(transaction, coins);
  if (sigops > RELAY_LIMITS.sigops) throw new Rejection('bad-txns-too-many-sigops', String(sigops));
  const parents = new Set(
    transaction.inputs.map(({ previousOutput }) => previousOutput.txid).filter((id) => mempool.has(id)),
  );
  const entry = { ...subject, fee, feeSize: feeSize(subject.size, sigops), sigops, parents };
  if (!anyFee) checkFee(entry);
  checkPackageLimits(entry, mempool);
  const masternodes = tip.connected?.masternodes;
  if (masternodes !== undefined) {
    const hasBlock = (hash: string): boolean => chain.hasBlock(hash);
    const payload = checkSpecialTransaction({
      ...subject,
      height,
      masternodes,
      coins: chain.coins,
      hasBlock,
    });
    checkProviderConflicts(txid, payload, mempool, masternodes);
  }
  const rejection = scriptsAreChecked ? undefined : scriptRejection({ transaction, spentOutputs: coins });
  if (rejection !== undefined) throw new Rejection(rejection);
  return entry;
}

/** What must hold before the inputs are looked at. */
function checkRelayed(subject: SizedTransaction): void {
  const { transaction, size } = subject;
  if (isType(transaction, TransactionType.quorumCommitment)) throw new Rejection('qc-not-allowed');
  if (isCoinbase(transaction)) throw new Rejection('coinbase');
  const problem = standardnessProblem(transaction);
  if (problem !== undefined) throw new Rejection(problem);
  if (size < RELAY_LIMITS.smallestTransactionSize) throw new Rejection('tx-size-small');
}

function checkFee({ fee, feeSize: size, transaction }: MempoolEntry): void {
  if (isType(transaction, TransactionType.mnHardForkSignal)) return;
  const least = feeAtRate(MIN_RELAY_FEE, size);
  if (fee < least) throw new Rejection('min relay fee not met', `${fee} < ${least}`);
}

function isType(transaction: Transaction, type: number): boolean {
  return carriesPayload(transaction) && transaction.type === type;
}
