import type { GrpcMethod } from '../method/grpc-method.js';
import { broadcastTransaction } from './broadcast-transaction.js';
import { getBestBlockHeight } from './get-best-block-height.js';
import { getBlock } from './get-block.js';
import { getBlockchainStatus } from './get-blockchain-status.js';
import { getEstimatedTransactionFee } from './get-estimated-transaction-fee.js';
import { getMasternodeStatus } from './get-masternode-status.js';
import { getTransaction } from './get-transaction.js';
import { streamBlockHeaders } from './stream-block-headers.js';
import { streamMasternodeList } from './stream-masternode-list.js';
import { streamTransactions } from './stream-transactions.js';

/** Lists the methods of the Core service, in the order of its definition. */
export const coreMethods: readonly GrpcMethod[] = [
  getBlockchainStatus,
  getMasternodeStatus,
  getBlock,
  getBestBlockHeight,
  broadcastTransaction,
  getTransaction,
  getEstimatedTransactionFee,
  streamBlockHeaders,
  streamTransactions,
  streamMasternodeList,
];
