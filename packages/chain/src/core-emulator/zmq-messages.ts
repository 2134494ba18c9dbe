import { ByteWriter } from '../base/bytes/byte-writer.js';
import { hexToBytes } from '../base/bytes/hex.js';
import type { ChainState } from '../chain/chainstate/chain-state.js';
import type { SizedTransaction } from '../rules/consensus/transaction-rules.js';
import { encodeChainLock } from '../rules/signing/chain-lock.js';
import { encodeInstantLock } from '../rules/signing/instant-lock.js';
import { encodeTransaction } from '../primitives/transaction/transaction.js';
import type { NodeEvent } from './node-events.js';

/** Lists the ZMQ topics, in the order in which Dash Core publishes the messages of one event. */
export const PUBLISHED_TOPICS = [
  'hashblock',
  'hashchainlock',
  'hashtx',
  'hashtxlock',
  'rawblock',
  'rawchainlock',
  'rawchainlocksig',
  'rawtx',
  'rawtxlock',
  'rawtxlocksig',
  'sequence',
] as const;

/** Describes the topic of a message. */
export type PublishedTopic = (typeof PUBLISHED_TOPICS)[number];

/** Describes a message without its number. Hashes are in display order. */
export interface PublishedMessage {
  readonly topic: PublishedTopic;
  readonly body: Uint8Array;
}

/**
 * Returns the messages of an event.
 *
 * Source: `src/zmq/zmqnotificationinterface.cpp` and `src/zmq/zmqpublishnotifier.cpp` of dashpay/dash.
 */
export function messagesOf(event: NodeEvent, chain: ChainState): PublishedMessage[] {
  switch (event.kind) {
    case 'entered':
      return [
        ...transactionMessages(event.transaction, 'hashtx', 'rawtx'),
        sequenceMessage(event.transaction.txid, 'A', event.mempoolSequence),
      ];
    case 'left':
      return [sequenceMessage(event.txid, 'R', event.mempoolSequence)];
    case 'connected':
    case 'disconnected':
      return [
        ...event.block.transactions.flatMap((one) => transactionMessages(one, 'hashtx', 'rawtx')),
        sequenceMessage(event.block.hash, event.kind === 'connected' ? 'C' : 'D'),
      ];
    case 'tip':
      return [
        { topic: 'hashblock', body: hexToBytes(event.hash) },
        ...blockMessages(event.hash, chain, (block) => [{ topic: 'rawblock', body: block }]),
      ];
    case 'chain-locked':
      return chainLockMessages(event, chain);
    default: {
      const { transaction, lock } = event;
      const signed = Buffer.concat([encodeTransaction(transaction.transaction), encodeInstantLock(lock)]);
      return [
        ...transactionMessages(transaction, 'hashtxlock', 'rawtxlock'),
        { topic: 'rawtxlocksig', body: signed },
      ];
    }
  }
}

function transactionMessages(
  { txid, transaction }: SizedTransaction,
  hash: PublishedTopic,
  raw: PublishedTopic,
): PublishedMessage[] {
  return [
    { topic: hash, body: hexToBytes(txid) },
    { topic: raw, body: encodeTransaction(transaction) },
  ];
}

function sequenceMessage(hash: string, label: 'A' | 'R' | 'C' | 'D', mempool?: bigint): PublishedMessage {
  const writer = new ByteWriter().bytes(hexToBytes(hash)).bytes(Buffer.from(label, 'latin1'));
  if (mempool !== undefined) writer.u64(mempool);
  return { topic: 'sequence', body: writer.toBytes() };
}

function chainLockMessages(
  { chainLock }: NodeEvent & { readonly kind: 'chain-locked' },
  chain: ChainState,
): PublishedMessage[] {
  return [
    { topic: 'hashchainlock', body: hexToBytes(chainLock.hash) },
    ...blockMessages(chainLock.hash, chain, (block) => [
      { topic: 'rawchainlock', body: block },
      {
        topic: 'rawchainlocksig',
        body: Buffer.concat([block, encodeChainLock(chainLock)]),
      },
    ]),
  ];
}

/** Returns the messages of a block; none if a revert to a snapshot dropped the block meanwhile. */
function blockMessages(
  hash: string,
  chain: ChainState,
  messages: (block: Uint8Array) => PublishedMessage[],
): PublishedMessage[] {
  const block = chain.block(hash);
  return block === undefined ? [] : messages(block.serialized);
}
