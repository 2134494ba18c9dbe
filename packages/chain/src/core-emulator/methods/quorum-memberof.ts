import { hasBit } from '../../bytes/bit-set.js';
import { QUORUM_TYPES } from '../../consensus/quorum-types.js';
import { isQuorumTypeEnabled, quorumMembers } from '../../quorum/quorum-members.js';
import { describeQuorum, scanQuorums } from '../json/describe-quorum.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const quorumMemberof: EmulatorMethod = {
  name: 'quorum memberof',
  category: 'Evo',
  summary: 'the quorums that a masternode is a member of',
  params: [
    { name: 'proTxHash', type: 'string', about: 'its hash' },
    {
      name: 'scanQuorumsCount',
      type: 'numeric',
      isOptional: true,
      about: 'number of quorums a type to search; those that sign when left out',
    },
  ],
  answer(node, params) {
    const { chain } = node;
    const { tip } = chain;
    const proTxHash = params.hash(0, 'proTxHash');
    const count = params.isGiven(1) ? params.looseInteger(1, 'scanQuorumsCount') : undefined;
    if (count !== undefined && count <= 0) throw invalidParameter('invalid scanQuorumsCount parameter');
    if (tip.connected?.masternodes.get(proTxHash) === undefined)
      throw invalidParameter('masternode not found');
    return QUORUM_TYPES.filter((quorumType) => isQuorumTypeEnabled(quorumType, tip)).flatMap((quorumType) =>
      scanQuorums(tip, quorumType, count).flatMap((mined) => {
        const base = chain.blockAt(mined.height);
        if (base === undefined) return [];
        const memberIndex = quorumMembers(quorumType, base).findIndex(
          (member) => member.proTxHash === proTxHash,
        );
        if (memberIndex < 0) return [];
        const isValidMember = hasBit(mined.commitment.validMembers, memberIndex);
        return [{ ...describeQuorum(mined, base, quorumType, node), isValidMember, memberIndex }];
      }),
    );
  },
};
