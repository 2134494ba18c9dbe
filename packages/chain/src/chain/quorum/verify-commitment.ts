import { bitsSet, countBits } from '../../base/bytes/bit-set.js';
import { ZERO_HASH } from '../../base/bytes/hex.js';
import type { ChainBlock } from '../block-tree/chain-block.js';
import { basicOperatorKey } from '../../rules/consensus/masternode.js';
import { COMMITMENT_VERSION } from '../../rules/consensus/quorum-commitments.js';
import { quorumTypeOf, type QuorumType } from '../../rules/consensus/quorum-types.js';
import { verifyAggregatedBls } from '../../base/crypto/bls-aggregate.js';
import { isBlsPublicKey, isBlsSignature, verifyBls } from '../../base/crypto/bls.js';
import type { FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import { commitmentHash } from './commitment-hash.js';
import { quorumMembers } from './quorum-members.js';

interface Subject {
  readonly commitment: FinalCommitment;
  readonly quorumType: QuorumType;
  /** The block that the quorum was made at. */
  readonly base: ChainBlock;
}

/** Lists the rules of a commitment that is not null, without signatures. */
const RULES: readonly ((subject: Subject) => boolean)[] = [
  ({ commitment, quorumType }) =>
    commitment.version === (quorumType.isRotated ? COMMITMENT_VERSION.rotated : COMMITMENT_VERSION.unrotated),
  ({ commitment, quorumType, base }) => base.height % quorumType.cycle === commitment.quorumIndex,
  ({ commitment: { signers, validMembers }, quorumType: { size } }) =>
    signers.size === size && validMembers.size === size,
  ({ commitment: { signers, validMembers }, quorumType: { minSize } }) =>
    countBits(signers) >= minSize && countBits(validMembers) >= minSize,
  ({ commitment }) => isBlsPublicKey(commitment.quorumPublicKey),
  ({ commitment }) => commitment.quorumVvecHash !== ZERO_HASH,
  ({ commitment }) => isBlsSignature(commitment.membersSig) && isBlsSignature(commitment.quorumSig),
  ({ commitment: { signers, validMembers }, quorumType, base }) => {
    const members = quorumMembers(quorumType, base).length;
    return [signers, validMembers].every((bits) => bitsSet(bits).every((place) => place < members));
  },
];

/**
 * Returns whether a commitment that is not null can be of the quorum that was made at a block, signatures aside.
 *
 * Source: `CFinalCommitment::Verify` in `src/llmq/commitment.cpp` of dashpay/dash.
 */
export function fitsItsQuorum(commitment: FinalCommitment, base: ChainBlock): boolean {
  const quorumType = quorumTypeOf(commitment.llmqType);
  return quorumType !== undefined && RULES.every((isMet) => isMet({ commitment, quorumType, base }));
}

/**
 * Returns whether the quorum and those of its members who are said to have signed a commitment did sign it.
 *
 * Source: `CFinalCommitment::VerifySignatureAsync` in `src/llmq/commitment.cpp` of dashpay/dash.
 */
export function isSignedByItsQuorum(commitment: FinalCommitment, base: ChainBlock): boolean {
  const quorumType = quorumTypeOf(commitment.llmqType);
  if (quorumType === undefined) return false;
  const members = quorumMembers(quorumType, base);
  const keys = bitsSet(commitment.signers).map((place) => {
    const member = members[place];
    return member === undefined ? '' : basicOperatorKey(member);
  });
  const message = commitmentHash(commitment);
  return (
    verifyAggregatedBls(commitment.membersSig, message, keys) &&
    verifyBls(commitment.quorumSig, message, commitment.quorumPublicKey)
  );
}
