import type { PollInfo } from '@dapikit/proof/prover';
import { bytesOf, inIdOrder } from '../../base/bytes/identifier-order.js';
import type { Block } from '../../state/chain/block.js';
import { ballotRecord, type RecordedVote } from '../../state/contest/ballot-record.js';
import {
  isSameChoice,
  type Choice,
  type Contest,
  type ContestStatus,
  type FinishedContest,
  type Winner,
} from '../../state/contest/contest.js';
import type { StoreView } from '../../store/store.js';

/** Returns what the network stores of a poll. */
export async function infoOf(view: StoreView, id: Uint8Array, contest: Contest): Promise<PollInfo> {
  const records = await Promise.all(contest.finished.map(async (_, at) => ballotRecord(view, id, at)));
  return {
    formatVersion: 0,
    finishedVotes: contest.finished.map((finished, at) => finishedVote(finished, records[at] ?? [])),
    status: statusOf(contest.status),
    lockedCount: contest.lockedCount,
  };
}

const blockInfo = ({ time, ...block }: Block): BlockInfo => ({ timeMs: BigInt(time), ...block });

function statusOf(status: ContestStatus): PollInfo['status'] {
  switch (status.kind) {
    case 'Started':
      return { type: 'started', ...blockInfo(status.block) };
    case 'Awarded':
      return { type: 'awarded', identityId: bytesOf(status.identityId) };
    default:
      return { type: status.kind === 'Locked' ? 'locked' : 'notStarted' };
  }
}

type FinishedVote = PollInfo['finishedVotes'][number];

type BlockInfo = FinishedVote['startBlock'];

/** Contenders are listed with and without votes, the votes to abstain and to lock only where there are some. */
function finishedVote(finished: FinishedContest, votes: readonly RecordedVote[]): FinishedVote {
  const votersOf = (choice: Choice): FinishedVote['choices'][number]['voters'] =>
    votes
      .filter((vote) => isSameChoice(vote.choice, choice))
      .map(({ proTxHash, weight }) => ({ proTxHash, strength: weight }));
  const contenders = inIdOrder(finished.contenders, ({ identityId }) => identityId);
  const neutral = (['abstain', 'lock'] as const)
    .map((kind) => ({ choice: { type: kind }, voters: votersOf({ kind }) }))
    .filter(({ voters }) => voters.length > 0);
  return {
    choices: [
      ...contenders.map(({ identityId }) => ({
        choice: { type: 'towardsIdentity' as const, identityId: bytesOf(identityId) },
        voters: votersOf({ kind: 'towardsIdentity', identityId }),
      })),
      ...neutral,
    ],
    startBlock: blockInfo(finished.startBlock),
    finalizationBlock: blockInfo(finished.finalBlock),
    winner: winnerOf(finished.winner),
  };
}

const winnerOf = (winner: Winner): FinishedVote['winner'] =>
  winner.kind === 'wonByIdentity'
    ? { type: winner.kind, identityId: bytesOf(winner.identityId) }
    : { type: winner.kind };
