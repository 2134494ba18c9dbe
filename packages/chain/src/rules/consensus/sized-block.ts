import { blockHash, type BlockHeader } from '../../primitives/block/block-header.js';
import { BLOCK_HEADER_SIZE } from '../../primitives/block/block-header-size.js';
import { encodeBlock, type Block } from '../../primitives/block/block.js';
import { displayHash } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { endsStep, runAtOnce } from '../../base/event-loop/in-turns.js';
import { encodeTransaction, type Transaction } from '../../primitives/transaction/transaction.js';
import type { SizedTransaction } from './transaction-rules.js';

/** Describes a block with values computed from its serialisation. */
export interface SizedBlock {
  readonly header: BlockHeader;
  /** In display order. */
  readonly hash: string;
  /** Bytes on the wire. */
  readonly size: number;
  readonly transactions: readonly SizedTransaction[];
}

/** Serialises and hashes a transaction once, for all who need it. */
export function sizeTransaction(transaction: Transaction): SizedTransaction {
  const serialized = encodeTransaction(transaction);
  return { transaction, txid: displayHash(sha256d(serialized)), size: serialized.length };
}

/** Serialises and hashes a block and its transactions once. */
export function sizeBlock(block: Block): SizedBlock {
  return runAtOnce(sizeBlockSteps(block));
}

/** Does what {@link sizeBlock} does, in steps. */
export function* sizeBlockSteps({ header, transactions }: Block): Generator<undefined, SizedBlock> {
  const sized: SizedTransaction[] = [];
  for (const transaction of transactions) if (endsStep(sized.push(sizeTransaction(transaction)))) yield;
  return sizedBlock({ header, hash: blockHash(header), transactions: sized });
}

/** Returns the block of a header whose hash is known and of transactions that were sized before. */
export function sizedBlock(parts: Omit<SizedBlock, 'size'>): SizedBlock {
  return { ...parts, size: blockSize(parts.transactions) };
}

/** Returns the serialisation of a sized block. */
export function encodeSizedBlock({
  header,
  transactions,
}: Pick<SizedBlock, 'header' | 'transactions'>): Uint8Array {
  return encodeBlock({ header, transactions: transactions.map(({ transaction }) => transaction) });
}

function blockSize(transactions: readonly SizedTransaction[]): number {
  return transactions.reduce(
    (sum, { size }) => sum + size,
    BLOCK_HEADER_SIZE + compactSizeLength(transactions.length),
  );
}

function compactSizeLength(value: number): number {
  if (value < 0xfd) return 1;
  return value <= 0xffff ? 3 : 5;
}
