import { ByteReader, readAll } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { endsStep } from '../../base/event-loop/in-turns.js';
import { readTransaction, writeTransaction, type Transaction } from '../transaction/transaction.js';
import { readBlockHeader, writeBlockHeader, type BlockHeader } from './block-header.js';

/**
 * Describes a header and the transactions its merkle root commits to, the coinbase first.
 *
 * Source: `CBlock` in `src/primitives/block.h` of dashpay/dash.
 */
export interface Block {
  readonly header: BlockHeader;
  readonly transactions: readonly Transaction[];
}

const MIN_TRANSACTION_BYTES = 4 + 1 + 1 + 4;

/**
 * Returns the block that `bytes` serialise, the whole of them.
 * @throws {MalformedBytesError} on anything but one canonical serialisation.
 */
export function decodeBlock(bytes: Uint8Array): Block {
  return readAll(bytes, readBlock);
}

/**
 * Reads the block that bytes begin with, in steps. What follows is left, as Dash Core leaves it in `submitblock` (`DecodeHexBlk` in `src/core_read.cpp`).
 * @throws {MalformedBytesError} when they begin with none.
 */
export function* leadingBlockSteps(bytes: Uint8Array): Generator<undefined, Block> {
  const reader = new ByteReader(bytes);
  const header = readBlockHeader(reader);
  const transactions: Transaction[] = [];
  for (const transaction of reader.items(MIN_TRANSACTION_BYTES, readTransaction)) {
    if (endsStep(transactions.push(transaction))) yield;
  }
  return { header, transactions };
}

/**
 * Reads the transactions of a serialised block one by one, as a large block takes longer than one turn of the event loop should.
 * @throws {MalformedBytesError} at the first place that is not canonical, or when bytes are left over.
 */
export function* readBlockTransactions(bytes: Uint8Array): Generator<Transaction, void, undefined> {
  const reader = new ByteReader(bytes);
  readBlockHeader(reader);
  yield* reader.items(MIN_TRANSACTION_BYTES, readTransaction);
  reader.end();
}

/** Returns the serialisation of `block`. */
export function encodeBlock(block: Block): Uint8Array {
  const writer = new ByteWriter();
  writeBlockHeader(writer, block.header);
  writer.list(block.transactions, writeTransaction);
  return writer.toBytes();
}

function readBlock(reader: ByteReader): Block {
  return {
    header: readBlockHeader(reader),
    transactions: reader.list(MIN_TRANSACTION_BYTES, readTransaction),
  };
}
