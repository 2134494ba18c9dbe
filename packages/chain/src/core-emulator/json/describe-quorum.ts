import { hasBit } from '../../base/bytes/bit-set.js';
import { bytesToHex } from '../../base/bytes/hex.js';
import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import type { ChainState } from '../../chain/chainstate/chain-state.js';
import { QuorumList, type MinedCommitment } from '../../rules/consensus/quorum-list.js';
import type { QuorumType } from '../../rules/consensus/quorum-types.js';
import { blsPublicKeyOf } from '../../base/crypto/bls.js';
import { formatNetworkAddress } from '../../primitives/masternode/network-address.js';
import { quorumMembers } from '../../chain/quorum/quorum-members.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { describeMasternodeAddresses } from './describe-masternode.js';

/** Limits the quorums that are looked at in one step. */
const QUORUMS_PER_STEP = 1000;

/** Returns the quorums of a type that sign after a block, the latest first. */
export const activeQuorums = (
  { connected }: ChainBlock,
  quorumType: QuorumType,
): readonly MinedCommitment[] => (connected?.quorums ?? QuorumList.empty).active(quorumType);

/**
 * Returns the latest quorums of a type after a block, the latest first: as many as sign unless a number is given.
 *
 * Source: `CQuorumManager::ScanQuorums` in `src/llmq/quorumsman.cpp` of dashpay/dash.
 */
export function* scanQuorums(
  block: ChainBlock,
  quorumType: QuorumType,
  count?: number,
): Generator<undefined, readonly MinedCommitment[]> {
  if (count === undefined) return activeQuorums(block, quorumType);
  const found: MinedCommitment[] = [];
  let seen = 0;
  for (const mined of block.connected?.quorums ?? QuorumList.empty) {
    if (mined.commitment.llmqType === quorumType.type) found.push(mined);
    seen += 1;
    if (seen % QUORUMS_PER_STEP === 0) yield;
  }
  return found.toSorted(latestFirst).slice(0, count);
}

/** Compares quorums for an order with the latest first. Those of a cycle are in one block, and sorted by index. */
function latestFirst(a: MinedCommitment, b: MinedCommitment): number {
  return b.minedHeight - a.minedHeight || a.commitment.quorumIndex - b.commitment.quorumIndex;
}

/** Chain as it was at the start of a call: it may be reorganised between two steps. */
export interface Branch {
  readonly tip: ChainBlock;
  readonly chain: ChainState;
}

/** Describes a quorum of the chain that ends with a tip. Source: `BuildQuorumInfo` in `src/rpc/quorums.cpp` of dashpay/dash. */
export function describeQuorum(
  { commitment, height, minedHeight }: MinedCommitment,
  base: ChainBlock,
  quorumType: QuorumType,
  { tip, chain }: Branch,
  members?: readonly object[],
): object {
  return {
    height,
    type: quorumType.name,
    quorumHash: commitment.quorumHash,
    quorumIndex: commitment.quorumIndex,
    minedBlock: chain.ancestorOf(tip, minedHeight)?.hash,
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
  const keys = local.quorums.keys(quorumType, base);
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
