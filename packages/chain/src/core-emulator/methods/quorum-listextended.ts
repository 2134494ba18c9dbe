import { countBits } from '../../bytes/bit-set.js';
import { QUORUM_TYPES, type QuorumType } from '../../consensus/quorum-types.js';
import { QuorumList, type MinedCommitment } from '../../consensus/quorum-list.js';
import { isQuorumTypeEnabled, quorumMembers } from '../../quorum/quorum-members.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const quorumListextended: EmulatorMethod = {
  name: 'quorum listextended',
  category: 'Evo',
  summary: 'returns the active quorums of each type at a height, with their numbers of valid members',
  params: [{ name: 'height', type: 'numeric', isOptional: true, about: 'that of the tip when left out' }],
  answer(node, params) {
    const height = params.looseInteger(0, 'height', node.chain.tip.height);
    const block = node.chain.blockAt(height);
    if (block === undefined) throw invalidParameter('Block height out of range');
    const quorums = block.connected?.quorums ?? QuorumList.empty;
    const types = QUORUM_TYPES.filter((quorumType) => isQuorumTypeEnabled(quorumType, block));
    return Object.fromEntries(
      types.map((quorumType) => [
        quorumType.name,
        quorums.active(quorumType).map((mined) => describe(mined, quorumType, node)),
      ]),
    );
  },
};

function describe(
  { commitment, height, minedHeight }: MinedCommitment,
  quorumType: QuorumType,
  { chain }: EmulatedNode,
): object {
  const base = chain.blockAt(height);
  const members = base === undefined ? 0 : quorumMembers(quorumType, base).length;
  const valid = countBits(commitment.validMembers);
  return {
    [commitment.quorumHash]: {
      quorumIndex: quorumType.isRotated ? commitment.quorumIndex : undefined,
      creationHeight: height,
      minedBlockHash: chain.blockAt(minedHeight)?.hash,
      numValidMembers: valid,
      healthRatio: (members === 0 ? 0 : valid / members).toFixed(2),
    },
  };
}
