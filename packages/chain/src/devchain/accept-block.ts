import type { ChainBlock } from '../chain/block-tree/chain-block.js';
import { RejectionError } from '../rules/consensus/rejection-error.js';
import type { SizedBlock } from '../rules/consensus/sized-block.js';
import { NO_LOCKS } from './dropped-locks.js';
import type { LocalNode } from './local-node.js';
import { changeInTurns } from './node-change.js';

/** The number of transactions from which a block is connected to a copy of the node: to copy one takes longer than to connect a small block. */
export const LARGE_BLOCK = 1000;

/**
 * Takes a block that was mined elsewhere, as one of a peer, in turns of the event loop.
 * @throws {RejectionError} (it rejects) with Dash Core's reject reason; the best chain is then what it was
 */
export async function acceptInTurns(node: LocalNode, block: SizedBlock): Promise<ChainBlock> {
  if (block.transactions.length < LARGE_BLOCK) return node.acceptInTurns(block);
  let rejection: RejectionError | undefined;
  await changeInTurns(node, () => ({
    dropped: NO_LOCKS,
    *steps(changed) {
      rejection = undefined;
      try {
        yield* changed.acceptSteps(block);
      } catch (error) {
        if (!(error instanceof RejectionError)) throw error;
        // Not thrown here, so that the node keeps the rejected block.
        rejection = error;
      }
    },
  }));
  if (rejection !== undefined) throw rejection;
  const added = node.chain.block(block.hash);
  if (added === undefined) throw new RangeError(`the accepted block ${block.hash} is missing`);
  node.follow();
  return added;
}
