import {
  blockHash,
  buildPartialMerkleTreeInTurns,
  encodeTransaction,
  partialMerkleTreeToHex,
  runInTurns,
  TransactionType,
  type Block,
  type Steps,
} from '@dapikit/chain/browser';
import {
  readBlockHeader,
  requireTransactionSteps,
  transactionSteps,
} from '../coinbase/block-transactions.js';
import { coinbasePayload } from '../coinbase/coinbase-proof.js';
import { VerificationError } from '../errors/verification-error.js';
import type { BlockPoint } from '../headers/link-headers.js';
import { measuredSteps, type Measure } from '../peers/measured-steps.js';

/** Describes a transaction of a block whose header commits to it. */
export interface VerifiedTransaction {
  readonly serialized: Uint8Array;
  /** Height that the coinbase of its block names; `undefined` before the first masternode lists. Whether it is of the chain is not checked. */
  readonly height: number | undefined;
  /** Partial merkle tree in hexadecimal, in the form of `cbTxMerkleTree`: it leads from the id to the merkle root of the header. */
  readonly merkleProof: string;
}

/** Describes a transaction with the final block that it is in. */
export interface TransactionInBlock extends Omit<VerifiedTransaction, 'height'> {
  readonly block: BlockPoint;
}

/**
 * Checks a serialised block against its hash: the header, and all transactions against the merkle root, in turns of the event loop. Returns the transaction with an id; `undefined` where the block
 * has none.
 * @throws {VerificationError} (rejects) `malformed`, `unsupported-version`, `header-hash` or `merkle-root`
 */
export async function verifyTransactionIn(
  bytes: Uint8Array,
  hash: string,
  { txid, measure }: { readonly txid?: string; readonly measure?: Measure } = {},
): Promise<VerifiedTransaction | undefined> {
  const steps = blockSteps(bytes, hash);
  const { block, ids } = await runInTurns(measure === undefined ? steps : measuredSteps(steps, measure));
  const transaction = block.transactions[ids.findIndex((id) => id === txid)];
  if (transaction === undefined || txid === undefined) return undefined;
  const tree = await buildPartialMerkleTreeInTurns(ids, new Set([txid]));
  return {
    serialized: encodeTransaction(transaction),
    height: heightOf(block),
    merkleProof: partialMerkleTreeToHex(tree),
  };
}

function* blockSteps(
  bytes: Uint8Array,
  hash: string,
): Steps<{ readonly block: Block; readonly ids: readonly string[] }> {
  const header = readBlockHeader(bytes, hash);
  const found = blockHash(header);
  if (found !== hash)
    throw new VerificationError('header-hash', `the block has the hash ${found}, not ${hash}`);
  const block = { header, transactions: yield* transactionSteps(bytes, hash) };
  return { block, ids: yield* requireTransactionSteps(block, hash) };
}

function heightOf({ transactions: [coinbase] }: Block): number | undefined {
  return coinbase?.type === TransactionType.coinbase ? coinbasePayload(coinbase).height : undefined;
}
