import { merkleRootSteps } from '../../primitives/block/merkle-root.js';
import { ZERO_HASH } from '../../base/bytes/hex.js';
import type { ChainBlock } from '../block-tree/chain-block.js';
import { creditPoolAfter } from '../chainstate/credit-pool.js';
import { membersOf, quorumContext, quorumsAfter } from '../chainstate/special-transactions.js';
import { blockVersion } from '../block-tree/version-bits.js';
import { coinbasePayments } from '../../rules/consensus/coinbase-payments.js';
import type { CoinView } from '../../rules/consensus/coins.js';
import { updateMasternodeList } from '../../rules/consensus/masternode-list-update.js';
import {
  commitmentTransaction,
  dueCommitments,
  nullCommitment,
  type DueCommitment,
} from '../../rules/consensus/quorum-commitments.js';
import { REGTEST } from '../../rules/consensus/regtest.js';
import { sizeTransaction, type SizedBlock } from '../../rules/consensus/sized-block.js';
import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import { payloadIfSpecial } from '../../rules/consensus/special-payload.js';
import { blockSubsidy } from '../../rules/consensus/subsidy.js';
import type { ChainLock } from '../../layer1/layer1.js';
import type { FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import type { MempoolEntry } from '../mempool/mempool-entry.js';
import { nextCoinbaseChainLock } from '../quorum/coinbase-chain-lock.js';
import { buildScript } from '../../primitives/script/build-script.js';
import { encodePayload } from '../../primitives/payload/payload.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import type { Transaction, TransactionOutput } from '../../primitives/transaction/transaction.js';

/** Describes the contents of a new block. */
export interface BlockIngredients {
  readonly previous: ChainBlock;
  /** The unspent outputs after `previous`. */
  readonly coins: CoinView;
  /** Result of {@link commitmentsAfter} for `previous`. */
  readonly commitments: readonly SizedTransaction[];
  /** In an order in which each can be mined. */
  readonly transactions: readonly MempoolEntry[];
  /** Script that gets the miner's part. */
  readonly minerScript: Uint8Array;
  /** In seconds since the epoch. */
  readonly time: number;
  /** The highest ChainLock that the miner knows. */
  readonly chainLock?: ChainLock | undefined;
}

/** Describes a block that lacks nothing but its proof of work. */
export type UnsolvedBlock = Pick<SizedBlock, 'header' | 'transactions'>;

const COINBASE_INPUT = { previousOutput: { txid: ZERO_HASH, index: 0xffffffff }, sequence: 0xffffffff };

/**
 * Puts a block together in steps, as Dash Core's own miner does.
 *
 * Source: `BlockAssembler::CreateNewBlock` in `src/node/miner.cpp` of dashpay/dash.
 */
export function* assemblySteps(ingredients: BlockIngredients): Generator<undefined, UnsolvedBlock> {
  const { previous, commitments, transactions, time } = ingredients;
  const height = previous.height + 1;
  const coinbase = sizeTransaction(coinbaseTransaction(ingredients, height));
  const sized = [coinbase, ...commitments, ...transactions];
  const { root } = yield* merkleRootSteps(sized.map(({ txid }) => txid));
  const header = {
    version: blockVersion(previous),
    previousBlockHash: previous.hash,
    merkleRoot: root,
    time,
    bits: REGTEST.bits,
    nonce: 0,
  };
  return { header, transactions: sized };
}

/**
 * Returns the quorum commitments of the block after `previous`.
 * @param commitmentOf what a quorum that formed agreed on; for others, and where it is not given, there is a null commitment
 */
export function commitmentsAfter(
  previous: ChainBlock,
  commitmentOf: (due: DueCommitment) => FinalCommitment | undefined = () => undefined,
): SizedTransaction[] {
  return dueCommitments(quorumContext(previous)).map((due) =>
    sizeTransaction(commitmentTransaction(commitmentOf(due) ?? nullCommitment(due), previous.height + 1)),
  );
}

function coinbaseTransaction(ingredients: BlockIngredients, height: number): Transaction {
  const { previous, transactions, minerScript } = ingredients;
  const fees = transactions.reduce((sum, { fee }) => sum + fee, 0n);
  const payments = coinbasePayments(height, previous.connected?.masternodes.payee(), fees);
  const paid = payments.reduce((sum, { value }) => sum + value, 0n);
  const outputs: TransactionOutput[] = [
    { value: blockSubsidy(height) + fees - paid, scriptPubKey: minerScript },
    ...payments,
  ];
  if (height < REGTEST.specialTransactionsHeight) {
    const scriptSig = buildScript(height, 'OP_0');
    const inputs = [{ ...COINBASE_INPUT, scriptSig }];
    return {
      version: 2,
      type: TransactionType.normal,
      inputs,
      outputs,
      lockTime: 0,
      extraPayload: new Uint8Array(),
    };
  }
  return {
    version: 3,
    type: TransactionType.coinbase,
    inputs: [{ ...COINBASE_INPUT, scriptSig: buildScript('OP_RETURN') }],
    outputs,
    lockTime: 0,
    extraPayload: coinbasePayload(ingredients, height),
  };
}

function coinbasePayload(ingredients: BlockIngredients, height: number): Uint8Array {
  const { previous, commitments, transactions, coins, chainLock } = ingredients;
  const before = previous.connected;
  if (before === undefined) throw new Error('a block is made on a block that is connected');
  const withPayloads = [...commitments, ...transactions].map((each) => ({
    ...each,
    payload: payloadIfSpecial(each.transaction),
  }));
  const masternodes = updateMasternodeList(before.masternodes, {
    height,
    previousBlockHash: previous.hash,
    transactions: withPayloads,
    coins,
    membersOf: (commitment) => membersOf(commitment, previous),
  });
  return encodePayload({
    kind: 'cbTx',
    version: 3,
    height,
    merkleRootMNList: masternodes.root,
    merkleRootQuorums: quorumsAfter(previous, withPayloads).root,
    ...nextCoinbaseChainLock(previous, chainLock),
    creditPoolBalance: creditPoolAfter(previous, withPayloads).creditPool,
  });
}
