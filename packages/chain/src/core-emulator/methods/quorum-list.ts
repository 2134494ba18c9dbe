import { QUORUM_TYPES } from '../../consensus/quorum-types.js';
import { isQuorumTypeEnabled } from '../../quorum/quorum-members.js';
import { QuorumList, type MinedCommitment } from '../../consensus/quorum-list.js';
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
    const quorums = tip.connected?.quorums ?? QuorumList.empty;
    const listed = QUORUM_TYPES.filter((quorumType) => isQuorumTypeEnabled(quorumType, tip)).map(
      (quorumType) => {
        const { type, name } = quorumType;
        const ofType =
          count === ACTIVE
            ? quorums.active(quorumType)
            : [...quorums]
                .filter(({ commitment }) => commitment.llmqType === type)
                .toSorted(latestFirst)
                .slice(0, count);
        return [name, ofType.map(({ commitment }) => commitment.quorumHash)];
      },
    );
    return Object.fromEntries(listed);
  },
};

/** In the place of a count: those that sign. */
const ACTIVE = -1;

/** Compares quorums for an order with the latest first. Those of a cycle are in one block, and sorted by index. */
function latestFirst(a: MinedCommitment, b: MinedCommitment): number {
  return b.minedHeight - a.minedHeight || a.commitment.quorumIndex - b.commitment.quorumIndex;
}
