import { bytesToHex, displayHash } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { BLOCK_HEADER_SIZE } from '../../primitives/block/block-header-size.js';

/** Lists the ZMQ topics that are subscribed to. */
export const ZMQ_TOPICS = [
  'hashblock',
  'sequence',
  'hashchainlock',
  'rawchainlocksig',
  'hashtx',
  'rawtx',
  'hashtxlock',
  'rawtxlock',
] as const;

/** Describes the topic of a message that a node publishes. */
export type ZmqTopic = (typeof ZMQ_TOPICS)[number];

/** Describes the content of a message. */
export interface ZmqNews {
  /**
   * A new tip or a block that joined or left the best chain; a transaction that joined or left the mempool, came in a block or
   * was locked; a ChainLock.
   */
  readonly kind: 'tip' | 'connected' | 'disconnected' | 'transaction' | 'chainlock';
  /** Hash of the block or transaction, in display order. */
  readonly hash: string;
}

/** Describes a message that a node publishes. */
export interface ZmqMessage {
  readonly topic: ZmqTopic;
  /** Counts the messages of the topic, in 32 bits: where it jumps, messages were lost. */
  readonly sequence: number;
  readonly news: ZmqNews;
}

const HASH_SIZE = 32;
const SEQUENCE_SIZE = 4;
const MEMPOOL_SEQUENCE_SIZE = 8;
/** Version, lock time, and no inputs and outputs. */
const MIN_TRANSACTION_BYTES = 10;
/** A ChainLock: a height of 4 bytes, a block's hash, a BLS signature of 96 bytes. */
const HEIGHT_SIZE = 4;
const CHAINLOCK_SIZE = HEIGHT_SIZE + HASH_SIZE + 96;

/**
 * Reads a message's three parts: topic, body, sequence number in little-endian. Hashes are in display order in them, but
 * for the ChainLock at the end of `rawchainlocksig`, which is as serialised.
 *
 * Source: `src/zmq/zmqpublishnotifier.cpp` of dashpay/dash.
 * @returns `undefined` if the frames are not such a message.
 */
export function readZmqMessage(parts: readonly Uint8Array[]): ZmqMessage | undefined {
  const [name, body, sequence] = parts;
  if (parts.length !== 3 || !name || !body || sequence?.length !== SEQUENCE_SIZE) return undefined;
  const text = Buffer.from(name).toString('latin1');
  const topic = ZMQ_TOPICS.find((known) => known === text);
  const news = topic && READERS[topic](body);
  return topic && news && { topic, news, sequence: viewOf(sequence).getUint32(0, true) };
}

const READERS: Readonly<Record<ZmqTopic, (body: Uint8Array) => ZmqNews | undefined>> = {
  hashblock: (body) => hashNews('tip', body),
  hashchainlock: (body) => hashNews('chainlock', body),
  rawchainlocksig: (body) => {
    if (body.length < BLOCK_HEADER_SIZE + CHAINLOCK_SIZE) return undefined;
    const start = body.length - CHAINLOCK_SIZE + HEIGHT_SIZE;
    return { kind: 'chainlock', hash: displayHash(body.subarray(start, start + HASH_SIZE)) };
  },
  hashtx: (body) => hashNews('transaction', body),
  rawtx: (body) => transactionNews(body),
  hashtxlock: (body) => hashNews('transaction', body),
  rawtxlock: (body) => transactionNews(body),
  sequence: (body) => {
    const kind = SEQUENCE_KINDS[String.fromCodePoint(body[HASH_SIZE] ?? 0)];
    const rest = kind === 'transaction' ? MEMPOOL_SEQUENCE_SIZE : 0;
    if (kind === undefined || body.length !== HASH_SIZE + 1 + rest) return undefined;
    return { kind, hash: bytesToHex(body.subarray(0, HASH_SIZE)) };
  },
};

/** Blocks connected and disconnected, transactions added and removed. */
const SEQUENCE_KINDS: Readonly<Record<string, ZmqNews['kind']>> = {
  C: 'connected',
  D: 'disconnected',
  A: 'transaction',
  R: 'transaction',
};

function hashNews(kind: ZmqNews['kind'], body: Uint8Array): ZmqNews | undefined {
  return body.length === HASH_SIZE ? { kind, hash: bytesToHex(body) } : undefined;
}

/** Returns the news of a serialised transaction, whose id is its hash. */
function transactionNews(body: Uint8Array): ZmqNews | undefined {
  return body.length >= MIN_TRANSACTION_BYTES
    ? { kind: 'transaction', hash: displayHash(sha256d(body)) }
    : undefined;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
