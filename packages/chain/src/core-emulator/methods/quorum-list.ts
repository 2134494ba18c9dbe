import { QUORUM_TYPES } from '../../consensus/quorum-types.js';
import { isQuorumTypeEnabled } from '../../quorum/quorum-members.js';
import { scanQuorums } from '../json/describe-quorum.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const quorumList: EmulatorMethod = {
  name: 'quorum list',
  category: 'Evo',
  summary: 'the quorums of each type by the blocks they were made at',
  params: [
    {
      name: 'count',
      type: 'numeric',
      isOptional: true,
      about: 'number per type; the active ones by default',
    },
  ],
  answer({ chain: { tip } }, params) {
    const count = params.looseInteger(0, 'count', ACTIVE);
    if (count < ACTIVE) throw invalidParameter("count can't be negative");
    const listed = QUORUM_TYPES.filter((quorumType) => isQuorumTypeEnabled(quorumType, tip)).map(
      (quorumType) => {
        const quorums = scanQuorums(tip, quorumType, count === ACTIVE ? undefined : count);
        return [quorumType.name, quorums.map(({ commitment }) => commitment.quorumHash)];
      },
    );
    return Object.fromEntries(listed);
  },
};

/** In the place of a count: those that sign. */
const ACTIVE = -1;
