import { hasBit } from '../../bytes/bit-set.js';
import { QUORUM_TYPES } from '../../consensus/quorum-types.js';
import { runInTurns } from '../../event-loop/in-turns.js';
import { isQuorumTypeEnabled, quorumMembers } from '../../quorum/quorum-members.js';
import { describeQuorum, scanQuorums } from '../json/describe-quorum.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
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
    const { tip } = node.chain;
    const proTxHash = params.hash(0, 'proTxHash');
    const count = params.isGiven(1) ? params.looseInteger(1, 'scanQuorumsCount') : undefined;
    if (count !== undefined && count <= 0) throw invalidParameter('invalid scanQuorumsCount parameter');
    if (tip.connected?.masternodes.get(proTxHash) === undefined)
      throw invalidParameter('masternode not found');
    return runInTurns(describeMemberships(node, proTxHash, count));
  },
};

/** Describes the quorums of a masternode, a quorum in a step. */
function* describeMemberships(
  node: EmulatedNode,
  proTxHash: string,
  count: number | undefined,
): Generator<undefined, object[]> {
  const { chain } = node;
  const { tip } = chain;
  const described: object[] = [];
  for (const quorumType of QUORUM_TYPES.filter((type) => isQuorumTypeEnabled(type, tip)))
    for (const mined of yield* scanQuorums(tip, quorumType, count)) {
      yield;
      const base = chain.blockAt(mined.height);
      if (base === undefined) continue;
      const members = quorumMembers(quorumType, base);
      const memberIndex = members.findIndex((member) => member.proTxHash === proTxHash);
      if (memberIndex < 0) continue;
      const isValidMember = hasBit(mined.commitment.validMembers, memberIndex);
      described.push({ ...describeQuorum(mined, base, quorumType, node), isValidMember, memberIndex });
    }
  return described;
}
