import {
  blockHash,
  decodePayload,
  isNullCommitment,
  meetsTarget,
  runAtOnce,
  runInTurns,
  TransactionType,
  type BlockHeader,
  type CbTx,
  type FinalCommitment,
  type NetworkParameters,
  type Steps,
} from '@dapikit/chain/browser';
import { decoded } from '../errors/decoded.js';
import { VerificationError } from '../errors/verification-error.js';
import { readBlockHeader, requireTransactionSteps, transactionSteps } from './block-transactions.js';
import { coinbasePayload } from './coinbase-proof.js';

/** Describes a block whose header commits to its transactions, with the contents that a walk needs. */
export interface VerifiedBlock {
  readonly height: number;
  readonly hash: string;
  readonly header: BlockHeader;
  readonly coinbase: CbTx;
  /** Commitments of the ChainLock quorums of the network, null ones too, in the order of the block. */
  readonly commitments: readonly FinalCommitment[];
}

/**
 * Decodes a serialised block and checks it against its own header: the work, the merkle root of all transactions, the height in the coinbase. Whether
 * it is in the chain depends on its hash.
 * @throws {VerificationError} `malformed`, `unsupported-version`, `header-work`, `merkle-root` or `coinbase-height`.
 */
export function verifyBlock(bytes: Uint8Array, height: number, network: NetworkParameters): VerifiedBlock {
  return runAtOnce(blockSteps(bytes, height, network));
}

/**
 * Verifies a block of a peer as {@link verifyBlock} does, in turns of the event loop: the largest one takes more than a second.
 * @throws {VerificationError} (rejects) as it does
 */
export async function verifyBlockInTurns(
  bytes: Uint8Array,
  height: number,
  network: NetworkParameters,
): Promise<VerifiedBlock> {
  return runInTurns(blockSteps(bytes, height, network));
}

function* blockSteps(bytes: Uint8Array, height: number, network: NetworkParameters): Steps<VerifiedBlock> {
  const name = String(height);
  const header = readBlockHeader(bytes, name);
  const hash = blockHash(header);
  if (!meetsTarget(hash, header.bits, network.work.limit))
    throw new VerificationError('header-work', `block ${height} lacks the work of its target: ${hash}`);
  const transactions = yield* transactionSteps(bytes, name);
  yield* requireTransactionSteps({ header, transactions }, name);
  const [first] = transactions;
  if (first === undefined) throw new VerificationError('malformed', `block ${height} is empty`);
  const coinbase = coinbasePayload(first);
  if (coinbase.height !== height) {
    throw new VerificationError(
      'coinbase-height',
      `the coinbase of block ${hash} has height ${coinbase.height}, not ${height}`,
    );
  }
  const commitments = transactions
    .filter(({ type }) => type === TransactionType.quorumCommitment)
    .map((transaction) => decoded('quorum commitment', () => decodePayload(transaction)))
    .flatMap((payload) => (payload?.kind === 'quorumCommitmentTx' ? [payload.commitment] : []))
    .filter(({ llmqType }) => llmqType === network.quorums.chainLocks.type);
  return { height, hash, header, coinbase, commitments };
}

/** Returns the commitment of the quorum that a block adds; `undefined` where it has none, or null ones. */
export function minedCommitment({ commitments }: VerifiedBlock): FinalCommitment | undefined {
  return commitments.find((commitment) => !isNullCommitment(commitment));
}
