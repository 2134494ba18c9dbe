import type { PoolNode } from '@dapikit/chain/core-pool';
import { requireSameBlock, verifyBlock, type Checkpoint, type VerifiedBlock } from '@dapikit/light-client';
import { CommandError } from '../program/command.js';

const CALL_MS = 10_000;

/** Says how far nodes have the block of a checkpoint: all is the same, or why that is not known yet. */
export type Comparison = { readonly isSame: true } | { readonly isSame: false; readonly reason: string };

/**
 * Compares the block of a checkpoint with that of nodes before anything is verified: also that of a checkpoint without keys, or above their tips.
 * @throws {CommandError} (rejects) where all nodes have another block at its height; {VerificationError} `wrong-checkpoint` where its block has other roots, or an earlier time
 */
export async function compareWithNodes(
  checkpoint: Checkpoint,
  nodes: ReadonlyMap<string, PoolNode>,
  stop: AbortSignal,
): Promise<Comparison> {
  const { height, hash } = checkpoint;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(CALL_MS)]);
  const found = await Promise.all(
    [...nodes].map(async ([name, node]) => ({ name, node, ...(await hashOf(node, height, signal)) })),
  );
  const same = found.filter((one) => one.hash === hash);
  for (const { node } of same) {
    const block = await blockOf(node, checkpoint, signal);
    if (block === undefined) continue;
    requireSameBlock(checkpoint, block);
    break;
  }
  if (same.length > 0) return { isSame: true };
  const other = found.find((one) => one.hash !== undefined);
  const difference = `block ${height} is ${hash} in the checkpoint, and ${other?.hash} at node ${other?.name}`;
  if (other !== undefined && found.every((one) => one.hash !== undefined))
    throw new CommandError(`checkpoint: ${difference}: it is of another chain`);
  const failure = found.find((one) => one.failure !== undefined)?.failure;
  return {
    isSame: false,
    reason:
      other === undefined ? `no node has block ${height}: ${failure ?? 'there is no node'}` : difference,
  };
}

async function hashOf(
  node: PoolNode,
  height: number,
  signal: AbortSignal,
): Promise<{ readonly hash?: string; readonly failure?: string }> {
  try {
    return { hash: await node.blockHash(height, { signal }) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the block of a checkpoint; `undefined` where a node does not give it, such as a pruned one. */
async function blockOf(
  node: PoolNode,
  { hash, height, network }: Checkpoint,
  signal: AbortSignal,
): Promise<VerifiedBlock | undefined> {
  try {
    const block = verifyBlock(await node.read('block', { hash }, { signal }), height, network);
    return block.hash === hash ? block : undefined;
  } catch {
    return undefined;
  }
}
