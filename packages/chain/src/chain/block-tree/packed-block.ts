import { decodeBlock } from '../../primitives/block/block.js';
import { readAll, ByteReader } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import type { UnspentCoin } from '../../rules/consensus/coin.js';
import {
  encodeSizedBlock,
  sizedBlock,
  sizeTransaction,
  type SizedBlock,
} from '../../rules/consensus/sized-block.js';

/*
 * A packed block is the length of the serialised block, the block, and the coins that it spent. It does not leave the
 * process, so it may change from version to version.
 */

const LENGTH_BYTES = 4;
const MIN_SPENT_COIN_BYTES = 32 + 4 + 8 + 1 + 4 + 1;

/** Returns a block and what it spent, as bytes. */
export function packBlock(block: SizedBlock, spent: readonly UnspentCoin[]): Uint8Array {
  const serialized = encodeSizedBlock(block);
  return new ByteWriter().u32(serialized.length).bytes(serialized).list(spent, writeSpentCoin).toBytes();
}

/** Returns the serialised block in a packed one. */
export function blockBytes(packed: Uint8Array): Uint8Array {
  return packed.subarray(LENGTH_BYTES, LENGTH_BYTES + blockLength(packed));
}

/** Returns the block of packed bytes. @param hash of the block, which need not be computed again */
export function unpackBlock(packed: Uint8Array, hash: string): SizedBlock {
  const { header, transactions } = decodeBlock(blockBytes(packed));
  return sizedBlock({ header, hash, transactions: transactions.map(sizeTransaction) });
}

/** Returns the coins that a packed block spent. */
export function unpackSpent(packed: Uint8Array): UnspentCoin[] {
  return readAll(packed.subarray(LENGTH_BYTES + blockLength(packed)), (reader) =>
    reader.list(MIN_SPENT_COIN_BYTES, readSpentCoin),
  );
}

function blockLength(packed: Uint8Array): number {
  return new ByteReader(packed).u32();
}

function writeSpentCoin(writer: ByteWriter, { outPoint, coin }: UnspentCoin): void {
  writer.hash(outPoint.txid).u32(outPoint.index);
  writer.i64(coin.value).varBytes(coin.scriptPubKey).u32(coin.height).bool(coin.isCoinbase);
}

function readSpentCoin(reader: ByteReader): UnspentCoin {
  const outPoint = { txid: reader.hash(), index: reader.u32() };
  const coin = {
    value: reader.i64(),
    scriptPubKey: reader.varBytes(),
    height: reader.u32(),
    isCoinbase: reader.bool(),
  };
  return { outPoint, coin };
}
