import { compareIdentifiers, inIdOrder } from '../../base/bytes/identifier-order.js';
import { runFull } from './apply-join.js';
import type { ContestEffect, ContestStep, EndEvent } from './contest-event.js';
import type { ContestRules } from './contest-rules.js';
import type { Contender, Contest, ContestStatus, CreatedTimes, Winner } from './contest.js';

/**
 * Ends a contest: somebody gets the values, or nobody. Where a lone contender is awarded early, a contest that more votes lock than
 * support it runs its whole time (inferred).
 */
export function endContest(contest: Contest, { block }: EndEvent, rules: ContestRules): ContestStep {
  const { status, finished } = contest;
  if (status.kind !== 'Started') throw new RangeError(`the contest is ${status.kind}, not running`);
  if (block.time < status.endsAt)
    throw new RangeError(`the contest ends at ${status.endsAt}, after the block (${block.time})`);
  const [lone] = contest.contenders.size === 1 ? contest.contenders.values() : [];
  if (lone !== undefined && contest.lock > lone.tally && block.time < status.block.time + rules.duration) {
    const full = runFull(status, rules);
    return { contest: { ...contest, status: full.status }, effects: full.schedule };
  }
  const considered = inIdOrder([...contest.contenders], ([identityId]) => identityId).slice(
    0,
    rules.contendersTallied,
  );
  const winner = winnerOf(contest, considered, rules);
  const isLocked = winner.kind === 'locked';
  return {
    contest: {
      ...contest,
      status: statusAfter(winner, contest.lockedCount),
      contenders: new Map(),
      abstain: 0,
      lock: 0,
      fund: 0n,
      lockedCount: contest.lockedCount + (isLocked ? 1 : 0),
      finished: [
        ...finished,
        {
          startBlock: status.block,
          finalBlock: block,
          winner,
          contenders: considered.map(([identityId, { tally }]) => ({ identityId, tally })),
          abstain: contest.abstain,
          lock: contest.lock,
        },
      ],
    },
    effects: [
      { kind: 'recordBallots', event: finished.length },
      ...awardEffects(winner, contest),
      ...[...contest.contenders].map(
        ([identityId, { documentId }]) => ({ kind: 'dropContender', identityId, documentId }) as const,
      ),
      { kind: 'unscheduleEnd', endsAt: status.endsAt },
      { kind: 'payProcessing', credits: contest.fund },
    ],
  };
}

type ContenderEntry = readonly [identityId: string, contender: Contender];

/**
 * Returns the highest tally wins, unless more lock the values; abstaining counts for nobody.
 *
 * Source: `check_for_ended_vote_polls_v0` in `packages/rs-drive-abci` of dashpay/platform.
 */
function winnerOf(
  { lock }: Contest,
  contenders: readonly ContenderEntry[],
  { tieGoesTo }: ContestRules,
): Winner {
  const top = Math.max(...contenders.map(([, { tally }]) => tally));
  const first = tieGoesTo === 'latest' ? -1 : 1;
  const [best] = contenders
    .filter(([, { tally }]) => tally === top)
    .toSorted(([, a], [, b]) => first * compareCreation(a, b));
  if (best === undefined) return { kind: 'noWinner' };
  const [identityId, { tally }] = best;
  return lock > tally ? { kind: 'locked' } : { kind: 'wonByIdentity', identityId };
}

const CREATED = [
  '$createdAt',
  '$createdAtBlockHeight',
  '$createdAtCoreBlockHeight',
] as const satisfies readonly (keyof CreatedTimes)[];

/** Compares the creation of contenders; times that a type does not record are equal. */
function compareCreation(a: Contender, b: Contender): number {
  for (const name of CREATED) {
    const [left, right] = [a.created[name] ?? 0, b.created[name] ?? 0];
    if (left !== right) return left < right ? -1 : 1;
  }
  return compareIdentifiers(a.documentId, b.documentId);
}

function statusAfter(winner: Winner, lockedCount: number): ContestStatus {
  if (winner.kind === 'wonByIdentity') return { kind: 'Awarded', identityId: winner.identityId };
  return { kind: winner.kind === 'locked' || lockedCount > 0 ? 'Locked' : 'NotStarted' };
}

function awardEffects(winner: Winner, { contenders }: Contest): readonly ContestEffect[] {
  if (winner.kind !== 'wonByIdentity') return [];
  const { identityId } = winner;
  const documentId = contenders.get(identityId)?.documentId;
  return documentId === undefined ? [] : [{ kind: 'award', identityId, documentId }];
}
