import {
  chainLockRequestId,
  selectQuorum,
  verifyChainLock,
  type ChainLock,
  type NetworkParameters,
  type SigningQuorum,
} from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';

/** Describes a quorum that signs ChainLocks: the block that it was made at, and its BLS public key of 48 bytes, in hexadecimal. */
export interface QuorumKey {
  readonly quorumHash: string;
  readonly quorumPublicKey: string;
  /** Height of the block that it was made at, where it is known. */
  readonly height?: number | undefined;
}

/** Returns the ChainLock quorums among the quorums of a list, in its order. */
export function chainLockQuorums(quorums: Iterable<SigningQuorum>, network: NetworkParameters): QuorumKey[] {
  const { type } = network.quorums.chainLocks;
  return Array.from(quorums)
    .filter(({ llmqType }) => llmqType === type)
    .map(({ quorumHash, quorumPublicKey }) => ({ quorumHash, quorumPublicKey }));
}

/**
 * Returns the quorum whose turn it is to sign the ChainLock of a height.
 * @param active the active ones of the type, 8 blocks below that height
 * @throws {VerificationError} `no-signer` when there are none, or more than can be active.
 */
export function signerOf(
  height: number,
  active: readonly QuorumKey[],
  network: NetworkParameters,
): QuorumKey {
  const { type, activeQuorums, name } = network.quorums.chainLocks;
  if (active.length > activeQuorums) {
    throw new VerificationError(
      'no-signer',
      `${active.length} quorums of ${name} are more than the ${activeQuorums} that can be active`,
    );
  }
  const signer = selectQuorum(
    active.map((quorum) => ({ ...quorum, llmqType: type, quorumIndex: 0 })),
    chainLockRequestId(height),
  );
  if (signer === undefined) throw new VerificationError('no-signer', `there is no quorum of ${name}`);
  return signer;
}

/**
 * Checks a ChainLock: its signer is selected from the quorums that were active 8 blocks below its height, and has a trusted key. A signer that is only
 * selected proves nothing: the set of a forger selects a key of the forger.
 * @param active the active quorums of the type as of 8 blocks below
 * @param trusted quorums whose keys were verified, or are in the checkpoint
 * @throws {VerificationError} `no-signer`, `unknown-signer` or `chain-lock-signature`.
 */
export function requireChainLock(
  chainLock: ChainLock,
  active: readonly QuorumKey[],
  trusted: readonly QuorumKey[],
  network: NetworkParameters,
): QuorumKey {
  const signer = signerOf(chainLock.height, active, network);
  const known = trusted.find(({ quorumHash }) => quorumHash === signer.quorumHash);
  if (known === undefined || known.quorumPublicKey !== signer.quorumPublicKey) {
    throw new VerificationError(
      'unknown-signer',
      `quorum ${signer.quorumHash} signs at height ${chainLock.height}, and its key is not known`,
    );
  }
  requireSignature(chainLock, active, network);
  return signer;
}

/**
 * Checks that a ChainLock has the signature of the quorum whose turn it was, with a trusted key or without.
 * @throws {VerificationError} `no-signer` or `chain-lock-signature`.
 */
export function requireSignature(
  chainLock: ChainLock,
  active: readonly QuorumKey[],
  network: NetworkParameters,
): QuorumKey {
  const { type } = network.quorums.chainLocks;
  const signer = signerOf(chainLock.height, active, network);
  if (!verifyChainLock(chainLock, [{ ...signer, llmqType: type, quorumIndex: 0 }])) {
    throw new VerificationError(
      'chain-lock-signature',
      `the ChainLock of block ${chainLock.hash} at ${chainLock.height} is not signed by quorum ${signer.quorumHash}`,
    );
  }
  return signer;
}

/** Returns whether one of some quorums signed a ChainLock, whichever's turn it was. */
export function isSignedByAny(
  chainLock: ChainLock,
  quorums: readonly QuorumKey[],
  { quorums: { chainLocks } }: NetworkParameters,
): boolean {
  return quorums.some((quorum) =>
    verifyChainLock(chainLock, [{ ...quorum, llmqType: chainLocks.type, quorumIndex: 0 }]),
  );
}

/** Returns whether a commitment of a ChainLock quorum can be mined above one height, up to another one. */
export function canChangeBetween(above: number, upTo: number, network: NetworkParameters): boolean {
  const { cycle, miningWindow } = network.quorums.chainLocks;
  for (let height = above + 1; height <= upTo; height += 1) {
    const offset = height % cycle;
    if (offset >= miningWindow.first && offset <= miningWindow.last) return true;
    if (height - above > cycle) return true;
  }
  return false;
}
