import { describeUntil } from '@dapikit/contract';
import { hexToBytes } from '@noble/hashes/utils.js';
import { ABSTAIN_KEY, LOCK_KEY } from '@dapikit/proof/prover';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { InputError } from '../../base/errors/input-error.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { type ListedMasternode } from '../identity/masternode-store.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { voterIdentityId } from '../identity/identity-id.js';
import type { ContestStep, VoteEvent } from './contest-event.js';
import type { ContestRules } from './contest-rules.js';
import { isSameChoice, withWeight, type Choice, type Contest, type ContestStatus } from './contest.js';
import { wirePoll, type Poll } from './poll-id.js';

/** Lists the weights of votes. */
export const VOTE_WEIGHTS: Readonly<Record<ListedMasternode['kind'], number>> = { regular: 1, evolution: 4 };

/** Returns a poll after a masternode voted, for the first time or for something else than before. */
export function applyVote(contest: Contest, sent: VoteEvent, rules: ContestRules): ContestStep {
  const vote = rules.checksChoices ? sent : { ...sent, choice: countedChoice(sent.choice) };
  const { kind } = checkVoter(vote, rules);
  checkPoll(contest, vote, rules);
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

/** Maps the identifiers under which votes for nobody are counted to these choices. */
const NEUTRAL_IDS: ReadonlyMap<string, Choice> = new Map([
  [identifierText(ABSTAIN_KEY), { kind: 'abstain' }],
  [identifierText(LOCK_KEY), { kind: 'lock' }],
]);

/**
 * Returns the choice for which the network counts a vote.
 *
 * Source: `RESOURCE_LOCK_VOTE_TREE_KEY_U8_32` in `packages/rs-drive/src/drive/votes/paths.rs` of dashpay/platform.
 */
const countedChoice = (choice: Choice): Choice =>
  (choice.kind === 'towardsIdentity' ? NEUTRAL_IDS.get(choice.identityId) : undefined) ?? choice;

/**
 * Checks a voter in the order of the network: earlier votes, then the masternode, then the voter.
 *
 * Source: `transform_into_action` and `advanced_structure` of `masternode_vote` in dashpay/platform.
 */
function checkVoter(vote: VoteEvent, rules: ContestRules): ListedMasternode {
  const { poll, proTxHash, choice, previous, masternode, votingAddress } = vote;
  if (previous !== undefined && isSameChoice(previous.choice, choice))
    throw new ConsensusError('MasternodeVoteAlreadyPresentError', { proTxHash, votePoll: votePollOf(poll) });
  if (previous !== undefined && previous.votesCast >= rules.votesPerMasternode)
    throw new ConsensusError('MasternodeVotedTooManyTimesError', {
      proTxHash,
      timesAlreadyVoted: previous.votesCast,
      maxTimesAllowed: rules.votesPerMasternode,
    });
  if (masternode === undefined) throw new ConsensusError('MasternodeNotFoundError', { proTxHash });
  if (masternode.votingAddress !== votingAddress)
    throw new ConsensusError('MasternodeIncorrectVotingAddressError', {
      proTxHash,
      currentVotingAddress: hexToBytes(masternode.votingAddress),
      givenVotingAddress: hexToBytes(votingAddress),
    });
  const expected = voterIdentityId(proTxHash, votingAddress);
  if (compareBytes(expected, vote.voterIdentityId) !== 0)
    throw new ConsensusError('MasternodeIncorrectVoterIdentityIdError', {
      proTxHash,
      expectedVoterIdentityId: expected,
      providedVoterIdentityId: vote.voterIdentityId,
    });
  return masternode;
}

function checkPoll(
  { status, finished, contenders, ...contest }: Contest,
  { poll, choice }: VoteEvent,
  rules: ContestRules,
): void {
  if (status.kind === 'NotStarted' && finished.length === 0)
    throw new ConsensusError('VotePollNotFoundError', { votePoll: votePollOf(poll) });
  if (status.kind !== 'Started')
    throw new ConsensusError('VotePollNotAvailableForVotingError', {
      votePoll: votePollOf(poll),
      status: officialStatus(status),
    });
  const stranger =
    choice.kind === 'towardsIdentity' && !contenders.has(choice.identityId) ? choice.identityId : undefined;
  const mayLock = choice.kind !== 'lock' || contest.canBeLocked;
  if (!mayLock || (stranger !== undefined && rules.checksChoices))
    throw new ConsensusError('VoteChoiceNotAllowedForVotePollError', {
      votePoll: wirePoll(poll),
      choice: choice.kind === 'towardsIdentity' ? bytesOf(choice.identityId) : choice.kind,
    });
  if (contest.fund < rules.votePrice)
    throw new ConsensusError('PrefundedSpecializedBalanceInsufficientError', {
      balanceId: bytesOf(contest.id),
      balance: contest.fund,
      requiredBalance: rules.votePrice,
    });
  if (stranger !== undefined) throw foreignVote(stranger);
}

const votePollOf = (poll: Poll) =>
  ({ type: 'contestedDocumentResourceVotePoll', ...wirePoll(poll) }) as const;

/** Returns the status of a poll that does not run as errors have it. */
const officialStatus = (status: Exclude<ContestStatus, { readonly kind: 'Started' }>) =>
  status.kind === 'Awarded'
    ? ({ type: 'awarded', identity: bytesOf(status.identityId) } as const)
    : ({ type: status.kind === 'Locked' ? 'locked' : 'notStarted' } as const);

/** Returns the rejection of a vote for an identity that does not contend: the network fails at it without a number. */
const foreignVote = (identityId: string): InputError =>
  new InputError('choice', {
    problem: `identity ${identityId} does not contend: ${describeUntil('takesAnyChoice')}, the network fails at a vote for it`,
    expected: 'a contender of the poll',
    found: identityId,
    fix: 'query the contenders of the poll',
  });
