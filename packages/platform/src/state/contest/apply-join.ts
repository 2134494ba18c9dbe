import { bytesOf } from '../../base/bytes/identifier-order.js';
import { lockedPoll } from '../../base/errors/contest-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { ContestEffect, ContestStep, JoinEvent } from './contest-event.js';
import type { ContestRules } from './contest-rules.js';
import type { Contest, ContestStatus } from './contest.js';
import type { Block } from '../chain/block.js';
import { wirePoll } from './poll-id.js';

/** Returns a poll after a contender joined it; the first one starts the contest. */
export function applyJoin(contest: Contest, join: JoinEvent, rules: ContestRules): ContestStep {
  checkJoin(contest, join, rules);
  const { identityId, documentId, created, credits, block } = join;
  const { status, schedule } = scheduleOf(contest, block, rules);
  return {
    contest: {
      ...contest,
      status,
      contenders: new Map([...contest.contenders, [identityId, { documentId, created, tally: 0 }]]),
      fund: contest.fund + credits,
    },
    effects: [
      { kind: 'takeCredits', identityId, credits },
      { kind: 'keepContender', identityId, documentId },
      ...schedule,
    ],
  };
}

/** Returns the status of a contest after a contender joined: the first sets its end, the second moves that of a lone contender. */
function scheduleOf(
  { status, contenders }: Contest,
  block: Block,
  rules: ContestRules,
): { readonly status: ContestStatus; readonly schedule: readonly ContestEffect[] } {
  if (status.kind !== 'Started') {
    const endsAt = block.time + (rules.awardsLone ? rules.joinWindow + 1 : rules.duration);
    return { status: { kind: 'Started', block, endsAt }, schedule: [{ kind: 'scheduleEnd', endsAt }] };
  }
  return contenders.size === 1 && rules.awardsLone ? runFull(status, rules) : { status, schedule: [] };
}

/** Returns a running contest that ends when its whole duration is over. */
export function runFull(
  status: Extract<ContestStatus, { readonly kind: 'Started' }>,
  { duration }: ContestRules,
): { readonly status: ContestStatus; readonly schedule: readonly ContestEffect[] } {
  const endsAt = status.block.time + duration;
  if (endsAt === status.endsAt) return { status, schedule: [] };
  return {
    status: { ...status, endsAt },
    schedule: [
      { kind: 'unscheduleEnd', endsAt: status.endsAt },
      { kind: 'scheduleEnd', endsAt },
    ],
  };
}

/**
 * Checks a contender in the order of the network, behind the checks that the id and the unique values are free.
 *
 * Source: `validate_state_v1` of `document_create_transition_action` in dashpay/platform.
 */
function checkJoin(
  contest: Contest,
  { poll, identityId, documentId, isIdContending, block }: JoinEvent,
  rules: ContestRules,
): void {
  const { status, contenders, lockedCount } = contest;
  if (isIdContending)
    throw new ConsensusError('DocumentContestDocumentWithSameIdAlreadyPresentError', {
      documentId: bytesOf(documentId),
    });
  if (status.kind === 'Awarded')
    throw new ConsensusError('DocumentAlreadyPresentError', { documentId: bytesOf(documentId) });
  if (status.kind === 'Locked')
    throw new ConsensusError(
      'DocumentContestCurrentlyLockedError',
      lockedPoll(wirePoll(poll), lockedCount, rules.unlockPrice),
    );
  if (status.kind === 'NotStarted') return;
  const { joinWindow, maxContenders } = rules;
  if (block.time - status.block.time > joinWindow)
    throw new ConsensusError('DocumentContestNotJoinableError', {
      votePoll: wirePoll(poll),
      startedAt: status.block.time,
      now: block.time,
      joinWindow,
    });
  if (contenders.has(identityId))
    throw new ConsensusError('DocumentContestIdentityAlreadyContestantError', {
      votePoll: wirePoll(poll),
      identityId: bytesOf(identityId),
    });
  if (maxContenders !== undefined && contenders.size >= maxContenders)
    throw new ConsensusError('DocumentContestContendersLimitReachedError', {
      votePoll: wirePoll(poll),
      max: maxContenders,
    });
}
