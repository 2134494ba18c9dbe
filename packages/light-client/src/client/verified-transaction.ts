import {
  blockHash,
  buildPartialMerkleTree,
  decodeBlock,
  encodeTransaction,
  partialMerkleTreeToHex,
  TransactionType,
  type Block,
} from '@dapikit/chain/browser';
import { requireTransactions } from '../coinbase/block-transactions.js';
import { coinbasePayload } from '../coinbase/coinbase-proof.js';
import { decoded } from '../errors/decoded.js';
import { VerificationError } from '../errors/verification-error.js';
import type { BlockPoint } from '../headers/link-headers.js';

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
 * Checks a serialised block against its hash: the header, and all transactions against the merkle root. Returns the transaction with an id; `undefined` where the block
 * has none.
 * @throws {VerificationError} `malformed`, `unsupported-version`, `header-hash` or `merkle-root`
 */
export function verifyTransactionIn(
  bytes: Uint8Array,
  hash: string,
  txid?: string,
): VerifiedTransaction | undefined {
  const block = decoded('block', () => decodeBlock(bytes));
  const found = blockHash(block.header);
  if (found !== hash)
    throw new VerificationError('header-hash', `the block has the hash ${found}, not ${hash}`);
  const ids = requireTransactions(block, hash);
  const transaction = block.transactions[ids.findIndex((id) => id === txid)];
  if (transaction === undefined || txid === undefined) return undefined;
  const tree = buildPartialMerkleTree(ids, new Set([txid]));
  return {
    serialized: encodeTransaction(transaction),
    height: heightOf(block),
    merkleProof: partialMerkleTreeToHex(tree),
  };
}

function heightOf({ transactions: [coinbase] }: Block): number | undefined {
  return coinbase?.type === TransactionType.coinbase ? coinbasePayload(coinbase).height : undefined;
}
