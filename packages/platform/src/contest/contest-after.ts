import { joined } from './contest-join.js';
import { ended } from './contest-end.js';
import type { ContestEvent, ContestStep, MasternodeLeft, Unlock } from './contest-event.js';
import type { ContestRules } from './contest-rules.js';
import { withWeight, type Contest } from './contest.js';
import { voted } from './contest-vote.js';

/**
 * What an event makes of a poll. Nothing but the arguments counts, and they stay as they are.
 *
 * Source: `packages/rs-drive-abci/src/execution` in dashpay/platform: `platform_events/voting`, and
 * `validation/state_transition/state_transitions` for creates of documents and votes of masternodes.
 * @throws {PlatformError} when the network refuses it.
 * @throws {RangeError} when it cannot happen: an end before its time.
 */
export function contestAfter(contest: Contest, event: ContestEvent, rules: ContestRules): ContestStep {
  switch (event.kind) {
    case 'join':
      return joined(contest, event, rules);
    case 'vote':
      return voted(contest, event, rules);
    case 'masternodeLeft':
      return left(contest, event);
    case 'end':
      return ended(contest, event, rules);
    default:
      return unlocked(contest, event, rules);
  }
}

/** Its vote does not count any more; what it cost is not given back. */
function left(contest: Contest, { proTxHash, previous }: MasternodeLeft): ContestStep {
  return {
    contest: withWeight(contest, previous.choice, -previous.weight),
    effects: [{ kind: 'dropBallot', proTxHash, previous }],
  };
}

/** Takes the price and lets a create start the contest again. */
function unlocked(contest: Contest, { identityId }: Unlock, { unlockPrice }: ContestRules): ContestStep {
  if (contest.status.kind !== 'Locked')
    throw new RangeError(`expected a locked contest, found one that is ${contest.status.kind}`);
  return {
    contest: { ...contest, status: { kind: 'NotStarted' } },
    effects: [
      { kind: 'takeCredits', identityId, credits: unlockPrice },
      { kind: 'payProcessing', credits: unlockPrice },
    ],
  };
}
