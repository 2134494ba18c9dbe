import { bytesToHex } from '../../bytes/hex.js';
import { hasBit } from '../../bytes/bit-set.js';
import type { ChainBlock } from '../../block-tree/chain-block.js';
import { quorumTypeOf, type QuorumType } from '../../consensus/quorum-types.js';
import { blsPublicKeyOf } from '../../crypto/bls.js';
import { formatNetworkAddress } from '../../masternode/network-address.js';
import type { MinedCommitment } from '../../consensus/quorum-list.js';
import { quorumMembers } from '../../quorum/quorum-members.js';
import { describeMasternodeAddresses } from '../json/describe-masternode.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const quorumInfo: EmulatorMethod = {
  name: 'quorum info',
  category: 'Evo',
  summary: 'a quorum, its members and its public key',
  params: [
    { name: 'llmqType', type: 'numeric', about: 'its type, such as 100' },
    { name: 'quorumHash', type: 'string', about: 'the hash of the block it was made at' },
    {
      name: 'includeSkShare',
      type: 'boolean',
      isOptional: true,
      about: 'without effect: the node is no member',
    },
  ],
  difference: 'The public shares of members are known if the keys of the quorum come from the mnemonic.',
  answer(node, params) {
    const type = params.looseInteger(0, 'llmqType');
    const quorumType = quorumTypeOf(type);
    if (quorumType === undefined) throw invalidParameter('invalid LLMQ type');
    const hash = params.hash(1, 'quorumHash');
    params.looseFlag(2, 'includeSkShare', false);
    const mined = node.chain.tip.connected?.quorums.find(type, hash);
    const base = mined && node.chain.blockAt(mined.height);
    if (mined === undefined || base === undefined) throw invalidParameter('quorum not found');
    return describe(mined, base, quorumType, node);
  },
};

/** Describes a quorum. Source: `BuildQuorumInfo` in `src/rpc/quorums.cpp` of dashpay/dash. */
function describe(
  { commitment, height, minedHeight }: MinedCommitment,
  base: ChainBlock,
  quorumType: QuorumType,
  { chain, local }: EmulatedNode,
): object {
  const keys = local.quorumKeys(quorumType, base);
  const isKnown = keys?.commitment.quorumPublicKey === commitment.quorumPublicKey;
  const shares = new Map(
    (isKnown ? keys.members : []).map(({ masternode, secretKeyShare }) => [
      masternode.proTxHash,
      bytesToHex(blsPublicKeyOf(secretKeyShare)),
    ]),
  );
  return {
    height,
    type: quorumType.name,
    quorumHash: commitment.quorumHash,
    quorumIndex: commitment.quorumIndex,
    minedBlock: chain.blockAt(minedHeight)?.hash,
    previousConsecutiveDKGFailures: quorumType.isRotated
      ? failuresBefore(base, commitment.quorumIndex, quorumType)
      : undefined,
    members: quorumMembers(quorumType, base).map((member, index) => {
      const valid = hasBit(commitment.validMembers, index);
      return {
        proTxHash: member.proTxHash,
        service: formatNetworkAddress(member.service),
        addresses: describeMasternodeAddresses(member),
        pubKeyOperator: member.pubKeyOperator,
        valid,
        pubKeyShare: valid ? shares.get(member.proTxHash) : undefined,
      };
    }),
    quorumPublicKey: commitment.quorumPublicKey,
  };
}

/** Returns how many cycles before this one had no quorum of the index, back to the last that had. */
function failuresBefore(base: ChainBlock, index: number, { type, cycle }: QuorumType): number {
  for (const { commitment, height } of base.connected?.quorums ?? []) {
    const isBefore = commitment.llmqType === type && commitment.quorumIndex === index;
    if (isBefore) return Math.floor((base.height - height) / cycle) - 1;
  }
  return 0;
}
