import { isNullCommitment, type FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import type { Masternode } from '../../rules/consensus/masternode.js';
import type { MasternodeRegistry } from '../../rules/consensus/masternode-registry.js';
import {
  updateMasternodeList,
  type PayloadTransaction,
} from '../../rules/consensus/masternode-list-update.js';
import {
  checkBlockCommitments,
  checkCommitment,
  type QuorumContext,
} from '../../rules/consensus/quorum-commitments.js';
import { DISABLED_QUORUM_CYCLE, quorumTypeOf } from '../../rules/consensus/quorum-types.js';
import { addHardForkSignals } from '../../rules/consensus/hard-fork-signals.js';
import { REGTEST } from '../../rules/consensus/regtest.js';
import { enforce, RejectionError, type Rule } from '../../rules/consensus/rejection-error.js';
import { specialPayload } from '../../rules/consensus/special-payload.js';
import { checkSpecialTransaction } from '../../rules/consensus/special-rules.js';
import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import { endsStep } from '../../base/event-loop/in-turns.js';
import { checkCoinbaseChainLock } from '../quorum/coinbase-chain-lock.js';
import type { QuorumList } from '../../rules/consensus/quorum-list.js';
import { quorumMembers } from '../quorum/quorum-members.js';
import { fitsItsQuorum, isSignedByItsQuorum } from '../quorum/verify-commitment.js';
import { carriesPayload } from '../../primitives/transaction/transaction.js';
import type { CbTxV3 } from '../../primitives/payload/cb-tx.js';
import { ancestorAt, type ChainBlock, type ConnectedState } from '../block-tree/chain-block.js';
import type { ConnectContext } from './connect-context.js';
import { BlockUnlocks, creditPoolAfter } from './credit-pool.js';
import { testDummyState } from '../block-tree/version-bits.js';

/** Describes the state that special transactions change. */
export type SpecialEffects = Pick<
  ConnectedState,
  'masternodes' | 'creditPool' | 'withdrawals' | 'quorums' | 'hardForkSignals'
>;

/**
 * Checks a block's special transactions, and what its coinbase says of them, in steps, while nobody else uses the chain.
 *
 * Source: `CSpecialTxProcessor::ProcessSpecialTxsInBlock` in `src/evo/specialtxman.cpp` of dashpay/dash, in its order.
 * @throws {RejectionError} with Dash Core's reject reason
 */
export function* specialTransactionSteps(
  { block, height }: ChainBlock,
  previous: ChainBlock,
  { coins, blockWith, scriptsAreChecked }: Omit<ConnectContext, 'conflictsWithLock'>,
): Generator<undefined, SpecialEffects> {
  const before = previous.connected;
  if (before === undefined) throw new Error('a block is connected after the block before it');
  if (height < REGTEST.specialTransactionsHeight) {
    const isSpecial = block.transactions.some(({ transaction }) => carriesPayload(transaction));
    if (isSpecial) throw new RejectionError('bad-tx-type');
    return before;
  }
  const [coinbase, ...others] = block.transactions;
  const coinbasePayload = coinbase && checkCoinbasePayload(coinbase, height);
  const transactions = yield* payloadSteps(others, height, before, { coins, blockWith });
  const unlocks = new BlockUnlocks(previous);
  for (const transaction of transactions) unlocks.add(transaction);
  yield;
  const { creditPool, withdrawals } = creditPoolAfter(previous, transactions);
  const isCreditPoolRight = coinbasePayload?.creditPoolBalance === creditPool;
  if (!isCreditPoolRight) throw new RejectionError('bad-cbtx-assetlocked-amount');
  const checked = new Set<FinalCommitment>();
  const commitments = transactions.flatMap(({ payload, txid }) => {
    if (payload?.kind !== 'quorumCommitmentTx') return [];
    if (scriptsAreChecked(txid)) checked.add(payload.commitment);
    return [payload];
  });
  yield;
  checkBlockCommitments(commitments, quorumContext(previous), ({ commitment }) => {
    const base = blockWith(commitment.quorumHash);
    return checked.has(commitment) || (base !== undefined && isSignedByItsQuorum(commitment, base));
  });
  const quorums = quorumsAfter(previous, transactions);
  yield;
  const masternodes = updateMasternodeList(before.masternodes, {
    height,
    previousBlockHash: previous.hash,
    transactions,
    coins,
    membersOf: (commitment) => membersOf(commitment, previous),
  });
  yield;
  enforce(COINBASE_COMMITMENT_RULES, { payload: coinbasePayload, masternodes, quorums });
  checkCoinbaseChainLock(
    coinbasePayload,
    previous,
    coinbase !== undefined && scriptsAreChecked(coinbase.txid),
  );
  const hardForkSignals = addHardForkSignals(before.hardForkSignals, transactions, height);
  return { masternodes, creditPool, withdrawals, quorums, hardForkSignals };
}

/** Checks the payloads of a block's transactions but the coinbase, and returns the transactions with them, in steps. */
function* payloadSteps(
  transactions: ChainBlock['block']['transactions'],
  height: number,
  { masternodes, quorums, withdrawals }: NonNullable<ChainBlock['connected']>,
  { coins, blockWith }: Pick<ConnectContext, 'coins' | 'blockWith'>,
): Generator<undefined, PayloadTransaction[]> {
  const hasBlock = (hash: string): boolean => blockWith(hash) !== undefined;
  const fits = (commitment: FinalCommitment): boolean => {
    const base = blockWith(commitment.quorumHash);
    return base !== undefined && fitsItsQuorum(commitment, base);
  };
  const special = { height, masternodes, quorums, withdrawals, coins, hasBlock };
  const checked: PayloadTransaction[] = [];
  for (const transaction of transactions) {
    const payload = checkSpecialTransaction({ ...special, ...transaction });
    if (payload?.kind === 'quorumCommitmentTx')
      checkCommitment({ payload, height, hasBlock, fitsItsQuorum: fits });
    if (endsStep(checked.push({ ...transaction, payload }))) yield;
  }
  return checked;
}

/** Returns the quorums once the block behind `previous` has transactions. */
export function quorumsAfter(
  previous: ChainBlock,
  transactions: readonly Pick<PayloadTransaction, 'payload'>[],
): QuorumList {
  const before = previous.connected?.quorums;
  if (before === undefined) throw new Error('a block is connected after the block before it');
  return transactions.reduce((quorums, { payload }) => {
    if (payload?.kind !== 'quorumCommitmentTx' || isNullCommitment(payload.commitment)) return quorums;
    const { commitment, height: minedHeight } = payload;
    const height = quorumBase(commitment, previous)?.height;
    return height === undefined ? quorums : quorums.with({ commitment, height, minedHeight });
  }, before);
}

/** Returns the masternodes that were to make a quorum whose commitment is in the block behind `previous`. */
export function membersOf(commitment: FinalCommitment, previous: ChainBlock): readonly Masternode[] {
  const quorumType = quorumTypeOf(commitment.llmqType);
  const base = quorumBase(commitment, previous);
  return quorumType === undefined || base === undefined ? [] : quorumMembers(quorumType, base);
}

/** Returns the block that a quorum was made at whose commitment is in the block behind `previous`. */
function quorumBase(
  { llmqType, quorumIndex }: FinalCommitment,
  previous: ChainBlock,
): ChainBlock | undefined {
  const height = previous.height + 1;
  const cycle = quorumTypeOf(llmqType)?.cycle ?? DISABLED_QUORUM_CYCLE;
  return ancestorAt(previous, height - (height % cycle) + quorumIndex);
}

/** Returns the chain that ends with `previous`, as far as the quorums of the block after it depend on it. */
export function quorumContext(previous: ChainBlock): QuorumContext {
  return {
    height: previous.height + 1,
    isTestDummyActive: testDummyState(previous) === 'active',
    blockHashAt: (at) => ancestorAt(previous, at)?.hash,
    isMined: (llmqType, quorumHash) => previous.connected?.quorums.find(llmqType, quorumHash) !== undefined,
  };
}

/** Checks the payload of a coinbase. Source: `CheckCbTx` in `src/evo/cbtx.cpp` of dashpay/dash. */
function checkCoinbasePayload({ transaction }: SizedTransaction, height: number): CbTxV3 {
  const payload = specialPayload(transaction);
  if (payload.kind !== 'cbTx') throw new RejectionError('bad-cbtx-invalid');
  if (payload.height !== height) throw new RejectionError('bad-cbtx-height');
  if (payload.version !== 3) throw new RejectionError('bad-cbtx-version');
  return payload;
}

interface CoinbaseSubject {
  readonly payload: CbTxV3;
  /** After the block. */
  readonly masternodes: MasternodeRegistry;
  /** After the block. */
  readonly quorums: QuorumList;
}

/** Rules for the commitments of a coinbase payload. */
const COINBASE_COMMITMENT_RULES: readonly Rule<CoinbaseSubject>[] = [
  ['bad-cbtx-mnmerkleroot', ({ payload, masternodes }) => payload.merkleRootMNList !== masternodes.root],
  ['bad-cbtx-quorummerkleroot', ({ payload, quorums }) => payload.merkleRootQuorums !== quorums.root],
];
