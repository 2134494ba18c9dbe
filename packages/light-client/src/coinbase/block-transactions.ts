import {
  assetUnlockHash,
  decodeBlockHeader,
  BLOCK_HEADER_SIZE,
  MAX_BLOCK_SIZE,
  endsStep,
  merkleRootSteps,
  merkleRootWithMutation,
  networkTransactionId,
  readBlockTransactions,
  type Block,
  type BlockHeader,
  type Steps,
  type Transaction,
} from '@dapikit/chain/browser';
import { decoded } from '../errors/decoded.js';
import { VerificationError } from '../errors/verification-error.js';
import { coinbasePayload } from './coinbase-proof.js';

/**
 * Returns the header of a serialised block of a peer.
 * @param name of the block in errors: its height or hash
 * @throws {VerificationError} `malformed`, also where the block is larger than any can be
 */
export function readBlockHeader(bytes: Uint8Array, name: string): BlockHeader {
  if (bytes.length > MAX_BLOCK_SIZE)
    throw new VerificationError(
      'malformed',
      `block ${name} has ${bytes.length} bytes: expected at most ${MAX_BLOCK_SIZE}`,
    );
  return decoded(`block ${name}`, () => decodeBlockHeader(bytes.subarray(0, BLOCK_HEADER_SIZE)));
}

/** Reads the transactions of a serialised block, in steps. @throws {VerificationError} `malformed` */
export function* transactionSteps(bytes: Uint8Array, name: string): Steps<Transaction[]> {
  const read = readBlockTransactions(bytes);
  const transactions: Transaction[] = [];
  for (;;) {
    const next = decoded(`block ${name}`, () => read.next());
    if (next.done === true) return transactions;
    if (endsStep(transactions.push(next.value))) yield undefined;
  }
}

/**
 * Checks, in steps, that the transactions of a block are those that its header commits to, and the signers of its asset unlocks those of its coinbase. Returns their ids in the order of the block.
 * @param name of the block in errors: its height or hash
 * @throws {VerificationError} `merkle-root`; `malformed` or `unsupported-version` for the coinbase of a block with asset unlocks of version 2
 */
export function* requireTransactionSteps({ header, transactions }: Block, name: string): Steps<string[]> {
  const ids: string[] = [];
  for (const transaction of transactions)
    if (endsStep(ids.push(networkTransactionId(transaction)))) yield undefined;
  const { root, mutated } = yield* merkleRootSteps(ids);
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
