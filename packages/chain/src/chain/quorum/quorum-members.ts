import { ancestorAt, type ChainBlock } from '../block-tree/chain-block.js';
import { testDummyState } from '../block-tree/version-bits.js';
import type { Masternode } from '../../rules/consensus/masternode.js';
import type { QuorumType } from '../../rules/consensus/quorum-types.js';
import { MasternodeType } from '../../primitives/masternode/masternode-type.js';
import { rankMasternodes, workBlock } from './quorum-modifier.js';
import { rotatedMembers } from './rotated-members.js';

/**
 * Returns the members of the quorum of a type that is made at a block, in their order; none where none is made. They are as the list
 * had them when they were chosen.
 *
 * Source: `GetAllQuorumMembers` in `src/llmq/utils.cpp` of dashpay/dash.
 */
export function quorumMembers(quorumType: QuorumType, base: ChainBlock): readonly Masternode[] {
  const { previous, height } = base;
  const isEnabled = previous !== undefined && isQuorumTypeEnabled(quorumType, previous);
  const quorumIndex = height % quorumType.cycle;
  const cycleBase = ancestorAt(base, height - quorumIndex);
  if (!isEnabled || cycleBase === undefined || quorumIndex >= quorumType.perCycle) return [];
  return quorumType.isRotated
    ? (rotatedMembers(quorumType, cycleBase)[quorumIndex] ?? [])
    : bestMembers(quorumType, cycleBase);
}

/** Returns whether quorums of a type are there for the block behind `previous`. */
export function isQuorumTypeEnabled({ needsTestDummy }: QuorumType, previous: ChainBlock): boolean {
  return !needsTestDummy || testDummyState(previous) === 'active';
}

/** Returns the masternodes with the highest scores. Source: `ComputeQuorumMembers` in `src/llmq/utils.cpp` of dashpay/dash. */
function bestMembers(quorumType: QuorumType, base: ChainBlock): Masternode[] {
  const work = workBlock(base);
  const masternodes = work?.connected?.masternodes;
  if (work === undefined || masternodes === undefined) return [];
  const eligible = quorumType.isEvoOnly
    ? [...masternodes].filter(({ type }) => type === MasternodeType.evo)
    : masternodes;
  return rankMasternodes(eligible, quorumType, work).slice(0, quorumType.size);
}
