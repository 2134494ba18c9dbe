import { quorumTypeOf } from '../../rules/consensus/quorum-types.js';
import { describeMembers, describeQuorum } from '../json/describe-quorum.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
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
      about: 'without effect: the node is not a member',
    },
  ],
  difference: 'The public shares of members are known if the keys of the quorum come from the mnemonic.',
  answer(node, params) {
    const type = params.looseInteger(0, 'llmqType');
    const quorumType = quorumTypeOf(type);
    if (quorumType === undefined) throw invalidParameter('invalid LLMQ type');
    const hash = params.hash(1, 'quorumHash');
    params.looseFlag(2, 'includeSkShare', false);
    const { chain } = node;
    const { tip } = chain;
    const mined = tip.connected?.quorums.find(type, hash);
    const base = mined && chain.blockAt(mined.height);
    if (mined === undefined || base === undefined) throw invalidParameter('quorum not found');
    const members = describeMembers(mined, base, quorumType, node);
    return describeQuorum(mined, base, quorumType, { tip, chain }, members);
  },
};
