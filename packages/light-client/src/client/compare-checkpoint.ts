import type { Checkpoint } from '../checkpoint/checkpoint.js';
import { requireSameBlock } from '../checkpoint/same-block.js';
import { verifyBlockInTurns, type VerifiedBlock } from '../coinbase/verified-block.js';
import { VerificationError } from '../errors/verification-error.js';
import type { BlockPoint } from '../headers/link-headers.js';
import type { PeerTurn } from '../peers/hedged-call.js';
import { PeerError } from '../peers/peer-error.js';
import { isSignedByAny } from '../quorums/chain-lock-quorums.js';
import { chainLockIn } from '../walk/chain-lock-in.js';
import type { CorePeer } from './core-peer.js';
import { ancestorAt, type HeaderParts } from './headers-to.js';

/** Blocks above a checkpoint among which its quorums sign one, where they are those of its height. */
const MAX_SIGNED_BLOCKS = 24;
/** Time for these blocks from one peer. */
const TURN_MS = 60_000;
const CALL_MS = 240_000;

/**
 * Compares a checkpoint with its block in the chain of a block above, which a quorum of the checkpoint signed: headers lead down from there, so no peer can show another block.
 * @param above a block under a verified ChainLock
 * @throws {VerificationError} (rejects) `wrong-checkpoint`; {PeersUnavailableError} where no peer gives the headers or the block
 */
export async function compareCheckpoint(
  checkpoint: Checkpoint,
  above: BlockPoint,
  parts: HeaderParts,
): Promise<void> {
  const { network, height } = checkpoint;
  const hash = await ancestorAt(height, above, network, parts);
  const block = await parts.pool.call(
    async (turn) => {
      const found = await verifyBlockInTurns(
        await parts.core(turn.address).block(hash, turn.signal),
        height,
        network,
      );
      if (found.hash === hash) return found;
      throw new VerificationError('header-hash', `the peer sent block ${found.hash} in the place of ${hash}`);
    },
    { signal: parts.signal, purpose: 'follow' },
  );
  requireSameBlock(checkpoint, block);
}

/**
 * Compares a checkpoint with the block of its height, where one of its quorums signed that block or one of the next. That finds the checkpoint wrong where no walk leads on from it, such as one of another height.
 * @throws {VerificationError} (rejects) `wrong-checkpoint`; {PeersUnavailableError} where none of its quorums signed the blocks of a peer
 */
export async function compareWithSigned(checkpoint: Checkpoint, parts: HeaderParts): Promise<void> {
  const { pool, core, signal } = parts;
  const block = await pool.call(async (turn) => signedBlock(checkpoint, core(turn.address), turn), {
    signal,
    purpose: 'follow',
    attemptMs: TURN_MS,
    callMs: CALL_MS,
  });
  requireSameBlock(checkpoint, block);
}

/** Returns the block of a peer at the height of a checkpoint, where a quorum of the checkpoint signed it or a block that follows. */
async function signedBlock(
  { height: first, network, quorums }: Checkpoint,
  peer: CorePeer,
  turn: PeerTurn,
): Promise<VerifiedBlock> {
  const last = Math.min(first + MAX_SIGNED_BLOCKS, await peer.bestHeight(turn.signal));
  const blocks: VerifiedBlock[] = [];
  for (let height = first; height <= last; height += 1) {
    await turn.pass();
    const block = await verifyBlockInTurns(await peer.block(height, turn.signal), height, network);
    const parent = blocks.at(-1);
    if (parent !== undefined && block.header.previousBlockHash !== parent.hash)
      throw new VerificationError('header-link', `block ${block.hash} does not follow ${parent.hash}`);
    const chainLock = chainLockIn(block, blocks);
    if (chainLock !== undefined && isSignedByAny(chainLock, quorums, network)) return blocks[0] ?? block;
    blocks.push(block);
  }
  throw new PeerError('unhelpful', `no quorum of the checkpoint signed a block of the peer from ${first} on`);
}
