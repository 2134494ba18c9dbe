import { PlatformError } from '../consensus-error.js';
import { voterIdentityId } from '../identity/identity-id.js';
import type { ContestStep, ListedMasternode, Vote } from './contest-event.js';
import type { ContestRules } from './contest-rules.js';
import { isSameChoice, statusText, withWeight, type Choice, type Contest } from './contest.js';

/** What a vote counts. */
export const VOTE_WEIGHTS: Readonly<Record<ListedMasternode['kind'], number>> = { regular: 1, evolution: 4 };

/** A masternode votes for the first time, or for something else than before. */
export function voted(contest: Contest, vote: Vote, rules: ContestRules): ContestStep {
  const { kind } = checkVoter(contest, vote, rules);
  checkPoll(contest, vote.choice, rules);
  const { proTxHash, choice, previous } = vote;
  const weight = VOTE_WEIGHTS[kind];
  const before = previous === undefined ? contest : withWeight(contest, previous.choice, -previous.weight);
  const ballot = { choice, weight, votesCast: (previous?.votesCast ?? 0) + 1 };
  return {
    contest: { ...withWeight(before, choice, weight), fund: contest.fund - rules.votePrice },
    effects: [
      { kind: 'putBallot', proTxHash, ballot, previous },
      { kind: 'payProcessing', credits: rules.votePrice },
    ],
  };
}

/**
 * In the order of the network: what was voted before, then the masternode, then the voter.
 *
 * Source: `transform_into_action` and `advanced_structure` of `masternode_vote` in dashpay/platform.
 */
function checkVoter({ poll }: Contest, vote: Vote, rules: ContestRules): ListedMasternode {
  const { proTxHash, choice, previous, masternode, votingAddress } = vote;
  if (previous !== undefined && isSameChoice(previous.choice, choice))
    throw new PlatformError('MasternodeVoteAlreadyPresentError', { proTxHash, poll });
  if (previous !== undefined && previous.votesCast >= rules.votesPerMasternode)
    throw new PlatformError('MasternodeVotedTooManyTimesError', {
      proTxHash,
      already: previous.votesCast,
      most: rules.votesPerMasternode,
    });
  if (masternode === undefined) throw new PlatformError('MasternodeNotFoundError', { proTxHash });
  if (masternode.votingAddress !== votingAddress)
    throw new PlatformError('MasternodeIncorrectVotingAddressError', {
      proTxHash,
      current: masternode.votingAddress,
      given: votingAddress,
    });
  const expected = voterIdentityId(proTxHash, votingAddress);
  if (expected !== vote.voterIdentityId)
    throw new PlatformError('MasternodeIncorrectVoterIdentityIdError', {
      proTxHash,
      expected,
      given: vote.voterIdentityId,
    });
  return masternode;
}

function checkPoll(
  { poll, status, finished, contenders, ...contest }: Contest,
  choice: Choice,
  rules: ContestRules,
): void {
  if (status.kind === 'NotStarted' && finished.length === 0)
    throw new PlatformError('VotePollNotFoundError', { poll });
  if (status.kind !== 'Started')
    throw new PlatformError('VotePollNotAvailableForVotingError', { poll, status: statusText(status) });
  const isContender = choice.kind !== 'towardsIdentity' || contenders.has(choice.identityId);
  const mayLock = choice.kind !== 'lock' || contest.canBeLocked;
  if (!isContender || !mayLock)
    throw new PlatformError('VoteChoiceNotAllowedForVotePollError', {
      poll,
      choice: choice.kind === 'towardsIdentity' ? choice.identityId : choice.kind,
    });
  if (contest.fund < rules.votePrice)
    throw new PlatformError('PrefundedSpecializedBalanceInsufficientError', {
      balanceId: contest.id,
      balance: contest.fund,
      required: rules.votePrice,
    });
}
