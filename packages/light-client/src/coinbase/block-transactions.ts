import {
  assetUnlockHash,
  merkleRootWithMutation,
  networkTransactionId,
  type Block,
} from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';
import { coinbasePayload } from './coinbase-proof.js';

/**
 * Checks that the transactions of a block are those that its header commits to, and the signers of its asset unlocks those of its coinbase. Returns their ids in the order of the block.
 * @param name of the block in errors: its height or hash
 * @throws {VerificationError} `merkle-root`; `malformed` or `unsupported-version` for the coinbase of a block with asset unlocks of version 2
 */
export function requireTransactions({ header, transactions }: Block, name: string): string[] {
  const ids = transactions.map(networkTransactionId);
  const { root, mutated } = merkleRootWithMutation(ids);
  if (root !== header.merkleRoot || mutated)
    throw new VerificationError(
      'merkle-root',
      `the transactions of block ${name} are not those of its header`,
    );
  // An id does not cover the signer of an asset unlock.
  const unlocks = transactions.flatMap((transaction) => assetUnlockHash(transaction) ?? []);
  const [first] = transactions;
  if (unlocks.length === 0 || first === undefined) return ids;
  const coinbase = coinbasePayload(first);
  const committed = coinbase.version === 4 ? coinbase.merkleRootAssetUnlocks : undefined;
  if (merkleRootWithMutation(unlocks).root !== committed)
    throw new VerificationError(
      'merkle-root',
      `the signers of asset unlocks in block ${name} are not those of its coinbase`,
    );
  return ids;
}
