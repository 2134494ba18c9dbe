import { ZERO_HASH } from '../bytes/hex.js';
import { lockedAmount } from '../consensus/asset-lock-rules.js';
import { coinbasePayments } from '../consensus/coinbase-payments.js';
import { CoinSet, type Coin, type CoinView } from '../consensus/coins.js';
import { spentCoins, transactionFee } from '../consensus/input-rules.js';
import { isSequenceFinal } from '../consensus/lock-time.js';
import type { MasternodeList } from '../consensus/masternode-list.js';
import { updateMasternodeList, type PayloadTransaction } from '../consensus/masternode-list-update.js';
import {
  checkBlockCommitments,
  checkCommitment,
  type QuorumContext,
} from '../consensus/quorum-commitments.js';
import { isMoney, REGTEST } from '../consensus/regtest.js';
import { enforce, Rejection, type Rule } from '../consensus/rejection.js';
import { specialPayload } from '../consensus/special-payload.js';
import { checkSpecialTransaction } from '../consensus/special-rules.js';
import { blockSubsidy, platformReward } from '../consensus/subsidy.js';
import type { SizedTransaction } from '../consensus/transaction-rules.js';
import { BLOCK_SCRIPT_FLAGS } from '../script/script-flags.js';
import { scriptErrorText } from '../script/script-error.js';
import { transactionSigops } from '../policy/sigops.js';
import { isUnspendable } from '../script/script-shape.js';
import { verifyInputs } from '../script/verify-inputs.js';
import type { CbTxV3 } from '../transaction/payload/cb-tx.js';
import { outPointKey, type OutPoint } from '../transaction/transaction.js';
import { ancestorAt, type ChainBlock, type ConnectedState, type SpentCoin } from './chain-block.js';
import { testDummyState } from './version-bits.js';

/** The chain that a block is connected to: it ends with the block before. */
export interface ConnectContext {
  readonly coins: CoinView;
  /** The block of the chain with a hash, if there is one. */
  readonly hasBlock: (hash: string) => boolean;
  readonly scriptsAreChecked: (txid: string) => boolean;
}

/** What connecting a block changes. */
export interface BlockEffects {
  /** Outputs that the block makes and does not spend itself. */
  readonly created: readonly (readonly [OutPoint, Coin])[];
  /** Outputs of earlier blocks that the block spends. */
  readonly state: ConnectedState;
}

/**
 * Checks everything about a block that depends on the chain before it.
 *
 * Source: `CChainState::ConnectBlock` in `src/validation.cpp` and `ProcessSpecialTxsInBlock` in
 * `src/evo/specialtxman.cpp`, dashpay/dash, in their order.
 * @throws {Rejection} with Dash Core's reject reason; nothing is changed.
 */
export function connectBlock(block: ChainBlock, context: ConnectContext): BlockEffects {
  const previous = block.previous;
  if (previous === undefined) throw new Error('the genesis block is where a chain begins');
  refuseOverwritten(block, context.coins);
  const { masternodes, creditPool } = checkSpecial(block, previous, context);
  const { fees, created, spent } = spendAndCreate(block, previous, context);
  checkCoinbaseValue(block, previous, fees);
  return { created, state: { masternodes, creditPool, spent } };
}

/** BIP-30: an output that is not spent cannot be made again. */
function refuseOverwritten({ block }: ChainBlock, coins: CoinView): void {
  for (const { txid, transaction } of block.transactions) {
    for (const index of transaction.outputs.keys()) {
      if (coins.coin({ txid, index })) throw new Rejection('bad-txns-BIP30');
    }
  }
}

/** What the block's special transactions say and do. */
function checkSpecial(
  { block, height }: ChainBlock,
  previous: ChainBlock,
  { coins, hasBlock }: ConnectContext,
): { masternodes: MasternodeList; creditPool: bigint } {
  const before = previous.connected;
  if (before === undefined) throw new Error('a block is connected after the block before it');
  if (height < REGTEST.specialTransactionsHeight) return before;
  const [coinbase, ...others] = block.transactions;
  const coinbasePayload = coinbase && checkCoinbasePayload(coinbase, height);
  const quorums: QuorumContext = {
    height,
    isTestDummyActive: testDummyState(previous) === 'active',
    blockHashAt: (at) => ancestorAt(previous, at)?.block.hash,
    hasBlock,
  };
  const special = { height, masternodes: before.masternodes, coins, hasBlock };
  const transactions: PayloadTransaction[] = others.map((transaction) => {
    const payload = checkSpecialTransaction({ ...special, ...transaction });
    if (payload?.kind === 'cbTx') throw new Rejection('bad-cbtx-invalid');
    if (payload?.kind === 'quorumCommitmentTx') checkCommitment(payload, quorums);
    return { ...transaction, payload };
  });
  const creditPool = before.creditPool + platformReward(height) + locked(transactions);
  const isCreditPoolRight = coinbasePayload?.creditPoolBalance === creditPool;
  if (!isCreditPoolRight) throw new Rejection('bad-cbtx-assetlocked-amount');
  const commitments = transactions.flatMap(({ payload }) =>
    payload?.kind === 'quorumCommitmentTx' ? [payload] : [],
  );
  checkBlockCommitments(commitments, quorums);
  const masternodes = updateMasternodeList(before.masternodes, {
    height,
    previousBlockHash: previous.block.hash,
    transactions,
    coins,
  });
  enforce(COINBASE_COMMITMENT_RULES, { payload: coinbasePayload, masternodes });
  return { masternodes, creditPool };
}

function locked(transactions: readonly PayloadTransaction[]): bigint {
  return transactions.reduce(
    (sum, { payload, transaction }) =>
      payload?.kind === 'assetLockTx' ? sum + lockedAmount(transaction) : sum,
    0n,
  );
}

function checkCoinbasePayload({ transaction }: SizedTransaction, height: number): CbTxV3 {
  const payload = specialPayload(transaction);
  if (payload.kind !== 'cbTx' || payload.version !== 3) throw new Rejection('bad-cbtx-version');
  if (payload.height !== height) throw new Rejection('bad-cbtx-height');
  return payload;
}

const NO_SIGNATURE = '0'.repeat(192);

/** What a coinbase payload commits to. There is no quorum to make a ChainLock, and none in the list of quorums. */
const COINBASE_COMMITMENT_RULES: readonly Rule<{ payload: CbTxV3; masternodes: MasternodeList }>[] = [
  ['bad-cbtx-mnmerkleroot', ({ payload, masternodes }) => payload.merkleRootMNList !== masternodes.root],
  ['bad-cbtx-quorummerkleroot', ({ payload }) => payload.merkleRootQuorums !== ZERO_HASH],
  ['bad-cbtx-invalid-clsig', ({ payload }) => payload.bestCLSignature !== NO_SIGNATURE],
  ['bad-cbtx-cldiff', ({ payload }) => payload.bestCLHeightDiff !== 0],
];

/** Runs the block's transactions, each on the outputs that those before it left. */
function spendAndCreate(
  { block, height }: ChainBlock,
  previous: ChainBlock,
  { coins, scriptsAreChecked }: ConnectContext,
): { fees: bigint; created: [OutPoint, Coin][]; spent: SpentCoin[] } {
  const view = new BlockView(coins);
  let fees = 0n;
  let sigops = 0;
  for (const [position, transaction] of block.transactions.entries()) {
    const isCoinbase = position === 0;
    const spentByIt = isCoinbase ? [] : spentCoins(transaction, view);
    if (!isCoinbase) {
      fees += transactionFee(transaction, spentByIt, height);
      if (!isMoney(fees)) throw new Rejection('bad-txns-accumulated-fee-outofrange');
      if (
        !isSequenceFinal(transaction.transaction, placesOf(spentByIt, previous), height, previous.medianTime)
      ) {
        throw new Rejection('bad-txns-nonfinal');
      }
    }
    sigops += transactionSigops(transaction.transaction, spentByIt);
    if (sigops > REGTEST.maxBlockSigops) throw new Rejection('bad-blk-sigops');
    if (!isCoinbase && !scriptsAreChecked(transaction.txid)) checkScripts(transaction, spentByIt);
    view.apply(transaction, spentByIt, height, isCoinbase);
  }
  return { fees, ...view.changes() };
}

function checkScripts({ transaction }: SizedTransaction, spentOutputs: readonly Coin[]): void {
  const failed = verifyInputs({ transaction, spentOutputs, flags: BLOCK_SCRIPT_FLAGS });
  if (failed) throw new Rejection(`mandatory-script-verify-flag-failed (${scriptErrorText(failed.error)})`);
}

/** Where coins stand, for relative lock times, in a block after `previous`. */
export function placesOf(
  coins: readonly Coin[],
  previous: ChainBlock,
): { height: number; medianTimeBefore: number }[] {
  return coins.map(({ height }) => {
    const before = ancestorAt(previous, Math.max(height - 1, 0));
    return { height, medianTimeBefore: before?.medianTime ?? previous.medianTime };
  });
}

function checkCoinbaseValue({ block, height }: ChainBlock, previous: ChainBlock, fees: bigint): void {
  const outputs = block.transactions[0]?.transaction.outputs ?? [];
  const total = outputs.reduce((sum, { value }) => sum + value, 0n);
  if (total > blockSubsidy(height) + fees) throw new Rejection('bad-cb-amount');
  const payee = previous.connected?.masternodes.payee();
  if (height < REGTEST.payeeEnforcementHeight || payee === undefined) return;
  for (const expected of coinbasePayments(height, payee, fees)) {
    const isPaid = outputs.some(
      ({ value, scriptPubKey }) =>
        value === expected.value && Buffer.compare(scriptPubKey, expected.scriptPubKey) === 0,
    );
    if (!isPaid) throw new Rejection('bad-cb-payee');
  }
}

/** The unspent outputs of a chain with the changes of a block on top. */
class BlockView implements CoinView {
  readonly #below: CoinView;
  readonly #created = new CoinSet();
  readonly #outPoints = new Map<string, OutPoint>();
  readonly #spent = new Map<string, SpentCoin>();

  constructor(below: CoinView) {
    this.#below = below;
  }

  coin(outPoint: OutPoint): Coin | undefined {
    if (this.#spent.has(outPointKey(outPoint))) return undefined;
    return this.#created.coin(outPoint) ?? this.#below.coin(outPoint);
  }

  apply(
    { txid, transaction }: SizedTransaction,
    spentByIt: readonly Coin[],
    height: number,
    isCoinbase: boolean,
  ): void {
    for (const [i, coin] of spentByIt.entries()) {
      const outPoint = transaction.inputs[i]?.previousOutput;
      if (outPoint === undefined) continue;
      const key = outPointKey(outPoint);
      if (this.#outPoints.delete(key)) this.#created.remove(outPoint);
      else this.#spent.set(key, { outPoint, coin });
    }
    for (const [index, output] of transaction.outputs.entries()) {
      if (isUnspendable(output.scriptPubKey)) continue;
      const outPoint = { txid, index };
      this.#created.add(outPoint, { ...output, height, isCoinbase });
      this.#outPoints.set(outPointKey(outPoint), outPoint);
    }
  }

  changes(): { created: [OutPoint, Coin][]; spent: SpentCoin[] } {
    const created: [OutPoint, Coin][] = [];
    for (const outPoint of this.#outPoints.values()) {
      const coin = this.#created.coin(outPoint);
      if (coin) created.push([outPoint, coin]);
    }
    return { created, spent: [...this.#spent.values()] };
  }
}
