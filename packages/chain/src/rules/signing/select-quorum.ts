import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { compareHashes, displayHash } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { quorumParametersOf } from '../../primitives/network/quorum-parameters.js';

/** Describes a quorum as its final commitment, or an element of a diff's `newQuorums`, describes it. */
export interface SigningQuorum {
  readonly llmqType: number;
  /** The block the quorum was made at, in display order. */
  readonly quorumHash: string;
  readonly quorumIndex: number;
  /** BLS public key, 48 bytes in hexadecimal. */
  readonly quorumPublicKey: string;
}

/**
 * Selects the active quorum of a type that signs a request; `undefined` if there is none.
 *
 * Source: `SelectQuorumForSigning` in `src/llmq/quorumsman.cpp` of dashpay/dash.
 * @param requestId in display order
 */
export function selectQuorum<Q extends SigningQuorum>(
  quorums: readonly Q[],
  requestId: string,
): Q | undefined {
  const parameters = quorumParametersOf(quorums[0]?.llmqType ?? 0);
  if (parameters?.isRotated !== true) return selectByScore(quorums, requestId);
  const rotated = parameters.activeQuorums;
  const bits = Math.log2(rotated);
  const last64 = BigInt(`0x${requestId.slice(0, 16)}`);
  const signer = Number((last64 >> BigInt(64 - bits - 1)) & BigInt(rotated - 1));
  return quorums.find(({ quorumIndex }) => quorumIndex === signer);
}

function selectByScore<Q extends SigningQuorum>(quorums: readonly Q[], requestId: string): Q | undefined {
  const scored = quorums.map((quorum) => ({ quorum, score: scoreOf(quorum, requestId) }));
  return scored.toSorted((a, b) => compareHashes(a.score, b.score))[0]?.quorum;
}

function scoreOf({ llmqType, quorumHash }: SigningQuorum, requestId: string): string {
  return displayHash(sha256d(new ByteWriter().u8(llmqType).hash(quorumHash).hash(requestId).toBytes()));
}
