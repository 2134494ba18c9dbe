import { hasBit } from '../../bytes/bit-set.js';
import { bytesToHex } from '../../bytes/hex.js';
import type { ChainBlock } from '../../block-tree/chain-block.js';
import { QuorumList, type MinedCommitment } from '../../consensus/quorum-list.js';
import type { QuorumType } from '../../consensus/quorum-types.js';
import { blsPublicKeyOf } from '../../crypto/bls.js';
import { formatNetworkAddress } from '../../masternode/network-address.js';
import { quorumMembers } from '../../quorum/quorum-members.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { describeMasternodeAddresses } from './describe-masternode.js';

/**
 * Returns the latest quorums of a type after a block, the latest first: as many as sign unless a number is given.
 *
 * Source: `CQuorumManager::ScanQuorums` in `src/llmq/quorumsman.cpp` of dashpay/dash.
 */
export function scanQuorums(
  { connected }: ChainBlock,
  quorumType: QuorumType,
  count?: number,
): readonly MinedCommitment[] {
  const quorums = connected?.quorums ?? QuorumList.empty;
  if (count === undefined) return quorums.active(quorumType);
  return [...quorums]
    .filter(({ commitment }) => commitment.llmqType === quorumType.type)
    .toSorted(latestFirst)
    .slice(0, count);
}

/** Compares quorums for an order with the latest first. Those of a cycle are in one block, and sorted by index. */
function latestFirst(a: MinedCommitment, b: MinedCommitment): number {
  return b.minedHeight - a.minedHeight || a.commitment.quorumIndex - b.commitment.quorumIndex;
}

/** Describes a quorum. Source: `BuildQuorumInfo` in `src/rpc/quorums.cpp` of dashpay/dash. */
export function describeQuorum(
  { commitment, height, minedHeight }: MinedCommitment,
  base: ChainBlock,
  quorumType: QuorumType,
  { chain }: EmulatedNode,
  members?: readonly object[],
): object {
  return {
    height,
    type: quorumType.name,
    quorumHash: commitment.quorumHash,
    quorumIndex: commitment.quorumIndex,
    minedBlock: chain.blockAt(minedHeight)?.hash,
    previousConsecutiveDKGFailures: quorumType.isRotated
      ? failuresBefore(base, commitment.quorumIndex, quorumType)
      : undefined,
    members,
    quorumPublicKey: commitment.quorumPublicKey,
  };
}

/** Describes the members of a quorum. Their public shares are known if the keys of the quorum come from the mnemonic. */
export function describeMembers(
  { commitment }: MinedCommitment,
  base: ChainBlock,
  quorumType: QuorumType,
  { local }: EmulatedNode,
): object[] {
  const keys = local.quorumKeys(quorumType, base);
  const isKnown = keys?.commitment.quorumPublicKey === commitment.quorumPublicKey;
  const shares = new Map(
    (isKnown ? keys.members : []).map(({ masternode, secretKeyShare }) => [
      masternode.proTxHash,
      bytesToHex(blsPublicKeyOf(secretKeyShare)),
    ]),
  );
  return quorumMembers(quorumType, base).map((member, index) => {
    const valid = hasBit(commitment.validMembers, index);
    return {
      proTxHash: member.proTxHash,
      service: formatNetworkAddress(member.service),
      addresses: describeMasternodeAddresses(member),
      pubKeyOperator: member.pubKeyOperator,
      valid,
      pubKeyShare: valid ? shares.get(member.proTxHash) : undefined,
    };
  });
}

/** Returns how many cycles before this one had no quorum of the index, back to the last that had. */
function failuresBefore(base: ChainBlock, index: number, { type, cycle }: QuorumType): number {
  for (const { commitment, height } of base.connected?.quorums ?? []) {
    const isBefore = commitment.llmqType === type && commitment.quorumIndex === index;
    if (isBefore) return Math.floor((base.height - height) / cycle) - 1;
  }
  return 0;
}
