import { ancestorAt, type ChainBlock } from '../block-tree/chain-block.js';
import type { QuorumType } from '../../rules/consensus/quorum-types.js';
import { rankMasternodes, workBlock } from './quorum-modifier.js';
import {
  joinQuarters,
  nextQuarter,
  quarterBySnapshot,
  type Members,
  type Quarter,
  type QuarterSnapshot,
} from './rotation.js';

const PREVIOUS_QUARTERS = 3;

/** Cached quarters of the cycle that begins with a block. Its members are those of the whole quorums. */
const known = new WeakMap<ChainBlock, Map<number, Quarter>>();

/**
 * Returns the members of the quorums that are made in the cycle that begins with a block, by quorum index.
 *
 * Source: `ComputeQuorumMembersByQuarterRotation` in `src/llmq/utils.cpp` of dashpay/dash.
 */
export const rotatedMembers = (quorumType: QuorumType, cycleBase: ChainBlock): Members =>
  cycleOf(quorumType, cycleBase)?.members ?? [];

/**
 * Returns what is stored of the cycle that begins with a block; nothing where there were too few masternodes for it.
 *
 * Source: `CQuorumSnapshotManager::GetSnapshotForBlock` in `src/llmq/snapshot.cpp` of dashpay/dash.
 */
export const rotationSnapshot = (
  quorumType: QuorumType,
  cycleBase: ChainBlock,
): QuarterSnapshot | undefined => cycleOf(quorumType, cycleBase)?.snapshot;

function cycleOf(quorumType: QuorumType, cycleBase: ChainBlock): Quarter | undefined {
  // From the first cycle that is not known on: each follows from those before it.
  const missing: ChainBlock[] = [];
  let base: ChainBlock | undefined = cycleBase;
  while (base !== undefined && known.get(base)?.get(quorumType.type) === undefined) {
    missing.push(base);
    if ((workBlock(base)?.connected?.masternodes.size ?? 0) === 0) break;
    base = cycleBefore(quorumType, base, 1);
  }
  for (const each of missing.toReversed()) {
    const cycles = known.get(each) ?? new Map<number, Quarter>();
    known.set(each, cycles.set(quorumType.type, computeCycle(quorumType, each)));
  }
  return known.get(cycleBase)?.get(quorumType.type);
}

function computeCycle(quorumType: QuorumType, base: ChainBlock): Quarter {
  const work = workBlock(base);
  const masternodes = work?.connected?.masternodes;
  if (work === undefined || masternodes === undefined) return { members: [], snapshot: undefined };
  const previous: Members[] = [];
  for (let count = 1; count <= PREVIOUS_QUARTERS; count += 1) {
    const before = cycleBefore(quorumType, base, count);
    const snapshot = before && known.get(before)?.get(quorumType.type)?.snapshot;
    if (before === undefined || snapshot === undefined) break;
    previous.push(quarterOf(quorumType, before, snapshot));
  }
  const { members: latest, snapshot } = nextQuarter(
    quorumType,
    masternodes,
    (candidates) => rankMasternodes(candidates, quorumType, work),
    previous,
  );
  return { members: joinQuarters(quorumType, latest, previous), snapshot };
}

function quarterOf(quorumType: QuorumType, base: ChainBlock, snapshot: QuarterSnapshot): Members {
  const work = workBlock(base);
  const masternodes = work?.connected?.masternodes;
  const ranked = work && masternodes ? rankMasternodes(masternodes, quorumType, work) : [];
  return quarterBySnapshot(quorumType, ranked, snapshot);
}

function cycleBefore({ cycle }: QuorumType, base: ChainBlock, count: number): ChainBlock | undefined {
  return ancestorAt(base, base.height - cycle * count);
}
