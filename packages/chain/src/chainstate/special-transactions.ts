import { NULL_BLS_SIGNATURE } from '../masternode/null-bls.js';
import { ZERO_HASH } from '../bytes/hex.js';
import { lockedAmount } from '../consensus/asset-lock-rules.js';
import type { MasternodeList } from '../consensus/masternode-list.js';
import { updateMasternodeList, type PayloadTransaction } from '../consensus/masternode-list-update.js';
import {
  checkBlockCommitments,
  checkCommitment,
  type QuorumContext,
} from '../consensus/quorum-commitments.js';
import { REGTEST } from '../consensus/regtest.js';
import { enforce, Rejection, type Rule } from '../consensus/rejection.js';
import { specialPayload } from '../consensus/special-payload.js';
import { checkSpecialTransaction } from '../consensus/special-rules.js';
import { platformReward } from '../consensus/subsidy.js';
import type { SizedTransaction } from '../consensus/transaction-rules.js';
import { carriesPayload } from '../transaction/transaction.js';
import type { CbTxV3 } from '../transaction/payload/cb-tx.js';
import { ancestorAt, type ChainBlock, type ConnectedState } from './chain-block.js';
import type { ConnectContext } from './connect-context.js';
import { testDummyState } from './version-bits.js';

/** What special transactions change. */
export type SpecialEffects = Pick<ConnectedState, 'masternodes' | 'creditPool'>;

/**
 * Checks a block's special transactions, and what its coinbase says of them.
 *
 * Source: `CSpecialTxProcessor::ProcessSpecialTxsInBlock` in `src/evo/specialtxman.cpp` of dashpay/dash, in its order.
 * @throws {Rejection} with Dash Core's reject reason
 */
export function checkSpecialTransactions(
  { block, height }: ChainBlock,
  previous: ChainBlock,
  { coins, hasBlock }: Omit<ConnectContext, 'scriptsAreChecked'>,
): SpecialEffects {
  const before = previous.connected;
  if (before === undefined) throw new Error('a block is connected after the block before it');
  if (height < REGTEST.specialTransactionsHeight) {
    const isSpecial = block.transactions.some(({ transaction }) => carriesPayload(transaction));
    if (isSpecial) throw new Rejection('bad-tx-type');
    return before;
  }
  const [coinbase, ...others] = block.transactions;
  const coinbasePayload = coinbase && checkCoinbasePayload(coinbase, height);
  const special = { height, masternodes: before.masternodes, coins, hasBlock };
  const transactions: PayloadTransaction[] = others.map((transaction) => {
    const payload = checkSpecialTransaction({ ...special, ...transaction });
    if (payload?.kind === 'quorumCommitmentTx') checkCommitment({ payload, height, hasBlock });
    return { ...transaction, payload };
  });
  const creditPool = before.creditPool + platformReward(height) + lockedIn(transactions);
  const isCreditPoolRight = coinbasePayload?.creditPoolBalance === creditPool;
  if (!isCreditPoolRight) throw new Rejection('bad-cbtx-assetlocked-amount');
  const commitments = transactions.flatMap(({ payload }) =>
    payload?.kind === 'quorumCommitmentTx' ? [payload] : [],
  );
  checkBlockCommitments(commitments, quorumContext(previous));
  const masternodes = updateMasternodeList(before.masternodes, {
    height,
    previousBlockHash: previous.hash,
    transactions,
    coins,
  });
  enforce(COINBASE_COMMITMENT_RULES, { payload: coinbasePayload, masternodes });
  return { masternodes, creditPool };
}

/** The chain that ends with `previous`, as far as the quorums of the block after it depend on it. */
export function quorumContext(previous: ChainBlock): QuorumContext {
  return {
    height: previous.height + 1,
    isTestDummyActive: testDummyState(previous) === 'active',
    blockHashAt: (at) => ancestorAt(previous, at)?.hash,
  };
}

/** The duffs that transactions move into the credit pool. */
export function lockedIn(transactions: readonly PayloadTransaction[]): bigint {
  return transactions.reduce(
    (sum, { payload, transaction }) =>
      payload?.kind === 'assetLockTx' ? sum + lockedAmount(transaction) : sum,
    0n,
  );
}

/** Source: `CheckCbTx` in `src/evo/cbtx.cpp` of dashpay/dash. */
function checkCoinbasePayload({ transaction }: SizedTransaction, height: number): CbTxV3 {
  const payload = specialPayload(transaction);
  if (payload.kind !== 'cbTx') throw new Rejection('bad-cbtx-invalid');
  if (payload.height !== height) throw new Rejection('bad-cbtx-height');
  if (payload.version !== 3) throw new Rejection('bad-cbtx-version');
  return payload;
}

/** What a coinbase payload commits to. There is no quorum to make a ChainLock, and none in the list of quorums. */
const COINBASE_COMMITMENT_RULES: readonly Rule<{ payload: CbTxV3; masternodes: MasternodeList }>[] = [
  ['bad-cbtx-mnmerkleroot', ({ payload, masternodes }) => payload.merkleRootMNList !== masternodes.root],
  ['bad-cbtx-quorummerkleroot', ({ payload }) => payload.merkleRootQuorums !== ZERO_HASH],
  ['bad-cbtx-invalid-clsig', ({ payload }) => payload.bestCLSignature !== NULL_BLS_SIGNATURE],
  ['bad-cbtx-cldiff', ({ payload }) => payload.bestCLHeightDiff !== 0],
];
