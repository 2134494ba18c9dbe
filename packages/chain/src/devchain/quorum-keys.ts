import { bitSetOf } from '../base/bytes/bit-set.js';
import { ByteWriter } from '../base/bytes/byte-writer.js';
import { bytesToHex, displayHash, hexToBytes, internalHash } from '../base/bytes/hex.js';
import type { ChainBlock } from '../chain/block-tree/chain-block.js';
import type { Masternode } from '../rules/consensus/masternode.js';
import { COMMITMENT_VERSION } from '../rules/consensus/quorum-commitments.js';
import type { QuorumType } from '../rules/consensus/quorum-types.js';
import { aggregateSecretKey } from '../base/crypto/bls-aggregate.js';
import { addSecretKeys, secretKeyShare } from '../base/crypto/bls-threshold.js';
import { blsPublicKeyOf, signBls, signBlsWith } from '../base/crypto/bls.js';
import { sha256d } from '../base/crypto/hashes.js';
import type { FinalCommitment } from '../primitives/masternode/final-commitment.js';
import { NULL_BLS_SIGNATURE } from '../primitives/masternode/null-bls.js';
import { commitmentHash } from '../chain/quorum/commitment-hash.js';
import { quorumMembers } from '../chain/quorum/quorum-members.js';
import type { KeyRing, Operator } from './keys.js';

/** Describes a member of a quorum that took part in making it. */
export interface QuorumMember {
  readonly masternode: Masternode;
  /** Position among the members, banned ones and those that took no part included. */
  readonly place: number;
  readonly operator: Operator;
  /** Share of the quorum's secret key: 32 bytes, big-endian. */
  readonly secretKeyShare: Uint8Array;
}

/** Describes all keys of a quorum of a development chain. */
export interface QuorumKeys {
  readonly quorumType: QuorumType;
  /** 32 bytes, big-endian. */
  readonly secretKey: Uint8Array;
  readonly members: readonly QuorumMember[];
  readonly commitment: FinalCommitment;
}

/**
 * Generates the keys of a quorum as its members would together (DIP-6): each member that has an operator
 * key of the chain gives a polynomial, which comes from the mnemonic, and the sum of them is the quorum's.
 *
 * @param base the block that the quorum is made at
 * @param operatorOf the operator of a masternode, where its key is known; others take no part
 * @returns `undefined` when too few take part
 */
export function generateQuorumKeys(
  quorumType: QuorumType,
  base: ChainBlock,
  keyRing: KeyRing,
  operatorOf: (masternode: Masternode) => Operator | undefined,
): QuorumKeys | undefined {
  const present = quorumMembers(quorumType, base).flatMap((masternode, place) => {
    const operator = operatorOf(masternode);
    return operator === undefined ? [] : [{ masternode, place, operator }];
  });
  if (present.length < quorumType.minSize) return undefined;
  const coefficients = Array.from({ length: quorumType.threshold }, (_, degree) =>
    addSecretKeys(
      present.map(({ masternode }) =>
        keyRing.secret(`quorum ${quorumType.type} ${base.hash} ${masternode.proTxHash} ${degree}`),
      ),
    ),
  );
  const verification = coefficients.map((coefficient) => bytesToHex(blsPublicKeyOf(coefficient)));
  const [secretKey = new Uint8Array(32)] = coefficients;
  const [quorumPublicKey = ''] = verification;
  const bits = bitSetOf(
    quorumType.size,
    present.map(({ place }) => place),
  );
  const unsigned: FinalCommitment = {
    version: quorumType.isRotated ? COMMITMENT_VERSION.rotated : COMMITMENT_VERSION.unrotated,
    llmqType: quorumType.type,
    quorumHash: base.hash,
    quorumIndex: base.height % quorumType.cycle,
    signers: bits,
    validMembers: bits,
    quorumPublicKey,
    quorumVvecHash: verificationHash(verification),
    quorumSig: NULL_BLS_SIGNATURE,
    membersSig: NULL_BLS_SIGNATURE,
  };
  const message = commitmentHash(unsigned);
  const operators = present.map(({ operator }) => operator);
  const commitment = {
    ...unsigned,
    quorumSig: signBlsWith({ secretKey, publicKey: quorumPublicKey }, message),
    membersSig: bytesToHex(signBls(message, aggregateSecretKey(operators))),
  };
  const members = present.map((member) => ({
    ...member,
    secretKeyShare: secretKeyShare(coefficients, internalHash(member.masternode.proTxHash)),
  }));
  return { quorumType, secretKey, members, commitment };
}

/** Returns the hash of the verification vector. Source: the verification vector's hash in `src/llmq/dkgsession.cpp` of dashpay/dash. */
function verificationHash(publicKeys: readonly string[]): string {
  const writer = new ByteWriter().list(publicKeys, (each, key) => each.bytes(hexToBytes(key)));
  return displayHash(sha256d(writer.toBytes()));
}
