import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { lastId } from '../keys/space-key.js';
import { bytesOf, inIdOrder } from '../../base/bytes/identifier-order.js';
import { identifierText } from '../../base/bytes/identifier.js';
import type { Block } from '../chain/block.js';
import { membersOf } from '@dapikit/proof/document-query';
import type { KeyRange, StoreView } from '../../store/store.js';
import { allBehind, contenderDocumentKey, votesPrefix } from './contest-keys.js';
import { findContest } from './find-contest.js';
import type { Contest, FinishedContest, Winner } from './contest.js';
import { pollId, type Poll } from './poll-id.js';
import { pageOf, type ResultPage } from './result-page.js';
import { flagOf, idOf, limitOf, optionalIdOf, wordOf } from './read-contest-query.js';

/** Selects a part of the state of a poll. */
export interface VoteStateQuery {
  /** Documents unless said otherwise. */
  readonly resultType?: 'documents' | 'voteTally' | 'documentsAndVoteTally';
  /** True if the votes for nobody are wanted; not unless it is said. */
  readonly includeLockedAndAbstaining?: boolean;
  /** Where a page begins: the id of an identity. */
  readonly startAtContenderId?: string | Uint8Array;
  /** True if that contender is given too; it is unless said otherwise. */
  readonly startAtContenderIdIncluded?: boolean;
  /** 1 to 100; 100 when absent. */
  readonly limit?: number;
}

/** Describes the tallies of a poll, and its result once it has ended. */
export interface VoteState {
  /** By the bytes of their ids. */
  readonly contenders: readonly {
    readonly identityId: string;
    readonly voteTally?: number;
    /** In its binary form. */
    readonly document?: Uint8Array;
  }[];
  readonly abstainVoteTally?: number;
  readonly lockVoteTally?: number;
  /** Only when it has ended. */
  readonly winner?: { readonly winner: Winner; readonly block: Block };
}

const MEMBERS = [
  'resultType',
  'includeLockedAndAbstaining',
  'startAtContenderId',
  'startAtContenderIdIncluded',
  'limit',
];

/**
 * Returns the state of a poll, or how it ended; empty when it was never opened.
 *
 * Source: `packages/rs-drive/src/query/vote_poll_vote_state_query.rs` in dashpay/platform.
 * @throws {QueryError} InvalidArgument
 */
export async function voteState(view: StoreView, poll: Poll, query: VoteStateQuery): Promise<VoteState> {
  const members = membersOf(query, MEMBERS);
  const resultType = wordOf(members, 'resultType', ['documents', 'voteTally', 'documentsAndVoteTally']);
  const page = readPage(members);
  const wantsOthers = flagOf(members, 'includeLockedAndAbstaining', false);
  const id = pollId(poll);
  const contest = await findContest(view, id);
  if (contest === undefined) return { contenders: [] };
  const finished = contest.status.kind === 'Started' ? undefined : contest.finished.at(-1);
  if (finished !== undefined) return finishedState(finished, resultType, page);
  const shown = page.of(inIdOrder([...contest.contenders.keys()], (identityId) => identityId));
  const documents =
    resultType === 'voteTally'
      ? []
      : await view.getMany(shown.map((identityId) => contenderDocumentKey(id, identityId)));
  const contenders = shown.map((identityId, at) => ({
    identityId,
    ...(resultType === 'documents' ? {} : { voteTally: contest.contenders.get(identityId)?.tally ?? 0 }),
    ...(documents[at] === undefined ? {} : { document: documents[at] }),
  }));
  const hasOthers = wantsOthers && resultType !== 'documents' && !page.isLater;
  return { contenders, ...(hasOthers ? othersOf(contest) : {}) };
}

const othersOf = ({ abstain, lock }: Pick<Contest, 'abstain' | 'lock'>) => ({
  abstainVoteTally: abstain,
  lockVoteTally: lock,
});

/** Returns the state of an ended contest: tallies only, as its documents are deleted. */
function finishedState(finished: FinishedContest, resultType: string, page: Page): VoteState {
  const { contenders, winner, finalBlock } = finished;
  const shown = resultType === 'documents' ? [] : page.of(contenders.map(({ identityId }) => identityId));
  return {
    contenders: contenders
      .filter(({ identityId }) => shown.includes(identityId))
      .map(({ identityId, tally }) => ({ identityId, voteTally: tally })),
    ...othersOf(finished),
    winner: { winner, block: finalBlock },
  };
}

/** Cuts a page out of ids that are in the order of their bytes. */
interface Page {
  readonly isLater: boolean;
  readonly of: (ids: readonly string[]) => readonly string[];
}

function readPage(members: Readonly<Record<string, unknown>>): Page {
  const limit = limitOf(members);
  const start = optionalIdOf(members, 'startAtContenderId');
  const isIncluded = flagOf(members, 'startAtContenderIdIncluded', true);
  const isInside = (id: string): boolean =>
    start === undefined || compareBytes(bytesOf(id), start) >= (isIncluded ? 0 : 1);
  return { isLater: start !== undefined, of: (ids) => ids.filter(isInside).slice(0, limit) };
}

/** Selects the voters of a choice. */
export interface VotersQuery {
  /** The identity that they vote for. */
  readonly contestantId: string | Uint8Array;
  /** Where a page begins: a ProTx hash. */
  readonly startAtVoterId?: string | Uint8Array;
  /** True if that one is given too; it is unless said otherwise. */
  readonly startAtVoterIdIncluded?: boolean;
  /** 1 to 100; 100 when absent. */
  readonly limit?: number;
  /** By the bytes of their ProTx hashes; so unless said otherwise. */
  readonly ascending?: boolean;
}

const VOTERS_MEMBERS = ['contestantId', 'startAtVoterId', 'startAtVoterIdIncluded', 'limit', 'ascending'];

/**
 * Returns the ProTx hashes of the masternodes that vote for somebody, in base58; none when the poll does not run.
 *
 * Source: `packages/rs-drive/src/query/vote_poll_contestant_votes_query.rs` in dashpay/platform.
 * @throws {QueryError} InvalidArgument
 */
export async function votersFor(view: StoreView, poll: Poll, query: VotersQuery): Promise<readonly string[]> {
  const { items } = await voterPage(view, poll, query);
  return items.map(identifierText);
}

/** Returns a page of {@link votersFor}: ProTx hashes of 32 bytes. @throws {QueryError} InvalidArgument */
export async function voterPage(
  view: StoreView,
  poll: Poll,
  query: VotersQuery,
): Promise<ResultPage<Uint8Array>> {
  const members = membersOf(query, VOTERS_MEMBERS);
  const [limit, ascending] = [limitOf(members), flagOf(members, 'ascending', true)];
  const choice = {
    kind: 'towardsIdentity',
    identityId: identifierText(idOf(members, 'contestantId')),
  } as const;
  const prefix = votesPrefix(pollId(poll), choice);
  const range = pageRange(prefix, {
    start: optionalIdOf(members, 'startAtVoterId'),
    isIncluded: flagOf(members, 'startAtVoterIdIncluded', true),
    ascending,
  });
  const entries = await view.scan({ ...range, reverse: !ascending, limit: limit + 1 });
  return pageOf(
    entries.map(({ key }) => lastId(key)),
    limit,
  );
}

/** Returns the keys that begin with a prefix and end with an id, from one id on. */
export function pageRange(
  prefix: Uint8Array,
  page: { readonly start: Uint8Array | undefined; readonly isIncluded: boolean; readonly ascending: boolean },
): Pick<KeyRange, 'from' | 'to'> {
  const { from, to } = allBehind(prefix);
  if (page.start === undefined) return { from, to };
  const at = Buffer.concat([prefix, page.start]);
  const behind = Buffer.concat([at, Uint8Array.of(0)]);
  if (page.ascending) return { from: page.isIncluded ? at : behind, to };
  return { from, to: page.isIncluded ? behind : at };
}
