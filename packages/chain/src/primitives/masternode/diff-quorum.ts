import { countBits } from '../../base/bytes/bit-set.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { bytesToHex, hexToBytes } from '../../base/bytes/hex.js';
import { writeFinalCommitment, type FinalCommitment } from './final-commitment.js';
import { InapplicableDiffError } from './inapplicable-diff-error.js';
import type { QuorumCommitmentJson } from './masternode-list-diff.js';
import { quorumParametersOf } from '../network/quorum-parameters.js';

const LAST_VERSION = 4;

/**
 * Returns the final commitment that an element of a diff's `newQuorums` describes.
 * @param size how many members the quorum has: the text does not say; left out, it is that of the public networks
 * @throws {InapplicableDiffError} with reason `malformed-quorum` when a member is not what it should be or the size is not known.
 */
export function finalCommitmentFromDiff(
  json: QuorumCommitmentJson,
  size: number | undefined = quorumParametersOf(json.llmqType)?.size,
): FinalCommitment {
  try {
    const commitment = readCommitment(json, size);
    writeFinalCommitment(new ByteWriter(), commitment);
    return commitment;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InapplicableDiffError('malformed-quorum', `quorum ${json.quorumHash}: ${reason}`, { cause });
  }
}

/**
 * Returns the element of a diff's `newQuorums` that describes `commitment`, members in the order of Dash Core 23.
 *
 * Source: `CFinalCommitment::ToJson` in `src/evo/core_write.cpp` of dashpay/dash.
 */
export function diffQuorumFromCommitment(commitment: FinalCommitment): QuorumCommitmentJson {
  return {
    version: commitment.version,
    llmqType: commitment.llmqType,
    quorumHash: commitment.quorumHash,
    quorumIndex: commitment.quorumIndex,
    signersCount: countBits(commitment.signers),
    signers: bytesToHex(commitment.signers.bytes),
    validMembersCount: countBits(commitment.validMembers),
    validMembers: bytesToHex(commitment.validMembers.bytes),
    quorumPublicKey: commitment.quorumPublicKey,
    quorumVvecHash: commitment.quorumVvecHash,
    quorumSig: commitment.quorumSig,
    membersSig: commitment.membersSig,
  };
}

function readCommitment(json: QuorumCommitmentJson, size: number | undefined): FinalCommitment {
  const { version } = json;
  if (version < 1 || version > LAST_VERSION) throw new RangeError(`unknown version ${version}`);
  if (size === undefined) throw new RangeError(`unknown size of quorums of type ${json.llmqType}`);
  return {
    version,
    llmqType: json.llmqType,
    quorumHash: json.quorumHash,
    quorumIndex: json.quorumIndex,
    signers: { size, bytes: hexToBytes(json.signers) },
    validMembers: { size, bytes: hexToBytes(json.validMembers) },
    quorumPublicKey: json.quorumPublicKey,
    quorumVvecHash: json.quorumVvecHash,
    quorumSig: json.quorumSig,
    membersSig: json.membersSig,
  };
}
