import type { AttackRoom } from '../room/attack-room.js';
import type { ContestName } from '../step/step.js';
import type { ObservedContest, ObservedProposal } from './invariant.js';

/** Reads the state of contests. Each is read once, however many contenders opened it. */
export async function contestsOf(
  { platform, contractId }: AttackRoom,
  contests: readonly ContestName[],
): Promise<readonly ObservedContest[]> {
  const found = new Map<string, ObservedContest>();
  for (const contest of contests) {
    const { documentType, indexValues: values } = contest;
    const state = await platform.getVoteState({
      contractId,
      ...contest,
      resultType: 'voteTally',
      includeLockedAndAbstaining: true,
    });
    const { pollId, status, contenders, lockVoteTally = 0, abstainVoteTally = 0, winner } = state;
    found.set(pollId, {
      documentType,
      values,
      status,
      votes: Object.fromEntries(contenders.map(({ identityId, voteTally = 0 }) => [identityId, voteTally])),
      lockVotes: lockVoteTally,
      abstainVotes: abstainVoteTally,
      ...(winner?.kind === 'wonByIdentity' && { winnerId: winner.identityId }),
    });
  }
  return [...found.values()];
}

/** Reads the actions of groups that wait for further members. */
export async function proposalsOf(
  { platform, contractId }: AttackRoom,
  groups: readonly number[],
): Promise<readonly ObservedProposal[]> {
  const found: ObservedProposal[] = [];
  for (const group of groups)
    for (const { action, signers } of await platform.getGroupActions({ contractId, position: group }))
      found.push({ group, action, signers: signers.map(({ identityId }) => identityId) });
  return found;
}
