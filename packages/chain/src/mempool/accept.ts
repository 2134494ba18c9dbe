import type { ChainState } from '../chainstate/chain-state.js';
import { sequenceContext } from '../chainstate/connect-block.js';
import type { Coin } from '../consensus/coin.js';
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
  /** It waited in the mempool before. */
  readonly isWaiting?: boolean;
  /** Duffs for 1,000 bytes above which its fee is taken for a mistake, 0 for any; 10,000,000 where it is not given. */
  readonly highestFeeRate?: bigint;
}

/** What is checked before a transaction is let into the mempool, in Dash Core's order. */
export const MEMPOOL_CHECKS = {
  structure: 'It has inputs and outputs, no input twice, and amounts that there can be',
  type: 'Its type and payload may be used at this height',
  standard: 'It is such as is relayed: version, size, scripts, no dust',
  final: 'Its lock time has come',
  news: 'It does not wait in the mempool already',
  conflicts: 'No other transaction that waits spends the same coins',
  coins: 'The coins that it spends are there',
  'sequence-locks': 'Its coins are as old as it says they are',
  amounts: 'It spends at least what it pays, no coinbase that is too young',
  'standard-inputs': 'The coins that it spends have scripts such as are relayed',
  'signature-operations': 'It has few enough signature operations',
  fee: 'Its fee is at least that of relaying',
  ancestors: 'Few enough that wait are before and behind it',
  special: 'What its payload does to the masternode list or the credit pool is allowed',
  scripts: 'Its signatures and scripts hold',
} as const;

/** The name of one of {@link MEMPOOL_CHECKS}. */
export type MempoolCheck = keyof typeof MEMPOOL_CHECKS;

/**
 * Checks a transaction as Dash Core does before it lets it into the mempool of the chain's next block.
 *
 * Source: `MemPoolAccept` in `src/validation.cpp` of dashpay/dash, in its order.
 * @param passed is told each check that it passes, as soon as it does
 * @returns what the mempool keeps of it; it is not added
 * @throws {Rejection} with Dash Core's reject reason
 */
export function checkForMempool(
  subject: SizedTransaction,
  chain: ChainState,
  mempool: Mempool,
  { anyFee = false, scriptsAreChecked = false, isWaiting = false }: Leniency = {},
  passed: (check: MempoolCheck) => void = () => {},
): MempoolEntry {
  const { transaction, txid } = subject;
  const { tip } = chain;
  const height = tip.height + 1;
  checkTransaction(subject);
  passed('structure');
  checkTransactionAtHeight(subject, height);
  passed('type');
  checkRelayed(subject);
  passed('standard');
  if (!isFinal(transaction, height, tip.medianTime)) throw new Rejection('non-final');
  passed('final');
  if (mempool.has(txid)) throw new Rejection('txn-already-in-mempool');
  passed('news');
  if (mempool.instantLocks.conflictsWith(transaction)) throw new Rejection('tx-txlock-conflict');
  if (transaction.inputs.some(({ previousOutput }) => mempool.spenderOf(previousOutput))) {
    throw new Rejection('txn-mempool-conflict');
  }
  passed('conflicts');
  const coins = coinsOf(subject, chain, mempool);
  passed('coins');
  if (!isSequenceFinal(transaction, coins, sequenceContext(tip))) throw new Rejection('non-BIP68-final');
  passed('sequence-locks');
  const fee = transactionFee(subject, coins, height);
  passed('amounts');
  if (!inputsAreStandard(transaction, coins)) throw new Rejection('bad-txns-nonstandard-inputs');
  passed('standard-inputs');
  const sigops = transactionSigops(transaction, coins);
  if (sigops > RELAY_LIMITS.sigops) throw new Rejection('bad-txns-too-many-sigops', String(sigops));
  passed('signature-operations');
  const parents = new Set(
    transaction.inputs.map(({ previousOutput }) => previousOutput.txid).filter((id) => mempool.has(id)),
  );
  const entry = { ...subject, fee, feeSize: feeSize(subject.size, sigops), sigops, parents };
  if (!anyFee) checkFee(entry);
  passed('fee');
  checkPackageLimits(entry, mempool);
  passed('ancestors');
  const { connected } = tip;
  if (connected !== undefined) {
    const { masternodes, quorums } = connected;
    const hasBlock = (hash: string): boolean => chain.hasBlock(hash);
    const payload = checkSpecialTransaction({
      ...subject,
      height,
      masternodes,
      quorums,
      isWaiting,
      coins: chain.coins,
      hasBlock,
    });
    checkProviderConflicts(txid, payload, mempool, masternodes);
  }
  passed('special');
  const rejection = scriptsAreChecked ? undefined : scriptRejection({ transaction, spentOutputs: coins });
  if (rejection !== undefined) throw new Rejection(rejection);
  passed('scripts');
  return entry;
}

/** The coins that a transaction spends. They are gone where it is in the chain itself. */
function coinsOf(subject: SizedTransaction, chain: ChainState, mempool: Mempool): Coin[] {
  const { txid, transaction } = subject;
  try {
    return spentCoins(subject, mempool.viewOn(chain.coins, chain.tip.height));
  } catch (error) {
    const isInChain = transaction.outputs.some((_, index) => chain.coins.coin({ txid, index }));
    throw error instanceof Rejection && isInChain ? new Rejection('txn-already-known') : error;
  }
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
