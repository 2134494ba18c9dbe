import { coinbasePayments } from '../../rules/consensus/coinbase-payments.js';
import type { UnspentCoin } from '../../rules/consensus/coin.js';
import type { CoinView } from '../../rules/consensus/coins.js';
import { spentCoins, transactionFee } from '../../rules/consensus/input-rules.js';
import { isSequenceFinal } from '../../rules/consensus/lock-time.js';
import { isMoney, REGTEST } from '../../rules/consensus/regtest.js';
import { RejectionError } from '../../rules/consensus/rejection-error.js';
import { blockSubsidy } from '../../rules/consensus/subsidy.js';
import { endsStep } from '../../base/event-loop/in-turns.js';
import { scriptRejection } from '../../rules/policy/script-rejection.js';
import { transactionSigops } from '../../rules/policy/sigops.js';
import { BLOCK_SCRIPT_FLAGS } from '../../primitives/script/script-flags.js';
import type { ScriptSpend } from './block-scripts.js';
import { BlockView } from './block-view.js';
import type { ConnectContext } from './connect-context.js';
import { medianTimeBefore, type ChainBlock, type ConnectedState } from '../block-tree/chain-block.js';
import { specialTransactionSteps } from './special-transactions.js';

/**
 * Checks everything about a block that depends on the chain before it, in steps, while nobody else uses the chain.
 *
 * Source: `CChainState::ConnectBlock` in `src/validation.cpp` of dashpay/dash, in its order.
 * @throws {RejectionError} with Dash Core's reject reason
 */
export function* connectBlockSteps(
  block: ChainBlock,
  context: ConnectContext,
): Generator<undefined, ConnectedState> {
  const previous = block.previous;
  if (previous === undefined) throw new Error('the genesis block is where a chain begins');
  yield* overwrittenSteps(block, context.coins);
  const effects = yield* specialTransactionSteps(block, previous, context);
  yield;
  const { fees, spent } = yield* spendSteps(block, previous, context);
  rejectConflictsWithLocks(block, context);
  checkCoinbaseValue(block, previous, fees);
  return { ...effects, spent };
}

function rejectConflictsWithLocks({ block }: ChainBlock, { conflictsWithLock }: ConnectContext): void {
  if (block.transactions.some(({ transaction }) => conflictsWithLock(transaction)))
    throw new RejectionError('conflict-tx-lock');
}

/** Rejects a block that creates an unspent output again (BIP-30). */
function* overwrittenSteps({ block }: ChainBlock, coins: CoinView): Generator<undefined, void> {
  for (const [at, { txid, transaction }] of block.transactions.entries()) {
    for (const index of transaction.outputs.keys()) {
      if (coins.coin({ txid, index })) throw new RejectionError('bad-txns-BIP30');
    }
    if (endsStep(at)) yield;
  }
}

function* spendSteps(
  { block, height }: ChainBlock,
  previous: ChainBlock,
  { coins, scriptsAreChecked, scriptResults }: ConnectContext,
): Generator<undefined, { fees: bigint; spent: UnspentCoin[] }> {
  const view = new BlockView(coins, height);
  const spends: ScriptSpend[] = [];
  const fees = yield* transactionSteps({ block, height }, previous, view, (spend) => {
    if (!scriptsAreChecked(spend.subject.txid)) spends.push(spend);
  });
  for (const spend of spends) {
    const { txid } = spend.subject;
    const rejection = scriptResults.has(txid) ? scriptResults.get(txid) : rejectionOfScripts(spend);
    // The threads of Dash Core that run scripts do not say which one failed.
    if (rejection !== undefined) throw new RejectionError('block-validation-failed');
  }
  return { fees, spent: view.spent };
}

/**
 * Runs a block's transactions in steps, each on the outputs that those before it left.
 * @param view the outputs before the block; those after it at the end
 * @param checkScripts is called for each transaction but the coinbase, once it passed all other checks
 * @returns the fees in duffs
 * @throws {RejectionError} with Dash Core's reject reason
 */
export function* transactionSteps(
  { block, height }: Pick<ChainBlock, 'block' | 'height'>,
  previous: ChainBlock,
  view: BlockView,
  checkScripts: (spend: ScriptSpend) => void,
): Generator<undefined, bigint> {
  let fees = 0n;
  let sigops = 0;
  for (const [position, subject] of block.transactions.entries()) {
    const { transaction } = subject;
    const isCoinbase = position === 0;
    const spentByIt = isCoinbase ? [] : spentCoins(subject, view);
    if (!isCoinbase) {
      fees += transactionFee(subject, spentByIt, height);
      if (!isMoney(fees)) throw new RejectionError('bad-txns-accumulated-fee-outofrange');
      if (!isSequenceFinal(transaction, spentByIt, sequenceContext(previous)))
        throw new RejectionError('bad-txns-nonfinal');
    }
    sigops += transactionSigops(transaction, spentByIt);
    if (sigops > REGTEST.maxBlockSigops) throw new RejectionError('bad-blk-sigops');
    if (!isCoinbase) checkScripts({ subject, coins: spentByIt });
    view.apply(subject, spentByIt, isCoinbase);
    if (endsStep(position)) yield;
  }
  return fees;
}

function rejectionOfScripts({ subject: { transaction }, coins }: ScriptSpend): string | undefined {
  return scriptRejection({ transaction, spentOutputs: coins }, BLOCK_SCRIPT_FLAGS);
}

/** Returns the heights and times for checking relative lock times in a block after `previous`. */
export function sequenceContext(previous: ChainBlock): Parameters<typeof isSequenceFinal>[2] {
  return {
    height: previous.height + 1,
    medianTime: previous.medianTime,
    medianTimeBefore: (height) => medianTimeBefore(previous, height),
  };
}

/** Checks the value and the payments of a coinbase. Source: `CMNPaymentsProcessor` in `src/masternode/payments.cpp` of dashpay/dash, where no superblock was voted for. */
function checkCoinbaseValue({ block, height }: ChainBlock, previous: ChainBlock, fees: bigint): void {
  const outputs = block.transactions[0]?.transaction.outputs ?? [];
  const total = outputs.reduce((sum, { value }) => sum + value, 0n);
  if (total > blockSubsidy(height) + fees) throw new RejectionError('bad-cb-amount');
  const masternodes = previous.connected?.masternodes;
  const payee = masternodes?.payee();
  const isNobodysTurn = payee === undefined && (masternodes?.size ?? 0) > 0;
  if (height < REGTEST.payeeEnforcementHeight || isNobodysTurn) return;
  for (const expected of coinbasePayments(height, payee, fees)) {
    const isPaid = outputs.some(
      ({ value, scriptPubKey }) =>
        value === expected.value && Buffer.compare(scriptPubKey, expected.scriptPubKey) === 0,
    );
    if (!isPaid) throw new RejectionError('bad-cb-payee');
  }
}
