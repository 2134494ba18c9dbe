import type { ChainState } from '../chainstate/chain-state.js';
import { sequenceContext } from '../chainstate/connect-block.js';
import type { Coin } from '../../rules/consensus/coin.js';
import { spentCoins, transactionFee } from '../../rules/consensus/input-rules.js';
import { isFinal, isSequenceFinal } from '../../rules/consensus/lock-time.js';
import { RejectionError } from '../../rules/consensus/rejection-error.js';
import { checkSpecialTransaction } from '../../rules/consensus/special-rules.js';
import {
  checkTransaction,
  checkTransactionAtHeight,
  type SizedTransaction,
} from '../../rules/consensus/transaction-rules.js';
import { runAtOnce, runInTurns } from '../../base/event-loop/in-turns.js';
import { feeAtRate } from '../../rules/policy/fee-rate.js';
import { feeSize, RELAY_LIMITS } from '../../rules/policy/relay-policy.js';
import { scriptRejectionSteps } from '../../rules/policy/script-rejection.js';
import { transactionSigops } from '../../rules/policy/sigops.js';
import { inputsAreStandard } from '../../rules/policy/standard-inputs.js';
import { standardnessProblem } from '../../rules/policy/standardness.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import { carriesPayload, isCoinbase, type Transaction } from '../../primitives/transaction/transaction.js';
import type { MempoolEntry } from './mempool-entry.js';
import type { Mempool } from './mempool.js';
import { checkPackageLimits } from './package-limits.js';
import { providerClaims, type ProviderClaims } from './provider-claims.js';
import { checkProviderConflicts } from './provider-conflicts.js';

/** Duffs per 1,000 bytes. Source: `src/policy/policy.h` of dashpay/dash. */
const MIN_RELAY_FEE = 1000n;

/** Names the checks that a transaction need not pass. */
export interface Leniency {
  /** Its fee may be too low, as that of one that a reorganisation took out of a block. */
  readonly anyFee?: boolean;
  /** Its scripts are known to pass: it was signed here, or was in the mempool before. */
  readonly scriptsAreChecked?: boolean;
  /** It waited in the mempool before. */
  readonly isWaiting?: boolean;
  /** Duffs for 1,000 bytes above which its fee is taken for an error, 0 for any; 10,000,000 where it is not given. */
  readonly maxFeeRate?: bigint;
}

/** Lists the checks before a transaction enters the mempool, in Dash Core's order. */
export const MEMPOOL_CHECKS = {
  structure: 'It has inputs and outputs, no input twice, and amounts that there can be',
  type: 'Its type and payload may be used at this height',
  standard: 'It is such as is relayed: version, size, scripts, no dust',
  final: 'Its lock time has passed',
  news: 'It does not wait in the mempool already',
  conflicts: 'No other transaction in the mempool spends the same coins',
  coins: 'The coins it spends exist',
  'sequence-locks': 'Its relative lock times have passed',
  amounts: 'It does not pay more than it spends, and spends no immature coinbase',
  'standard-inputs': 'The coins that it spends have scripts such as are relayed',
  'signature-operations': 'It has few enough signature operations',
  fee: 'Its fee is at least that of relaying',
  ancestors: 'It does not exceed the limits on ancestors and descendants',
  special: 'What its payload does to the masternode list or the credit pool is allowed',
  scripts: 'Its signatures and scripts are valid',
} as const;

/** Describes the name of one of {@link MEMPOOL_CHECKS}. */
export type MempoolCheck = keyof typeof MEMPOOL_CHECKS;

/**
 * Checks a transaction as Dash Core does before it lets it into the mempool of the chain's next block.
 *
 * Source: `MemPoolAccept` in `src/validation.cpp` of dashpay/dash, in its order.
 * @param passed is called with each check that it passes
 * @returns its entry of the mempool; it is not added
 * @throws {RejectionError} with Dash Core's reject reason
 */
export function checkForMempool(
  subject: SizedTransaction,
  chain: ChainState,
  mempool: Mempool,
  leniency: Leniency = {},
  passed: (check: MempoolCheck) => void = () => {},
): MempoolEntry {
  const { entry, coins } = checkBeforeScripts(subject, chain, mempool, leniency, passed);
  if (leniency.scriptsAreChecked !== true) {
    const rejection = runAtOnce(scriptSteps(entry, coins, mempool));
    if (rejection !== undefined) throw new RejectionError(rejection);
  }
  passed('scripts');
  return entry;
}

/** Runs {@link mempoolScriptSteps} in turns of the event loop. */
export async function checkScriptsInTurns(
  ...transaction: Parameters<typeof mempoolScriptSteps>
): Promise<void> {
  await runInTurns(mempoolScriptSteps(...transaction));
}

/**
 * Runs the scripts of a transaction in steps, where all other checks let it into the mempool. The check for the mempool, which must
 * follow in the same turn, then uses the result. Nothing else changes.
 */
export function* mempoolScriptSteps(
  subject: SizedTransaction,
  chain: ChainState,
  mempool: Mempool,
  leniency: Leniency = {},
): Generator<undefined, void> {
  try {
    const { coins } = checkBeforeScripts(subject, chain, mempool, leniency);
    yield* scriptSteps(subject, coins, mempool);
  } catch (error) {
    if (!(error instanceof RejectionError)) throw error;
  }
}

/** Runs scripts in steps, unless there is a result; returns Dash Core's reject reason, `undefined` where all pass. */
function* scriptSteps(
  { txid, transaction }: SizedTransaction,
  coins: readonly Coin[],
  { scriptResults }: Mempool,
): Generator<undefined, string | undefined> {
  if (scriptResults.has(txid)) return scriptResults.rejectionOf(txid);
  const rejection = yield* scriptRejectionSteps({ transaction, spentOutputs: coins });
  scriptResults.add(txid, rejection);
  return rejection;
}

/** Makes every check but that of the scripts, which is the last. Returns the coins that the scripts spend, too. */
function checkBeforeScripts(
  subject: SizedTransaction,
  chain: ChainState,
  mempool: Mempool,
  { anyFee = false, isWaiting = false }: Leniency,
  passed: (check: MempoolCheck) => void = () => {},
): { readonly entry: MempoolEntry; readonly coins: readonly Coin[] } {
  const { transaction, txid } = subject;
  const { tip } = chain;
  const height = tip.height + 1;
  checkTransaction(subject);
  passed('structure');
  checkTransactionAtHeight(subject, height);
  passed('type');
  checkRelayed(subject);
  passed('standard');
  if (!isFinal(transaction, height, tip.medianTime)) throw new RejectionError('non-final');
  passed('final');
  if (mempool.has(txid)) throw new RejectionError('txn-already-in-mempool');
  passed('news');
  if (mempool.instantLocks.conflictsWith(transaction)) throw new RejectionError('tx-txlock-conflict');
  if (transaction.inputs.some(({ previousOutput }) => mempool.spenderOf(previousOutput))) {
    throw new RejectionError('txn-mempool-conflict');
  }
  passed('conflicts');
  const coins = coinsOf(subject, chain, mempool);
  passed('coins');
  if (!isSequenceFinal(transaction, coins, sequenceContext(tip))) throw new RejectionError('non-BIP68-final');
  passed('sequence-locks');
  const fee = transactionFee(subject, coins, height);
  passed('amounts');
  if (!inputsAreStandard(transaction, coins)) throw new RejectionError('bad-txns-nonstandard-inputs');
  passed('standard-inputs');
  const sigops = transactionSigops(transaction, coins);
  if (sigops > RELAY_LIMITS.sigops) throw new RejectionError('bad-txns-too-many-sigops', String(sigops));
  passed('signature-operations');
  const parents = new Set(
    transaction.inputs.map(({ previousOutput }) => previousOutput.txid).filter((id) => mempool.has(id)),
  );
  const entry = { ...subject, fee, feeSize: feeSize(subject.size, sigops), sigops, parents };
  if (!anyFee) checkFee(entry);
  passed('fee');
  checkPackageLimits(entry, mempool);
  passed('ancestors');
  const provider = checkSpecial(subject, chain, mempool, isWaiting);
  passed('special');
  return { entry: provider === undefined ? entry : { ...entry, provider }, coins };
}

/** Checks the payload of a special transaction by the next block, and its conflicts with the mempool; returns what it claims. */
function checkSpecial(
  subject: SizedTransaction,
  chain: ChainState,
  mempool: Mempool,
  isWaiting: boolean,
): ProviderClaims | undefined {
  const { connected, height } = chain.tip;
  if (connected === undefined) return undefined;
  const { masternodes, quorums } = connected;
  const payload = checkSpecialTransaction({
    ...subject,
    height: height + 1,
    masternodes,
    quorums,
    isWaiting,
    coins: chain.coins,
    hasBlock: (hash) => chain.hasBlock(hash),
  });
  const claims = providerClaims(subject.txid, payload, masternodes);
  if (claims !== undefined) checkProviderConflicts(claims, payload, mempool);
  return claims;
}

/** Returns the coins that a transaction spends. They are gone where it is in the chain itself. */
function coinsOf(subject: SizedTransaction, chain: ChainState, mempool: Mempool): Coin[] {
  const { txid, transaction } = subject;
  try {
    return spentCoins(subject, mempool.viewOn(chain.coins, chain.tip.height));
  } catch (error) {
    const isInChain = transaction.outputs.some((_, index) => chain.coins.coin({ txid, index }));
    throw error instanceof RejectionError && isInChain ? new RejectionError('txn-already-known') : error;
  }
}

/** Checks the rules that apply before the inputs are checked. */
function checkRelayed(subject: SizedTransaction): void {
  const { transaction, size } = subject;
  if (isType(transaction, TransactionType.quorumCommitment)) throw new RejectionError('qc-not-allowed');
  if (isCoinbase(transaction)) throw new RejectionError('coinbase');
  const problem = standardnessProblem(transaction);
  if (problem !== undefined) throw new RejectionError(problem);
  if (size < RELAY_LIMITS.minTransactionSize) throw new RejectionError('tx-size-small');
}

function checkFee({ fee, feeSize: size, transaction }: MempoolEntry): void {
  if (isType(transaction, TransactionType.mnHardForkSignal)) return;
  const minFee = feeAtRate(MIN_RELAY_FEE, size);
  if (fee < minFee) throw new RejectionError('min relay fee not met', `${fee} < ${minFee}`);
}

function isType(transaction: Transaction, type: number): boolean {
  return carriesPayload(transaction) && transaction.type === type;
}
