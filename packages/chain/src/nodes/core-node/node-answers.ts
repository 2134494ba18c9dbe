import {
  NodeRejectionError,
  type ChainLock,
  type MasternodeSync,
  type NodeStatus,
  type TransactionStatus,
} from '../../layer1/layer1.js';
import type { ChainTip } from '../../layer1/chain-tip.js';
import type { MasternodeListDiff } from '../../primitives/masternode/masternode-list-diff.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { RpcResult } from './rpc-result.js';

const BLS_SIGNATURE_SIZE = 96;

/** Reads the answer to `getbestchainlock`. */
export function chainLock(answer: RpcResult): ChainLock {
  return {
    hash: answer.member('blockhash').hash(),
    height: answer.member('height').count(),
    signature: answer.member('signature').hex(BLS_SIGNATURE_SIZE),
  };
}

/**
 * Returns the result of `chainLock`, or `undefined` if the node says that there is none.
 *
 * Source: `getbestchainlock` in `src/rpc/blockchain.cpp` of dashpay/dash.
 */
export async function ifLocked(chainLock: Promise<ChainLock>): Promise<ChainLock | undefined> {
  try {
    return await chainLock;
  } catch (error) {
    if (!(error instanceof NodeRejectionError) || error.code !== RPC_ERROR_CODES.internal) throw error;
    if (error.message !== 'Unable to find any ChainLock') throw error;
    return undefined;
  }
}

/**
 * Reads the answer to `getrawtransaction` with details. Of a block that left the best chain it has the hash, and no confirmations.
 *
 * Source: `TxToJSON` in `src/rpc/rawtransaction.cpp` of dashpay/dash.
 */
export function transactionStatus(answer: RpcResult): TransactionStatus {
  const isInstantLocked = answer.optionalMember('instantlock_internal')?.boolean() ?? false;
  const block = answer.optionalMember('blockhash')?.hash();
  if (block === undefined) return { place: 'mempool', isInstantLocked };
  const confirmations = answer.optionalMember('confirmations')?.count() ?? 0;
  if (confirmations === 0) return { place: 'none', isChainSearched: true };
  return {
    place: 'block',
    block: { hash: block, height: answer.member('height').count() },
    isInstantLocked,
    isChainLocked: answer.member('chainlock').boolean(),
  };
}

/**
 * Returns the result of `status`, or the status of an unknown transaction if the node knows none, with whether it searched blocks.
 *
 * Source: `getrawtransaction` in `src/rpc/rawtransaction.cpp` of dashpay/dash.
 */
export async function orAbsent(status: Promise<TransactionStatus>): Promise<TransactionStatus> {
  try {
    return await status;
  } catch (error) {
    if (!(error instanceof NodeRejectionError) || error.code !== RPC_ERROR_CODES.notFound) throw error;
    return {
      place: 'none',
      isChainSearched: error.message.startsWith('No such mempool or blockchain transaction'),
    };
  }
}

/** Reads the answer to `mnsync status`. */
export function masternodeSync(answer: RpcResult): MasternodeSync {
  return { stage: answer.member('AssetName').text(), isSynced: answer.member('IsSynced').boolean() };
}

/** Reads the answer to `getblockchaininfo`, for all of a status that is in it. */
export function blockchainStatus(
  answer: RpcResult,
): Pick<
  NodeStatus,
  'network' | 'tip' | 'headersHeight' | 'isInitialBlockDownload' | 'difficulty' | 'medianTime'
> {
  const tip: ChainTip = {
    hash: answer.member('bestblockhash').hash(),
    height: answer.member('blocks').count(),
  };
  return {
    network: answer.member('chain').text(),
    tip,
    headersHeight: answer.member('headers').count(),
    isInitialBlockDownload: answer.member('initialblockdownload').boolean(),
    difficulty: answer.member('difficulty').number(),
    medianTime: answer.member('mediantime').integer(),
  };
}

/** Reads the answer to `getnetworkinfo`, for all of a status that is in it. */
export function networkStatus(answer: RpcResult): Pick<NodeStatus, 'software' | 'peers'> {
  return { software: answer.member('subversion').text(), peers: answer.member('connections').count() };
}

/**
 * Reads the answer to `protx diff`. It is passed on as it is, since each version of Dash Core has members of its own; what all
 * have from version 19.3 on is checked.
 */
export function masternodeListDiff(answer: RpcResult): MasternodeListDiff {
  answer.member('nVersion').count();
  for (const name of ['baseBlockHash', 'blockHash']) answer.member(name).hash();
  for (const name of ['cbTxMerkleTree', 'cbTx']) answer.member(name).text();
  for (const name of ['deletedMNs', 'mnList', 'deletedQuorums', 'newQuorums']) answer.member(name).items();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the node's own object, whose members are its own
  return answer.object() as unknown as MasternodeListDiff;
}

/** Returns the result of `answer`, or `undefined` if the node lacks it or denies it to the caller. */
export async function ifReported<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isUnreported(error)) return undefined;
    throw error;
  }
}

/** Returns whether the node said that a call is none of its own, or none that its caller may make. */
export function isUnreported(error: unknown): boolean {
  return (
    error instanceof NodeRejectionError ||
    (error instanceof NodeUnavailableError && error.reason === 'forbidden')
  );
}
