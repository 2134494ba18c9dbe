import { coinbasePayments } from '../consensus/coinbase-payments.js';
import type { Coin, HeldCoin } from '../consensus/coin.js';
import type { CoinView } from '../consensus/coins.js';
import { spentCoins, transactionFee } from '../consensus/input-rules.js';
import { isSequenceFinal } from '../consensus/lock-time.js';
import { isMoney, REGTEST } from '../consensus/regtest.js';
import { Rejection } from '../consensus/rejection.js';
import { blockSubsidy } from '../consensus/subsidy.js';
import type { SizedTransaction } from '../consensus/transaction-rules.js';
import { scriptRejection } from '../policy/script-rejection.js';
import { transactionSigops } from '../policy/sigops.js';
import { BLOCK_SCRIPT_FLAGS } from '../script/script-flags.js';
import { BlockView } from './block-view.js';
import type { ConnectContext } from './connect-context.js';
import { medianTimeBefore, type ChainBlock, type ConnectedState } from './chain-block.js';
import { checkSpecialTransactions } from './special-transactions.js';

/**
 * Checks everything about a block that depends on the chain before it.
 *
 * Source: `CChainState::ConnectBlock` in `src/validation.cpp` of dashpay/dash, in its order.
 * @throws {Rejection} with Dash Core's reject reason
 */
export function connectBlock(block: ChainBlock, context: ConnectContext): ConnectedState {
  const previous = block.previous;
  if (previous === undefined) throw new Error('the genesis block is where a chain begins');
  refuseOverwritten(block, context.coins);
  const effects = checkSpecialTransactions(block, previous, context);
  const { fees, spent } = spendAndCreate(block, previous, context);
  refuseConflictsWithLocks(block, context);
  checkCoinbaseValue(block, previous, fees);
  return { ...effects, spent };
}

function refuseConflictsWithLocks({ block }: ChainBlock, { conflictsWithLock }: ConnectContext): void {
  if (block.transactions.some(({ transaction }) => conflictsWithLock(transaction)))
    throw new Rejection('conflict-tx-lock');
}

/** BIP-30: an output that is not spent cannot be made again. */
function refuseOverwritten({ block }: ChainBlock, coins: CoinView): void {
  for (const { txid, transaction } of block.transactions) {
    for (const index of transaction.outputs.keys()) {
      if (coins.coin({ txid, index })) throw new Rejection('bad-txns-BIP30');
    }
  }
}

/** Runs the block's transactions, each on the outputs that those before it left. */
function spendAndCreate(
  { block, height }: ChainBlock,
  previous: ChainBlock,
  { coins, scriptsAreChecked }: ConnectContext,
): { fees: bigint; spent: HeldCoin[] } {
  const view = new BlockView(coins, height);
  let fees = 0n;
  let sigops = 0;
  for (const [position, subject] of block.transactions.entries()) {
    const { transaction, txid } = subject;
    const isCoinbase = position === 0;
    const spentByIt = isCoinbase ? [] : spentCoins(subject, view);
    if (!isCoinbase) {
      fees += transactionFee(subject, spentByIt, height);
      if (!isMoney(fees)) throw new Rejection('bad-txns-accumulated-fee-outofrange');
      if (!isSequenceFinal(transaction, spentByIt, sequenceContext(previous)))
        throw new Rejection('bad-txns-nonfinal');
    }
    sigops += transactionSigops(transaction, spentByIt);
    if (sigops > REGTEST.maxBlockSigops) throw new Rejection('bad-blk-sigops');
    if (!isCoinbase && !scriptsAreChecked(txid)) checkScripts(subject, spentByIt);
    view.apply(subject, spentByIt, isCoinbase);
  }
  return { fees, spent: view.spent };
}

function checkScripts({ transaction }: SizedTransaction, spentOutputs: readonly Coin[]): void {
  const rejection = scriptRejection({ transaction, spentOutputs }, BLOCK_SCRIPT_FLAGS);
  if (rejection !== undefined) throw new Rejection(rejection);
}

/** What relative lock times are held against in a block after `previous`. */
export function sequenceContext(previous: ChainBlock): Parameters<typeof isSequenceFinal>[2] {
  return {
    height: previous.height + 1,
    medianTime: previous.medianTime,
    medianTimeBefore: (height) => medianTimeBefore(previous, height),
  };
}

/** Source: `CMNPaymentsProcessor` in `src/masternode/payments.cpp` of dashpay/dash, where no superblock was voted for. */
function checkCoinbaseValue({ block, height }: ChainBlock, previous: ChainBlock, fees: bigint): void {
  const outputs = block.transactions[0]?.transaction.outputs ?? [];
  const total = outputs.reduce((sum, { value }) => sum + value, 0n);
  if (total > blockSubsidy(height) + fees) throw new Rejection('bad-cb-amount');
  const masternodes = previous.connected?.masternodes;
  const payee = masternodes?.payee();
  const isNobodysTurn = payee === undefined && (masternodes?.size ?? 0) > 0;
  if (height < REGTEST.payeeEnforcementHeight || isNobodysTurn) return;
  for (const expected of coinbasePayments(height, payee, fees)) {
    const isPaid = outputs.some(
      ({ value, scriptPubKey }) =>
        value === expected.value && Buffer.compare(scriptPubKey, expected.scriptPubKey) === 0,
    );
    if (!isPaid) throw new Rejection('bad-cb-payee');
  }
}
