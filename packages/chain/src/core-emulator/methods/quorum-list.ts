import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import { QUORUM_TYPES } from '../../rules/consensus/quorum-types.js';
import { runInTurns } from '../../base/event-loop/in-turns.js';
import { isQuorumTypeEnabled } from '../../chain/quorum/quorum-members.js';
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
  async answer({ chain: { tip } }, params) {
    const count = params.looseInteger(0, 'count', ACTIVE);
    if (count < ACTIVE) throw invalidParameter("count can't be negative");
    return runInTurns(listQuorums(tip, count === ACTIVE ? undefined : count));
  },
};

function* listQuorums(
  tip: ChainBlock,
  count: number | undefined,
): Generator<undefined, Record<string, readonly string[]>> {
  const listed: (readonly [name: string, hashes: readonly string[]])[] = [];
  for (const quorumType of QUORUM_TYPES.filter((type) => isQuorumTypeEnabled(type, tip))) {
    const quorums = yield* scanQuorums(tip, quorumType, count);
    listed.push([quorumType.name, quorums.map(({ commitment }) => commitment.quorumHash)]);
  }
  return Object.fromEntries(listed);
}

/** In the place of a count: those that sign. */
const ACTIVE = -1;
