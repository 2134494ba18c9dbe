import { applyJoin } from './apply-join.js';
import { endContest } from './end-contest.js';
import type { ContestEvent, ContestStep, MasternodeLeftEvent, UnlockEvent } from './contest-event.js';
import type { ContestRules } from './contest-rules.js';
import { withWeight, type Contest } from './contest.js';
import { applyVote } from './apply-vote.js';

/**
 * Applies an event to a poll. A pure function of its arguments, which it does not change.
 *
 * Source: `packages/rs-drive-abci/src/execution` in dashpay/platform: `platform_events/voting`, and
 * `validation/state_transition/state_transitions` for creates of documents and votes of masternodes.
 * @throws {ConsensusError} when the network rejects it.
 * @throws {RangeError} when it cannot happen: an end before its time.
 */
export function applyContestEvent(contest: Contest, event: ContestEvent, rules: ContestRules): ContestStep {
  switch (event.kind) {
    case 'join':
      return applyJoin(contest, event, rules);
    case 'vote':
      return applyVote(contest, event, rules);
    case 'masternodeLeft':
      return applyMasternodeLeft(contest, event);
    case 'end':
      return endContest(contest, event, rules);
    default:
      return applyUnlock(contest, event, rules);
  }
}

/** Removes the vote of a masternode that left the list. Its cost is not refunded. */
function applyMasternodeLeft(contest: Contest, { proTxHash, previous }: MasternodeLeftEvent): ContestStep {
  return {
    contest: withWeight(contest, previous.choice, -previous.weight),
    effects: [{ kind: 'dropBallot', proTxHash, previous }],
  };
}

/** Takes the price and lets a create start the contest again. */
function applyUnlock(
  contest: Contest,
  { identityId }: UnlockEvent,
  { unlockPrice }: ContestRules,
): ContestStep {
  if (contest.status.kind !== 'Locked')
    throw new RangeError(`the contest is ${contest.status.kind}, not locked`);
  return {
    contest: { ...contest, status: { kind: 'NotStarted' } },
    effects: [
      { kind: 'takeCredits', identityId, credits: unlockPrice },
      { kind: 'payProcessing', credits: unlockPrice },
    ],
  };
}
