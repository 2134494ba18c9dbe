import { compareBytes } from '../base/bytes/compare-bytes.js';
import { lastId } from '../state/keys/space-key.js';
import { identifierText } from '../base/bytes/identifier.js';
import { bytesOf } from '../base/bytes/identifier-order.js';
import { contractHashKey } from '../state/contract/contract-keys.js';
import type { StoreView } from '../store/store.js';
import { readWithOthers, type DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';
import { ballotRecord, type RecordedVote } from '../state/contest/ballot-record.js';
import { POLL_FORM } from '../state/contest/contest-forms.js';
import {
  ballotRecordKey,
  CONTEST_SPACES,
  contenderDocumentKey,
  contendingIdKey,
  contestKey,
  contestsPrefix,
  endKey,
  pollKey,
  resourceKey,
} from '../state/contest/contest-keys.js';
import type { Contest, FinishedContest } from '../state/contest/contest.js';
import { endBytes, NEXT_END_KEY } from '../state/contest/next-poll-end.js';
import { pollId } from '../state/contest/poll-id.js';
import { storedContest } from './stored-contest.js';
import { verifyTallies } from './verify-tallies.js';
import { verifyVoters } from './verify-voters.js';

/** Reads the stored document of a contender by its contract. */
export type ReadContender = (
  contest: Contest,
  bytes: Uint8Array,
) => { readonly id: Uint8Array; readonly ownerId: Uint8Array } | undefined;

/**
 * Checks that every contest has all of its entries, and that no entry lacks its contest: the poll, where it is found, the
 * documents and ids of contenders, when it ends, who voted
 * what in those that have ended, how the votes came, which masternodes voted. Votes that run are `recountVotes`.
 */
export async function verifyContests(
  view: StoreView,
  readContender: ReadContender,
  differences: DifferenceList,
): Promise<void> {
  const expected = new Expected();
  let nextEnd = Infinity;
  const all = readWithOthers(view, contestsPrefix(), ({ key }) => [pollKey(lastId(key))]);
  for await (const { key, value, others } of all) {
    const id = lastId(key);
    const contest = storedContest(value);
    if (contest?.id !== identifierText(id)) {
      differences.differ('contest', key, value);
      continue;
    }
    const [pollBytes] = others;
    const poll = pollBytes && readable(() => POLL_FORM.fromBytes(pollBytes));
    const place = readable(() => poll && resourceKey(poll));
    if (poll === undefined || place === undefined || readable(() => compareBytes(pollId(poll), id)) !== 0)
      differences.differ('contest', pollKey(id), pollBytes);
    // A contract that is deleted takes with it where its contests are found.
    else if ((await view.get(contractHashKey(bytesOf(contest.poll.contractId)))) !== undefined)
      expected.add(place, id);
    if (contest.status.kind === 'Started') {
      expected.add(endKey(contest.status.endsAt, id), NOTHING);
      nextEnd = Math.min(nextEnd, contest.status.endsAt);
    }
    for (const [identityId, { documentId }] of contest.contenders) {
      const documentKey = contenderDocumentKey(id, identityId);
      const bytes = await view.get(documentKey);
      const document = bytes && readContender(contest, bytes);
      const isWrong =
        document !== undefined &&
        (identifierText(document.id) !== documentId || identifierText(document.ownerId) !== identityId);
      if (bytes === undefined || isWrong) differences.differ('contest', documentKey, bytes);
      expected.add(documentKey);
      expected.add(contendingIdKey(documentId), NOTHING);
    }
    for (const [event, finished] of contest.finished.entries()) {
      const recordKey = ballotRecordKey(id, event);
      const bytes = await view.get(recordKey);
      const record = await ballotRecord(view, id, event).catch(() => undefined);
      if (record === undefined || !isRecordOf(finished, record))
        differences.differ('contest', recordKey, bytes);
      expected.add(recordKey);
    }
  }
  if (nextEnd < Infinity) expected.add(NEXT_END_KEY, endBytes(nextEnd));
  for (const space of OTHER_KEYS)
    for await (const { key, value } of readWithOthers(view, Uint8Array.of(space), () => []))
      expected.meet(key, value, differences);
  expected.missing(differences);
  await verifyPolls(view, differences);
  await verifyTallies(view, differences);
  await verifyVoters(view, differences);
}

const OTHER_KEYS = [
  CONTEST_SPACES.contenderDocuments,
  CONTEST_SPACES.contendingIds,
  CONTEST_SPACES.ballotRecords,
  CONTEST_SPACES.pollEnds,
  CONTEST_SPACES.contestedResources,
];
const NOTHING = new Uint8Array();

/** The keys that contests should have, and their values where those are known. */
class Expected {
  readonly #entries = new Map<string, { readonly key: Uint8Array; readonly value: Uint8Array | undefined }>();

  add(key: Uint8Array, value?: Uint8Array): void {
    this.#entries.set(nameOf(key), { key, value });
  }

  meet(key: Uint8Array, found: Uint8Array, differences: DifferenceList): void {
    const entry = this.#entries.get(nameOf(key));
    this.#entries.delete(nameOf(key));
    if (entry === undefined) differences.differ('contest', key, found);
    else if (entry.value !== undefined) differences.compare('contest', key, found, entry.value);
  }

  /** Reports the entries that were not met; those without a value were checked before. */
  missing(differences: DifferenceList): void {
    for (const { key, value } of this.#entries.values())
      if (value !== undefined) differences.differ('contest', key, undefined, value);
  }
}

const nameOf = (key: Uint8Array): string => Buffer.from(key).toString('latin1');

/** Returns whether those who voted give the tallies at the end. */
function isRecordOf(finished: FinishedContest, votes: readonly RecordedVote[]): boolean {
  const weightOf = (isCounted: (vote: RecordedVote) => boolean): number =>
    votes.filter(isCounted).reduce((sum, { weight }) => sum + weight, 0);
  return (
    weightOf(({ choice }) => choice.kind === 'abstain') === finished.abstain &&
    weightOf(({ choice }) => choice.kind === 'lock') === finished.lock &&
    finished.contenders.every(
      ({ identityId, tally }) =>
        weightOf(({ choice }) => choice.kind === 'towardsIdentity' && choice.identityId === identityId) ===
        tally,
    )
  );
}

/** Checks that every poll is that of a contest. */
async function verifyPolls(view: StoreView, differences: DifferenceList): Promise<void> {
  const polls = readWithOthers(view, Uint8Array.of(CONTEST_SPACES.polls), ({ key }) => [
    contestKey(lastId(key)),
  ]);
  for await (const { key, value, others } of polls)
    if (others[0] === undefined) differences.differ('contest', key, value);
}
