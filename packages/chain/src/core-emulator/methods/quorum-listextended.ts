import { countBits } from '../../base/bytes/bit-set.js';
import { QUORUM_TYPES, type QuorumType } from '../../rules/consensus/quorum-types.js';
import { QuorumList, type MinedCommitment } from '../../rules/consensus/quorum-list.js';
import { isQuorumTypeEnabled, quorumMembers } from '../../chain/quorum/quorum-members.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { invalidParameter } from '../rpc/rpc-params.js';

/** A type that quorums with rotation replace from their first height on. Source: `DIP0024QuorumsHeight` of regtest in `src/chainparams.cpp`. */
const REPLACED_TYPE = 'llmq_test_instantsend';
const ROTATION_HEIGHT = 1;

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
    const [first, ...rest] = QUORUM_TYPES.filter((quorumType) => isQuorumTypeEnabled(quorumType, block)).map(
      (quorumType) => [
        quorumType.name,
        quorums.active(quorumType).map((mined) => describe(mined, quorumType, node)),
      ],
    );
    const replaced = block.height < ROTATION_HEIGHT ? [[REPLACED_TYPE, []]] : [];
    return Object.fromEntries([...(first === undefined ? [] : [first]), ...replaced, ...rest]);
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
