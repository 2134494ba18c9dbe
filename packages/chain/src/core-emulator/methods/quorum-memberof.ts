import { hasBit } from '../../base/bytes/bit-set.js';
import { QUORUM_TYPES } from '../../rules/consensus/quorum-types.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import { isQuorumTypeEnabled, quorumMembers } from '../../chain/quorum/quorum-members.js';
import { describeQuorum, scanQuorums, type Branch } from '../json/describe-quorum.js';
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
  async answer(node, params) {
    const { chain } = node;
    const { tip } = chain;
    const proTxHash = params.hash(0, 'proTxHash');
    const count = params.isGiven(1) ? params.looseInteger(1, 'scanQuorumsCount') : undefined;
    if (count !== undefined && count <= 0) throw invalidParameter('invalid scanQuorumsCount parameter');
    if (tip.connected?.masternodes.get(proTxHash) === undefined)
      throw invalidParameter('masternode not found');
    return runInTurns(describeMemberships({ tip, chain }, proTxHash, count));
  },
};

/** Describes the quorums of a masternode, a quorum in a step. */
function* describeMemberships(
  branch: Branch,
  proTxHash: string,
  count: number | undefined,
): Generator<undefined, object[]> {
  const { tip, chain } = branch;
  const described: object[] = [];
  for (const quorumType of QUORUM_TYPES.filter((type) => isQuorumTypeEnabled(type, tip)))
    for (const mined of yield* scanQuorums(tip, quorumType, count)) {
      yield;
      const base = chain.ancestorOf(tip, mined.height);
      if (base === undefined) continue;
      const members = quorumMembers(quorumType, base);
      const memberIndex = members.findIndex((member) => member.proTxHash === proTxHash);
      if (memberIndex < 0) continue;
      const isValidMember = hasBit(mined.commitment.validMembers, memberIndex);
      described.push({ ...describeQuorum(mined, base, quorumType, branch), isValidMember, memberIndex });
    }
  return described;
}
