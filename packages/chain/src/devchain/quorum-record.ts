import { bytesToHex } from '../base/bytes/hex.js';
import { quorumTypeOf } from '../rules/consensus/quorum-types.js';
import type { MinedCommitment } from '../rules/consensus/quorum-list.js';
import type { QuorumKeys } from './quorum-keys.js';

/** Describes a member of a quorum that took part in making it. */
export interface QuorumMemberRecord {
  readonly proTxHash: string;
  /** BLS, in hexadecimal. */
  readonly operatorPublicKey: string;
  /** Its share of the quorum's secret key: 32 bytes in hexadecimal, big-endian. */
  readonly secretKeyShare: string;
}

/** Describes a quorum that signs, for people and tests; on no other network is its secret key known to anybody. */
export interface QuorumRecord {
  /** `Consensus::LLMQType`, such as 100. */
  readonly llmqType: number;
  /** As Dash Core calls the type, such as `llmq_test`. */
  readonly name: string;
  /** The block that it was made at. */
  readonly quorumHash: string;
  readonly quorumIndex: number;
  /** Height of the block that it was made at. */
  readonly height: number;
  /** Height of the block that has its final commitment. */
  readonly minedHeight: number;
  /** Number of members that must sign. */
  readonly threshold: number;
  /** BLS, 48 bytes in hexadecimal. */
  readonly quorumPublicKey: string;
  /** 32 bytes in hexadecimal, big-endian; `undefined` where it is not of this chain's mnemonic. */
  readonly secretKey: string | undefined;
  /** Empty where the secret key is not known. */
  readonly members: readonly QuorumMemberRecord[];
}

export function quorumRecord(mined: MinedCommitment, keys: QuorumKeys | undefined): QuorumRecord {
  const { commitment, height, minedHeight } = mined;
  const { llmqType, quorumHash, quorumIndex, quorumPublicKey } = commitment;
  const quorumType = quorumTypeOf(llmqType);
  return {
    llmqType,
    name: quorumType?.name ?? '',
    quorumHash,
    quorumIndex,
    height,
    minedHeight,
    threshold: quorumType?.threshold ?? 0,
    quorumPublicKey,
    secretKey: keys && bytesToHex(keys.secretKey),
    members: (keys?.members ?? []).map(({ masternode, operator, secretKeyShare }) => ({
      proTxHash: masternode.proTxHash,
      operatorPublicKey: operator.publicKey,
      secretKeyShare: bytesToHex(secretKeyShare),
    })),
  };
}
