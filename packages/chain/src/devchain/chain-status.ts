import type { ChainState } from '../chain/chainstate/chain-state.js';
import { NodeRejectionError, type NodeStatus, type TransactionStatus } from '../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../layer1/rpc-error-code.js';
import { difficulty } from '../primitives/block/difficulty.js';
import type { LocalNode } from './local-node.js';
import type { MinedTransactions } from './mined-transactions.js';

const HIGHEST_INT32 = 2 ** 31 - 1;

/** Returns the status of a node with every block and without peers. */
export function nodeStatus({ tip: { block, hash, height, medianTime }, chainLock }: ChainState): NodeStatus {
  return {
    software: '/dapikit development chain/',
    network: 'regtest',
    tip: { hash, height },
    headersHeight: height,
    isInitialBlockDownload: false,
    difficulty: difficulty(block.header.bits),
    medianTime,
    peers: 0,
    masternodeSync: undefined,
    chainLock,
  };
}

/** Returns the status of a transaction. The first call searches every block. */
export function statusOfTransaction(
  { chain, mempool }: LocalNode,
  mined: MinedTransactions,
  txid: string,
): TransactionStatus {
  const isInstantLocked = mempool.instantLocks.of(txid) !== undefined;
  const block = mined.blockOf(txid);
  if (block) {
    const isChainLocked = block.height <= (chain.chainLock?.height ?? -1);
    return { place: 'block', block, isInstantLocked, isChainLocked };
  }
  return mempool.has(txid) ? { place: 'mempool', isInstantLocked } : { place: 'none', isChainSearched: true };
}

/** Returns Dash Core's rejection of a height outside the best chain. */
export function heightRejection(height: number): NodeRejectionError {
  return height > HIGHEST_INT32
    ? new NodeRejectionError(RPC_ERROR_CODES.misc, 'JSON integer out of range')
    : new NodeRejectionError(RPC_ERROR_CODES.invalidParameter, 'Block height out of range');
}
