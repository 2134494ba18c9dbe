import { readFileSync } from 'node:fs';
import { decodeBlock } from '../block/block.js';
import { sizedBlock, sizeTransaction, type SizedBlock } from '../consensus/sized-block.js';
import { readDump } from './dump.js';

/** Where the build puts a dump of the chain that everybody begins with, beside what it compiles. */
export const SHIPPED_CHAIN = new URL('../../dist/initial-chain.dump', import.meta.url);

/**
 * The blocks of the initial chain that came with the package, without the genesis block; `undefined` where none came with it,
 * or none that can be read.
 */
export function shippedBlocks(): SizedBlock[] | undefined {
  try {
    return blocksOf(readFileSync(SHIPPED_CHAIN));
  } catch {
    return undefined;
  }
}

function blocksOf(dump: Uint8Array): SizedBlock[] {
  const { blocks, tip } = readDump(dump);
  const decoded = blocks.map(decodeBlock);
  return decoded.map(({ header, transactions }, i) =>
    sizedBlock({
      header,
      // Each block names the one before it, which saves its hash.
      hash: decoded[i + 1]?.header.previousBlockHash ?? tip,
      transactions: transactions.map(sizeTransaction),
    }),
  );
}
