import { DevChain } from '@dapikit/chain';
import {
  BLOCK_HEADER_SIZE,
  decodeBlockHeader,
  NETWORKS,
  ZERO_HASH,
  type BlockHeader,
} from '@dapikit/chain/browser';
import { readDiff } from '../src/list/read-diff.js';
import { applyVerifiedDiff, type VerifiedList } from '../src/list/verified-list.js';
import { chainLockQuorums } from '../src/quorums/chain-lock-quorums.js';
import type { BlockSource, TrustedState } from '../src/walk/walk.js';

export const REGTEST = NETWORKS.regtest;

/** Returns a chain that signs a ChainLock for every block. */
export function lockedChain(): DevChain {
  return new DevChain({ mining: 'manual', chainLocks: true });
}

/** Mines one block after the other, so that each coinbase has the ChainLock of the block before. */
export function mineLocked(chain: DevChain, count: number): void {
  for (let mined = 0; mined < count; mined += 1) chain.mine(1);
}

/** Returns the verified list of a block. */
export async function listAt(chain: DevChain, height: number): Promise<VerifiedList> {
  const diff = await chain.masternodeListDiff(ZERO_HASH, String(height));
  return applyVerifiedDiff(undefined, readDiff(structuredClone(diff)), REGTEST);
}

/** Returns the state of a block, whose quorums are trusted; the order of the quorums is unknown. */
export async function stateAt(chain: DevChain, height: number): Promise<TrustedState> {
  const list = await listAt(chain, height);
  const quorums = chainLockQuorums(list.quorums.values(), REGTEST);
  return { network: REGTEST, height, hash: list.hash, time: headerAt(chain, height).time, quorums };
}

/** Gives the blocks of a chain. */
export function blocksOf(chain: DevChain): BlockSource {
  return { block: async (height) => blockAt(chain, height) };
}

/** Returns the serialised block at a height. */
export function blockAt(chain: DevChain, height: number): Uint8Array {
  const block = chain.serializedBlock(height);
  if (block === undefined) throw new Error(`there is no block ${height}`);
  return block;
}

/** Returns the header of the block at a height. */
export function headerAt(chain: DevChain, height: number): BlockHeader {
  return decodeBlockHeader(blockAt(chain, height).subarray(0, BLOCK_HEADER_SIZE));
}

/** Returns the headers above one height, up to another one. */
export function headersBetween(chain: DevChain, above: number, upTo: number): BlockHeader[] {
  return Array.from({ length: upTo - above }, (_, at) => headerAt(chain, above + 1 + at));
}
