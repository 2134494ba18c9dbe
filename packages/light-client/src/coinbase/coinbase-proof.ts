import {
  decodePayload,
  decodeTransaction,
  extractMerkleProof,
  hexToBytes,
  partialMerkleTreeFromHex,
  networkTransactionId,
  TransactionType,
  type CbTx,
  type MasternodeListDiff,
  type Transaction,
} from '@dapikit/chain/browser';
import { decoded } from '../errors/decoded.js';
import { VerificationError } from '../errors/verification-error.js';

/** Describes a coinbase that is proven to be the first transaction of a block with a merkle root. */
export interface ProvenCoinbase {
  readonly txid: string;
  /** Merkle root of its block: the header's, if the block is the one that it claims to be. */
  readonly merkleRoot: string;
  readonly payload: CbTx;
}

/** Describes a coinbase with the branch of the merkle tree that leads to it, both in hexadecimal, as in a masternode list diff. */
export type CoinbaseProof = Pick<MasternodeListDiff, 'cbTx' | 'cbTxMerkleTree'>;

/**
 * Returns the coinbase of a masternode list diff: exactly one match of the partial merkle tree, which is transaction 0.
 * @throws {VerificationError} `malformed`, `unsupported-version` or `coinbase-proof`.
 */
export function proveCoinbase(proof: CoinbaseProof): ProvenCoinbase {
  const coinbase = decoded('coinbase', () => decodeTransaction(hexToBytes(proof.cbTx)));
  const tree = decoded('merkle tree', () => partialMerkleTreeFromHex(proof.cbTxMerkleTree));
  const extracted = extractMerkleProof(tree);
  if (!extracted.valid)
    throw new VerificationError(
      'coinbase-proof',
      `the merkle tree of the coinbase is invalid: ${extracted.reason}`,
    );
  const [match, another] = extracted.matches;
  if (match?.index !== 0 || another !== undefined) {
    throw new VerificationError(
      'coinbase-proof',
      'the merkle tree does not prove exactly the first transaction of the block',
    );
  }
  const txid = networkTransactionId(coinbase);
  if (match.txid !== txid)
    throw new VerificationError(
      'coinbase-proof',
      `the merkle tree proves ${match.txid}, not the coinbase ${txid}`,
    );
  return { txid, merkleRoot: extracted.merkleRoot, payload: coinbasePayload(coinbase) };
}

/**
 * Returns the payload of a coinbase.
 * @throws {VerificationError} `unsupported-version` for a version that is not known, `malformed` for other bytes.
 */
export function coinbasePayload(coinbase: Transaction): CbTx {
  const { type, extraPayload } = coinbase;
  if (type !== TransactionType.coinbase)
    throw new VerificationError('malformed', `a coinbase of type ${type}`);
  const version = (extraPayload[0] ?? 0) | ((extraPayload[1] ?? 0) << 8);
  if (version > NEWEST_VERSION) {
    throw new VerificationError(
      'unsupported-version',
      `the coinbase has a payload of version ${version}: it needs a newer version of dapikit`,
    );
  }
  const payload = decoded('payload of the coinbase', () => decodePayload(coinbase));
  if (payload?.kind !== 'cbTx') throw new VerificationError('malformed', 'the coinbase has no payload');
  return payload;
}

const NEWEST_VERSION = 4;
