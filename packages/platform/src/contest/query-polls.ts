import { identifierText } from '../bytes/identifier.js';
import { membersOf } from '../query/read-query.js';
import { QueryError } from '../query/query-error.js';
import type { StoreView } from '../store/store.js';
import { endOf, endPrefix, lastId, pollKey, voterPrefix } from './contest-keys.js';
import { BALLOT_FORM, POLL_FORM } from './contest-forms.js';
import { contestOf } from './contest-store.js';
import type { Choice } from './contest.js';
import { pollJson, type PollJson } from './poll-json.js';
import { pageRange } from './query-vote-state.js';
import { flagOf, idOf, limitOf, optionalIdOf, timeOf } from './read-contest-query.js';

/** Whose votes are wanted. */
export interface MasternodeVotesQuery {
  readonly proTxHash: string | Uint8Array;
  /** Where a page begins: the id of a poll. */
  readonly startAtPollId?: string | Uint8Array;
  /** Whether that one is given too; it is unless said otherwise. */
  readonly startAtPollIdIncluded?: boolean;
  /** 1 to 100; 100 when absent. */
  readonly limit?: number;
  /** By the bytes of the ids of the polls; so unless said otherwise. */
  readonly ascending?: boolean;
}

/** A vote that counts in a running poll. */
export interface MasternodeVote {
  /** Base58. */
  readonly pollId: string;
  readonly poll: PollJson;
  readonly choice: Choice;
}

const VOTES_MEMBERS = ['proTxHash', 'startAtPollId', 'startAtPollIdIncluded', 'limit', 'ascending'];

/**
 * What a masternode votes for in all running polls.
 *
 * Source: `packages/rs-drive/src/query/contested_resource_votes_given_by_identity_query.rs` in dashpay/platform.
 * @throws {QueryError} InvalidArgument
 */
export async function masternodeVotes(
  view: StoreView,
  query: MasternodeVotesQuery,
): Promise<MasternodeVote[]> {
  const members = membersOf(query, VOTES_MEMBERS);
  const [limit, ascending] = [limitOf(members), flagOf(members, 'ascending', true)];
  const range = pageRange(voterPrefix(idOf(members, 'proTxHash')), {
    start: optionalIdOf(members, 'startAtPollId'),
    isIncluded: flagOf(members, 'startAtPollIdIncluded', true),
    ascending,
  });
  const entries = await view.scan({ ...range, reverse: !ascending, limit });
  const ids = entries.map(({ key }) => lastId(key));
  const polls = await pollsOf(view, ids);
  return entries.flatMap(({ value }, at) => {
    const [id, poll] = [ids[at], polls[at]];
    if (id === undefined || poll === undefined) return [];
    const { choice } = BALLOT_FORM.fromBytes(value);
    return [{ pollId: identifierText(id), poll, choice }];
  });
}

/** Which running polls are wanted. */
export interface PollsByEndQuery {
  readonly startTimeMs?: number;
  /** Whether that time is inside; it is unless said otherwise. */
  readonly startTimeIncluded?: boolean;
  readonly endTimeMs?: number;
  /** Whether that time is inside; it is unless said otherwise. */
  readonly endTimeIncluded?: boolean;
  /** 1 to 100 polls; 100 when absent. */
  readonly limit?: number;
  /** Has no effect, as on the network. */
  readonly offset?: number;
  readonly ascending?: boolean;
  /** Whether a proof is asked for: not with an offset. */
  readonly prove?: boolean;
}

/** The polls that end at a time. */
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
 * The running polls by the time at which they end.
 *
 * Source: `packages/rs-drive/src/query/vote_polls_by_end_date_query.rs` in dashpay/platform.
 * @throws {QueryError} InvalidArgument for times that enclose nothing, RequestingProofWithOffset.
 */
export async function pollsByEnd(view: StoreView, query: PollsByEndQuery): Promise<PollsAtEnd[]> {
  const members = membersOf(query, ENDS_MEMBERS);
  const [limit, ascending] = [limitOf(members), flagOf(members, 'ascending', true)];
  if (members['offset'] !== undefined && flagOf(members, 'prove', false))
    throw new QueryError('RequestingProofWithOffset', {
      expected: 'no offset with a proof',
      found: 'both',
      advice: 'leave one out',
      place: 'offset',
    });
  const entries = await view.scan({ ...readTimes(members), reverse: !ascending, limit });
  const ends = entries.map(({ key }) => endOf(key));
  const polls = await pollsOf(
    view,
    ends.map(({ pollId }) => pollId),
  );
  const byEnd = new Map<number, PollJson[]>();
  for (const [at, { endsAt }] of ends.entries()) {
    const poll = polls[at];
    if (poll !== undefined) byEnd.set(endsAt, [...(byEnd.get(endsAt) ?? []), poll]);
  }
  return [...byEnd].map(([timestampMs, votePolls]) => ({ timestampMs, votePolls }));
}

function readTimes(members: Readonly<Record<string, unknown>>): { from: Uint8Array; to: Uint8Array } {
  const [start, end] = [timeOf(members, 'startTimeMs'), timeOf(members, 'endTimeMs')];
  const isStartIn = flagOf(members, 'startTimeIncluded', true);
  const isEndIn = flagOf(members, 'endTimeIncluded', true);
  const isEmpty =
    start !== undefined && end !== undefined && (start > end || (start === end && !(isStartIn && isEndIn)));
  if (isEmpty)
    throw new QueryError('InvalidArgument', {
      expected: 'a start before the end',
      found: `${start} and ${end}`,
      advice: 'include both sides to ask for one time',
      place: 'startTimeMs',
    });
  const least = start === undefined ? 0 : start + (isStartIn ? 0 : 1);
  const most = end === undefined ? Number.MAX_SAFE_INTEGER : end + (isEndIn ? 1 : 0);
  return { from: endPrefix(least), to: endPrefix(most) };
}

async function pollsOf(view: StoreView, ids: readonly Uint8Array[]): Promise<(PollJson | undefined)[]> {
  const stored = await view.getMany(ids.map((id) => pollKey(id)));
  return stored.map((bytes) => (bytes === undefined ? undefined : pollJson(POLL_FORM.fromBytes(bytes))));
}

/** The credits left in the fund of a poll, or nothing when it does not run. */
export async function contestFund(view: StoreView, pollId: Uint8Array): Promise<bigint | undefined> {
  const contest = await contestOf(view, pollId);
  return contest?.status.kind === 'Started' ? contest.fund : undefined;
}
