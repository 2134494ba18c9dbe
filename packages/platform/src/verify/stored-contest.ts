import { identifierBytes } from '../base/bytes/identifier.js';
import { CONTEST_FORM } from '../state/contest/contest-forms.js';
import type { Contender, Contest, ContestStatus, FinishedContest } from '../state/contest/contest.js';
import { readable } from '../base/bytes/readable.js';

/** Returns a stored contest; nothing where it cannot be read, or lacks a member that others are compared with. */
export const storedContest = (bytes: Uint8Array): Contest | undefined =>
  readable(() => {
    const contest = CONTEST_FORM.fromBytes(bytes);
    return isContest(contest) ? contest : undefined;
  });

const isContest = ({ id, poll, status, contenders, finished, fund, ...tallies }: Contest): boolean =>
  isId(id) &&
  isId(poll.contractId) &&
  isStatus(status) &&
  [...contenders].every(isContender) &&
  finished.every(isFinished) &&
  typeof fund === 'bigint' &&
  hasTallies(tallies);

const isStatus = (status: ContestStatus): boolean =>
  status.kind === 'Started'
    ? isTime(status.endsAt) && typeof status.block.height === 'bigint'
    : ['NotStarted', 'Awarded', 'Locked'].includes(status.kind);

const isContender = ([identityId, { documentId, tally }]: readonly [string, Contender]): boolean =>
  isId(identityId) && isId(documentId) && typeof tally === 'number';

const isFinished = ({ startBlock, contenders, ...tallies }: FinishedContest): boolean =>
  typeof startBlock.height === 'bigint' &&
  contenders.every(({ identityId, tally }) => isId(identityId) && typeof tally === 'number') &&
  hasTallies(tallies);

const hasTallies = ({ abstain, lock }: Pick<Contest, 'abstain' | 'lock'>): boolean =>
  typeof abstain === 'number' && typeof lock === 'number';

const isId = (text: string): boolean => identifierBytes(text) !== undefined;

const isTime = (time: number): boolean => Number.isSafeInteger(time) && time >= 0;
