import { readFileSync } from 'node:fs';
import { decodeBlock } from '../primitives/block/block.js';
import { sizedBlock, sizeTransaction, type SizedBlock } from '../rules/consensus/sized-block.js';
import type { ChainLock } from '../layer1/layer1.js';
import { readDump } from './dump.js';

/** Defines the URL of the dump of the initial chain, which git has. */
export const SHIPPED_CHAIN = new URL('../../assets/initial-chain.dump', import.meta.url);

/** Describes the initial chain that came with the package. */
export interface ShippedBlocks {
  /** Without the genesis block. */
  readonly blocks: readonly SizedBlock[];
  /** ChainLock of the last block. */
  readonly chainLock: ChainLock | undefined;
}

/** Returns the initial chain that came with the package; `undefined` where none came with it, or none that can be read. */
export function shippedBlocks(): ShippedBlocks | undefined {
  try {
    return blocksOf(readFileSync(SHIPPED_CHAIN));
  } catch {
    return undefined;
  }
}

function blocksOf(dump: Uint8Array): ShippedBlocks {
  const { blocks, tip, chainLock } = readDump(dump);
  const decoded = blocks.map(decodeBlock);
  const sized = decoded.map(({ header, transactions }, i) =>
    sizedBlock({
      header,
      // Each block names the one before it, which saves its hash.
      hash: decoded[i + 1]?.header.previousBlockHash ?? tip,
      transactions: transactions.map(sizeTransaction),
    }),
  );
  return { blocks: sized, chainLock };
}
