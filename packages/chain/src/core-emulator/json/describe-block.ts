import { difficulty } from '../../primitives/block/difficulty.js';
import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import { readPayload } from '../../rules/consensus/special-payload.js';
import { describeCbTx } from './describe-payload.js';
import { StepCounter } from '../../base/event-loop/in-turns.js';
import { coinsSpentBy, describeTransactionSteps } from './describe-transaction.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';

/** Defines the work of a block of regtest, where every block has the easiest target. */
export const WORK_OF_BLOCK = 2;
const WORK_DIGITS = 64;

/**
 * Describes a block's header.
 *
 * Source: `blockheaderToJSON` in `src/rpc/blockchain.cpp` of dashpay/dash.
 */
export function describeHeader(block: ChainBlock, node: EmulatedNode): Readonly<Record<string, unknown>> {
  const { chain } = node;
  const isBest = chain.isInBestChain(block);
  const { header, transactions } = block.block;
  return {
    hash: block.hash,
    confirmations: isBest ? chain.tip.height - block.height + 1 : -1,
    height: block.height,
    version: header.version,
    versionHex: hex32(header.version),
    merkleroot: header.merkleRoot,
    time: header.time,
    mediantime: block.medianTime,
    nonce: header.nonce,
    bits: hex32(header.bits),
    difficulty: difficulty(header.bits),
    chainwork: chainWork(block.height),
    nTx: transactions.length,
    previousblockhash: block.previous?.hash,
    nextblockhash: isBest ? chain.blockAt(block.height + 1)?.hash : undefined,
    chainlock: node.isChainLocked(block),
  };
}

/** Selects the details of a block's transactions: their ids, their contents, or also the coins that they spend. */
export type BlockVerbosity = 'ids' | 'transactions' | 'prevouts';

/**
 * Describes a block in steps, as it is at the first.
 *
 * Source: `blockToJSON` in `src/rpc/blockchain.cpp` of dashpay/dash.
 */
export function* describeBlockSteps(
  block: ChainBlock,
  node: EmulatedNode,
  verbosity: BlockVerbosity,
): Generator<undefined, object> {
  const { size, transactions } = block.block;
  const header = describeHeader(block, node);
  const [coinbase] = transactions;
  const payload = coinbase && readPayload(coinbase.transaction);
  return {
    ...header,
    size,
    tx:
      verbosity === 'ids'
        ? transactions.map(({ txid }) => txid)
        : yield* describeTransactionsSteps(block, node, verbosity === 'prevouts'),
    cbTx: payload?.kind === 'cbTx' ? describeCbTx(payload) : undefined,
  };
}

/** Returns the work in a chain up to a height, 64 digits. */
export function chainWork(height: number): string {
  return (BigInt(WORK_OF_BLOCK) * BigInt(height + 1)).toString(16).padStart(WORK_DIGITS, '0');
}

function* describeTransactionsSteps(
  block: ChainBlock,
  node: EmulatedNode,
  withPrevouts: boolean,
): Generator<undefined, object[]> {
  const { instantLocks } = node.mempool;
  const isLocked = node.isChainLocked(block);
  const coins = coinsSpentBy(block);
  const counter = new StepCounter();
  const described: object[] = [];
  for (const [index, subject] of block.block.transactions.entries()) {
    const spent = index > 0 ? coins : undefined;
    const isInstantLocked = instantLocks.of(subject.txid) !== undefined;
    const details = { ...(spent && { spent }), withPrevouts, withHex: true };
    described.push({
      ...(yield* describeTransactionSteps(subject, details, counter)),
      instantlock: isInstantLocked || isLocked,
      instantlock_internal: isInstantLocked,
    });
  }
  return described;
}

function hex32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
