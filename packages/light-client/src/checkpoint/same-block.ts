import type { VerifiedBlock } from '../coinbase/verified-block.js';
import { VerificationError } from '../errors/verification-error.js';
import type { Checkpoint } from './checkpoint.js';

/**
 * Checks that a checkpoint says nothing else than a block: its hash, its roots where the checkpoint has them, and a time that is not later.
 * @param block a block of the checkpoint's height, which is known to be in the chain
 * @throws {VerificationError} `wrong-checkpoint`
 */
export function requireSameBlock(checkpoint: Checkpoint, { hash, header, coinbase }: VerifiedBlock): void {
  const { height, time, merkleRootMNList, merkleRootQuorums } = checkpoint;
  if (checkpoint.hash !== hash)
    throw wrong(`block ${height} is ${checkpoint.hash} in the checkpoint, and ${hash} in the chain`);
  const quorumRoot = 'merkleRootQuorums' in coinbase ? coinbase.merkleRootQuorums : undefined;
  const roots = [
    ['merkleRootMNList', merkleRootMNList, coinbase.merkleRootMNList],
    ['merkleRootQuorums', merkleRootQuorums, quorumRoot],
  ] as const;
  for (const [name, expected, actual] of roots)
    if (expected !== undefined && expected !== actual)
      throw wrong(`${name} is ${expected} in the checkpoint, and ${actual} in its block ${height}`);
  if (time > header.time)
    throw wrong(`the time of the checkpoint is ${time}, and that of its block ${height} is ${header.time}`);
}

const wrong = (what: string): VerificationError => new VerificationError('wrong-checkpoint', what);
