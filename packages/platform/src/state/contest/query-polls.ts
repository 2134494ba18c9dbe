import { type PollJson } from './poll-json.js';
import { lastId } from '../keys/space-key.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { membersOf, QueryError } from '@dapikit/proof/document-query';
import type { StoreView } from '../../store/store.js';
import { endOf, endPrefix, pollKey, voterPrefix } from './contest-keys.js';
import { BALLOT_FORM, POLL_FORM } from './contest-forms.js';
import { findContest } from './find-contest.js';
import type { Choice } from './contest.js';
import type { Poll } from './poll-id.js';
import { pollJson } from './poll-json.js';
import { pageOf, type ResultPage } from './result-page.js';
import { pageRange } from './query-vote-state.js';
import { flagOf, idOf, limitOf, optionalIdOf, timeOf } from './read-contest-query.js';

/** Selects the votes of a masternode. */
export interface MasternodeVotesQuery {
  readonly proTxHash: string | Uint8Array;
  /** Where a page begins: the id of a poll. */
  readonly startAtPollId?: string | Uint8Array;
  /** True if that one is given too; it is unless said otherwise. */
  readonly startAtPollIdIncluded?: boolean;
  /** 1 to 100; 100 when absent. */
  readonly limit?: number;
  /** By the bytes of the ids of the polls; so unless said otherwise. */
  readonly ascending?: boolean;
}

/** Describes a vote that counts in a running poll. */
export interface MasternodeVote {
  /** Base58. */
  readonly pollId: string;
  readonly poll: PollJson;
  readonly choice: Choice;
}

const VOTES_MEMBERS = ['proTxHash', 'startAtPollId', 'startAtPollIdIncluded', 'limit', 'ascending'];

/**
 * Returns the votes of a masternode in all running polls.
 *
 * Source: `packages/rs-drive/src/query/contested_resource_votes_given_by_identity_query.rs` in dashpay/platform.
 * @throws {QueryError} InvalidArgument
 */
export async function masternodeVotes(
  view: StoreView,
  query: MasternodeVotesQuery,
): Promise<MasternodeVote[]> {
  const { items } = await masternodeVotePage(view, query);
  return items.map(({ pollId, poll, choice }) => ({
    pollId: identifierText(pollId),
    poll: pollJson(poll),
    choice,
  }));
}

/** Describes a vote that counts, and its poll. */
export interface FoundVote {
  /** 32 bytes. */
  readonly pollId: Uint8Array;
  readonly poll: Poll;
  readonly choice: Choice;
}

/** Returns a page of {@link masternodeVotes}. @throws {QueryError} InvalidArgument */
export async function masternodeVotePage(
  view: StoreView,
  query: MasternodeVotesQuery,
  offset = 0,
): Promise<ResultPage<FoundVote>> {
  const members = membersOf(query, VOTES_MEMBERS);
  const [limit, ascending] = [limitOf(members), flagOf(members, 'ascending', true)];
  const range = pageRange(voterPrefix(idOf(members, 'proTxHash')), {
    start: optionalIdOf(members, 'startAtPollId'),
    isIncluded: flagOf(members, 'startAtPollIdIncluded', true),
    ascending,
  });
  const found = await view.scan({ ...range, reverse: !ascending, limit: offset + limit + 1 });
  const { items: entries, isLast } = pageOf(found.slice(offset), limit);
  const ids = entries.map(({ key }) => lastId(key));
  const choices = entries.map(({ value }) => BALLOT_FORM.fromBytes(value).choice);
  const polls = await pollsOf(view, ids);
  const items = ids.flatMap((id, at): FoundVote[] => {
    const [poll, choice] = [polls[at], choices[at]];
    return poll === undefined || choice === undefined ? [] : [{ pollId: id, poll, choice }];
  });
  return { items, isLast };
}

/** Describes which running polls are wanted. */
export interface PollsByEndQuery {
  readonly startTimeMs?: number;
  /** True if that time is inside; it is unless said otherwise. */
  readonly startTimeIncluded?: boolean;
  readonly endTimeMs?: number;
  /** True if that time is inside; it is unless said otherwise. */
  readonly endTimeIncluded?: boolean;
  /** 1 to 100 polls; 100 when absent. */
  readonly limit?: number;
  /** Offset, without an effect, as on the network. */
  readonly offset?: number;
  readonly ascending?: boolean;
  /** True if a proof is requested: not with an offset. */
  readonly prove?: boolean;
}

/** Describes the polls that end at a time. */
export interface PollsAtEnd {
  readonly timestampMs: number;
  readonly votePolls: readonly PollJson[];
}

const ENDS_MEMBERS = [
  'startTimeMs',
  'startTimeIncluded',
  'endTimeMs',
  'endTimeIncluded',
  'limit',
  'offset',
  'ascending',
  'prove',
];

/**
 * Returns the running polls by the time at which they end.
 *
 * Source: `packages/rs-drive/src/query/vote_polls_by_end_date_query.rs` in dashpay/platform.
 * @throws {QueryError} InvalidArgument for times that enclose nothing, RequestingProofWithOffset.
 */
export async function pollsByEnd(view: StoreView, query: PollsByEndQuery): Promise<PollsAtEnd[]> {
  const { items } = await pollsByEndPage(view, query);
  return items.map(({ timestampMs, polls }) => ({ timestampMs, votePolls: polls.map(pollJson) }));
}

/** Describes the polls that end at a time, in milliseconds. */
export interface FoundPolls {
  readonly timestampMs: number;
  readonly polls: readonly Poll[];
}

/** Returns a page of {@link pollsByEnd}. @throws {QueryError} as {@link pollsByEnd} */
export async function pollsByEndPage(
  view: StoreView,
  query: PollsByEndQuery,
): Promise<ResultPage<FoundPolls>> {
  const members = membersOf(query, ENDS_MEMBERS);
  const [limit, ascending] = [limitOf(members), flagOf(members, 'ascending', true)];
  if (members['offset'] !== undefined && flagOf(members, 'prove', false))
    throw new QueryError('RequestingProofWithOffset', {
      problem: 'a query with proof cannot have an offset',
      expected: 'no offset with a proof',
      found: 'both',
      fix: 'leave one out',
      member: 'offset',
    });
  const { items: entries, isLast } = pageOf(
    await view.scan({ ...readTimes(members), reverse: !ascending, limit: limit + 1 }),
    limit,
  );
  const ends = entries.map(({ key }) => endOf(key));
  const polls = await pollsOf(
    view,
    ends.map(({ pollId }) => pollId),
  );
  const byEnd = new Map<number, Poll[]>();
  for (const [at, { endsAt }] of ends.entries()) {
    const poll = polls[at];
    if (poll !== undefined) byEnd.set(endsAt, [...(byEnd.get(endsAt) ?? []), poll]);
  }
  return { items: [...byEnd].map(([timestampMs, found]) => ({ timestampMs, polls: found })), isLast };
}

function readTimes(members: Readonly<Record<string, unknown>>): { from: Uint8Array; to: Uint8Array } {
  const [start, end] = [timeOf(members, 'startTimeMs'), timeOf(members, 'endTimeMs')];
  const isStartIn = flagOf(members, 'startTimeIncluded', true);
  const isEndIn = flagOf(members, 'endTimeIncluded', true);
  const isEmpty =
    start !== undefined && end !== undefined && (start > end || (start === end && !(isStartIn && isEndIn)));
  if (isEmpty)
    throw new QueryError('InvalidArgument', {
      problem: `the start ${start} is not before the end ${end}`,
      expected: 'a start before the end',
      found: `${start} and ${end}`,
      fix: 'include both sides to ask for one time',
      member: 'startTimeMs',
    });
  const least = start === undefined ? 0 : start + (isStartIn ? 0 : 1);
  const most = end === undefined ? Number.MAX_SAFE_INTEGER : end + (isEndIn ? 1 : 0);
  return { from: endPrefix(least), to: endPrefix(most) };
}

async function pollsOf(view: StoreView, ids: readonly Uint8Array[]): Promise<(Poll | undefined)[]> {
  const stored = await view.getMany(ids.map((id) => pollKey(id)));
  return stored.map((bytes) => (bytes === undefined ? undefined : POLL_FORM.fromBytes(bytes)));
}

/** Returns the credits left in the fund of a poll, or nothing when it does not run. */
export async function contestFund(view: StoreView, pollId: Uint8Array): Promise<bigint | undefined> {
  const contest = await findContest(view, pollId);
  return contest?.status.kind === 'Started' ? contest.fund : undefined;
}
