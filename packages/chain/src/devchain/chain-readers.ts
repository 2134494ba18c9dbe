import type { ChainReaders, StoredTransaction } from '../layer1/chain-reads.js';
import { NodeRejectionError } from '../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../layer1/rpc-error-code.js';
import { encodeBlockHeader } from '../primitives/block/block-header.js';
import type { ChainBlock } from '../chain/block-tree/chain-block.js';
import { encodeInstantLock } from '../rules/signing/instant-lock.js';
import { encodeTransaction, type Transaction } from '../primitives/transaction/transaction.js';
import type { LocalNode } from './local-node.js';
import type { MinedTransactions } from './mined-transactions.js';

/** Version of Dash Core whose rules the development chain has: 23.1.2. */
const SOFTWARE_VERSION = 230102;
const PROTOCOL_VERSION = 70240;
/** 1,000 duffs, in DASH. */
const RELAY_FEE = 0.00001;
const HEX_DIGITS = 64;

/** Reads a development chain. It is no masternode, and estimates no fees. */
export function chainReaders(node: LocalNode, mined: MinedTransactions): ChainReaders<unknown> {
  function blockOf(hash: string): ChainBlock {
    const block = node.chain.block(hash);
    if (block === undefined) throw new NodeRejectionError(RPC_ERROR_CODES.notFound, 'Block not found');
    return block;
  }

  function headers({ hash, count }: { readonly hash: string; readonly count: number }): Uint8Array[] {
    const first = blockOf(hash);
    const blocks = node.chain.isInBestChain(first)
      ? Array.from({ length: count }, (_, index) => node.chain.blockAt(first.height + index))
      : [first];
    return blocks.flatMap((block) => (block === undefined ? [] : [encodeBlockHeader(block.block.header)]));
  }

  function transaction({ txid }: { readonly txid: string }): StoredTransaction {
    const { chain, mempool } = node;
    const isInstantLocked = mempool.instantLocks.of(txid) !== undefined;
    const place = mined.blockOf(txid);
    const found =
      place === undefined ? mempool.get(txid)?.transaction : transactionIn(blockOf(place.hash), txid);
    if (found === undefined) throw new NodeRejectionError(RPC_ERROR_CODES.notFound, 'Transaction not found');
    return {
      serialized: encodeTransaction(found),
      block: place,
      confirmations: place === undefined ? 0 : chain.tip.height - place.height + 1,
      isInstantLocked,
      isChainLocked: place !== undefined && place.height <= (chain.chainLock?.height ?? -1),
    };
  }

  return {
    block: ({ hash }) => blockOf(hash).serialized,
    place: ({ hash }) => {
      const block = blockOf(hash);
      return { height: block.height, isInBestChain: node.chain.isInBestChain(block) };
    },
    headers,
    transaction,
    mempool: () => Array.from(node.mempool.entries(), ({ txid }) => txid),
    instantLock: ({ txid }) => {
      const lock = node.mempool.instantLocks.of(txid);
      return lock && encodeInstantLock(lock);
    },
    nodeDetails: () => ({
      protocolVersion: PROTOCOL_VERSION,
      softwareVersion: SOFTWARE_VERSION,
      timeOffset: 0,
      relayFee: RELAY_FEE,
      incrementalFee: RELAY_FEE,
      // Every block of regtest is as easy as can be: it takes two hashes.
      chainWork: (2 * (node.chain.tip.height + 1)).toString(16).padStart(HEX_DIGITS, '0'),
      verificationProgress: 1,
      warnings: '',
    }),
    masternode: () => undefined,
    feeEstimate: () => undefined,
  };
}

const transactionIn = ({ block }: ChainBlock, txid: string): Transaction | undefined =>
  block.transactions.find((each) => each.txid === txid)?.transaction;
