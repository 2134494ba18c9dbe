import { type ListedMasternode } from '../masternode/masternode-store.js';
import { ConsensusError } from '../errors/consensus-error.js';
import { voterIdentityId } from '../identity/identity-id.js';
import type { ContestStep, VoteEvent } from './contest-event.js';
import type { ContestRules } from './contest-rules.js';
import { isSameChoice, statusText, withWeight, type Choice, type Contest } from './contest.js';

/** Lists the weights of votes. */
export const VOTE_WEIGHTS: Readonly<Record<ListedMasternode['kind'], number>> = { regular: 1, evolution: 4 };

/** Returns a masternode votes for the first time, or for something else than before. */
export function applyVote(contest: Contest, vote: VoteEvent, rules: ContestRules): ContestStep {
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
 * Checks a voter in the order of the network: earlier votes, then the masternode, then the voter.
 *
 * Source: `transform_into_action` and `advanced_structure` of `masternode_vote` in dashpay/platform.
 */
function checkVoter({ poll }: Contest, vote: VoteEvent, rules: ContestRules): ListedMasternode {
  const { proTxHash, choice, previous, masternode, votingAddress } = vote;
  if (previous !== undefined && isSameChoice(previous.choice, choice))
    throw new ConsensusError('MasternodeVoteAlreadyPresentError', { proTxHash, poll });
  if (previous !== undefined && previous.votesCast >= rules.votesPerMasternode)
    throw new ConsensusError('MasternodeVotedTooManyTimesError', {
      proTxHash,
      already: previous.votesCast,
      max: rules.votesPerMasternode,
    });
  if (masternode === undefined) throw new ConsensusError('MasternodeNotFoundError', { proTxHash });
  if (masternode.votingAddress !== votingAddress)
    throw new ConsensusError('MasternodeIncorrectVotingAddressError', {
      proTxHash,
      current: masternode.votingAddress,
      given: votingAddress,
    });
  const expected = voterIdentityId(proTxHash, votingAddress);
  if (expected !== vote.voterIdentityId)
    throw new ConsensusError('MasternodeIncorrectVoterIdentityIdError', {
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
    throw new ConsensusError('VotePollNotFoundError', { poll });
  if (status.kind !== 'Started')
    throw new ConsensusError('VotePollNotAvailableForVotingError', { poll, status: statusText(status) });
  const isContender = choice.kind !== 'towardsIdentity' || contenders.has(choice.identityId);
  const mayLock = choice.kind !== 'lock' || contest.canBeLocked;
  if (!isContender || !mayLock)
    throw new ConsensusError('VoteChoiceNotAllowedForVotePollError', {
      poll,
      choice: choice.kind === 'towardsIdentity' ? choice.identityId : choice.kind,
    });
  if (contest.fund < rules.votePrice)
    throw new ConsensusError('PrefundedSpecializedBalanceInsufficientError', {
      balanceId: contest.id,
      balance: contest.fund,
      required: rules.votePrice,
    });
}
