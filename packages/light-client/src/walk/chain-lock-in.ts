import type { ChainLock } from '@dapikit/chain/browser';
import type { VerifiedBlock } from '../coinbase/verified-block.js';
import { VerificationError } from '../errors/verification-error.js';

const NO_SIGNATURE = /^0*$/;

/**
 * Returns the ChainLock in the coinbase of a block, where it is one of some blocks below, unverified; `undefined` for another one or none.
 * @throws {VerificationError} `not-chain-locked` for a coinbase of a version without ChainLocks
 */
export function chainLockIn(
  { coinbase, height, hash }: VerifiedBlock,
  below: readonly VerifiedBlock[],
): ChainLock | undefined {
  if (coinbase.version < 3 || !('bestCLSignature' in coinbase)) {
    throw new VerificationError(
      'not-chain-locked',
      `the coinbase of block ${hash} at ${height} is of version ${coinbase.version}, which has no ChainLock`,
    );
  }
  const { bestCLHeightDiff, bestCLSignature: signature } = coinbase;
  if (NO_SIGNATURE.test(signature)) return undefined;
  const locked = below.find((block) => block.height === height - bestCLHeightDiff - 1);
  return locked && { height: locked.height, hash: locked.hash, signature };
}
