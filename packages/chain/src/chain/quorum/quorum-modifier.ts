import { ancestorAt, type ChainBlock } from '../block-tree/chain-block.js';
import type { Masternode } from '../../rules/consensus/masternode.js';
import type { QuorumType } from '../../rules/consensus/quorum-types.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { displayHash, internalHash, ZERO_HASH } from '../../base/bytes/hex.js';
import { sha256, sha256d } from '../../base/crypto/hashes.js';
import { BLS_SIGNATURE_SIZE } from '../../primitives/masternode/field-sizes.js';
import { chainLockInCoinbase } from './coinbase-chain-lock.js';

/** Members are chosen by the state this many blocks earlier. Source: `WORK_DIFF_DEPTH` in `src/llmq/snapshot.h`. */
const WORK_DEPTH = 8;

/** Returns the block by which the members of quorums are chosen that are made in the cycle that begins with a block. */
export function workBlock(cycleBase: ChainBlock): ChainBlock | undefined {
  return ancestorAt(cycleBase, cycleBase.height - WORK_DEPTH);
}

/**
 * Returns the masternodes that can be members, the best first, in an order that the ChainLock in a block, or its hash, decides.
 *
 * Source: `GetHashModifier` in `src/llmq/utils.cpp` of dashpay/dash, where V20 is active.
 */
export function rankMasternodes(
  masternodes: Iterable<Masternode>,
  quorumType: QuorumType,
  work: ChainBlock,
): Masternode[] {
  return rankByModifier(masternodes, modifierOf(quorumType, work));
}

/** Describes the fields of a masternode that decide whether it can be a member of a quorum, and its rank. */
export type Candidate = Pick<Masternode, 'proTxHash' | 'confirmedHash' | 'banHeight'>;

/**
 * Returns the confirmed masternodes that are not banned in the order of their scores, the highest first.
 *
 * Source: `CalculateQuorum` in `src/llmq/utils.cpp` of dashpay/dash.
 */
export function rankByModifier<M extends Candidate>(masternodes: Iterable<M>, modifier: Uint8Array): M[] {
  const ranked: { masternode: M; score: string }[] = [];
  for (const masternode of masternodes) {
    if (masternode.banHeight !== undefined || masternode.confirmedHash === ZERO_HASH) continue;
    ranked.push({ masternode, score: scoreOf(masternode, modifier) });
  }
  ranked.sort((a, b) => (a.score < b.score ? 1 : -1));
  return ranked.map(({ masternode }) => masternode);
}

function modifierOf({ type }: QuorumType, work: ChainBlock): Uint8Array {
  const writer = new ByteWriter().u8(type);
  const chainLock = chainLockInCoinbase(work);
  if (chainLock === undefined) return sha256d(writer.hash(work.hash).toBytes());
  writeFixedHex(writer.i32(work.height), chainLock.bestCLSignature, BLS_SIGNATURE_SIZE);
  return sha256d(writer.toBytes());
}

function scoreOf({ proTxHash, confirmedHash }: Candidate, modifier: Uint8Array): string {
  const identity = sha256(Buffer.concat([internalHash(proTxHash), internalHash(confirmedHash)]));
  return displayHash(sha256(Buffer.concat([identity, modifier])));
}
