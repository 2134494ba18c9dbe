import { compareBytes } from '@dapikit/protocol/codec';
import type { Path } from '../element/reference-path.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { insertItem, keyItems } from '../path-query/insert-item.js';
import type { ConditionalBranch, PathQuery } from '../path-query/path-query.js';
import type { QueryItem } from '../path-query/query-item.js';
import { itemBytes, itemContent, sumTreeAmount } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { ABSTAIN_KEY, CONTENDER_KEYS, LOCK_KEY, STORED_INFO_KEY } from '../drive/contest-paths.js';
import { contendersPath, pollInfo, type ContestedPoll, type PollInfo } from './contest.js';
import { pageItem, type PageStart } from './query-forms.js';

const { document: DOCUMENT, votes: VOTES } = CONTENDER_KEYS;

/** Names what a response has for each contender. */
export type VoteStateResult = 'documents' | 'voteTally' | 'documentsAndVoteTally';

/** Says what of a poll is requested. */
export interface ContestedVoteStateRequest extends ContestedPoll {
  readonly result: VoteStateResult;
  /** True if votes to lock and to abstain are included. Default: false. */
  readonly includesLockAndAbstain?: boolean | undefined;
  /** The contender where the page begins. */
  readonly start?: PageStart | undefined;
  /** Limits the contenders. */
  readonly limit?: number | undefined;
}

/**
 * Returns the query for the contenders of a poll. Source: `construct_path_query` in
 * `packages/rs-drive/src/query/vote_poll_vote_state_query.rs` of dashpay/platform.
 */
export function contestedVoteStateQuery(request: ContestedVoteStateRequest): PathQuery {
  const { result, start, limit } = request;
  const hasTally = result !== 'documents';
  const hasLock = hasTally && (request.includesLockAndAbstain ?? false);
  const perContender = result === 'documentsAndVoteTally' ? 2 : 1;
  const others = start !== undefined || !hasTally ? 0 : hasLock ? 3 : 1;
  const votesOf = (choice: Uint8Array): ConditionalBranch => ({
    item: { type: 'key', key: choice },
    branch: { path: [VOTES] },
  });
  return {
    path: contendersPath(request),
    query: {
      items: start === undefined ? firstPage(hasTally, hasLock) : [pageItem(start)],
      defaultBranch:
        result === 'documentsAndVoteTally'
          ? { query: { items: keyItems([DOCUMENT, VOTES]) } }
          : { path: [result === 'documents' ? DOCUMENT : VOTES] },
      conditionalBranches: [
        ...(hasLock ? [votesOf(LOCK_KEY), votesOf(ABSTAIN_KEY)] : []),
        { item: { type: 'key', key: STORED_INFO_KEY }, branch: {} },
      ],
    },
    limit: limit === undefined ? undefined : limit * perContender + others,
  };
}

/**
 * Returns the items without a start: contenders behind the key of locks, and the stored state of the poll next to a
 * tally.
 */
function firstPage(hasTally: boolean, hasLock: boolean): readonly QueryItem[] {
  if (hasLock) return [{ type: 'rangeFull' }];
  const contenders: QueryItem = { type: 'rangeAfter', start: LOCK_KEY };
  return hasTally ? insertItem([{ type: 'key', key: STORED_INFO_KEY }], contenders) : [contenders];
}

/** Identity that contends for the values of a poll. */
export interface Contender {
  readonly identityId: Uint8Array;
  /** The serialised document; undefined where the request leaves documents out. */
  readonly document: Uint8Array | undefined;
  /** The votes; undefined where the request leaves tallies out. */
  readonly votes: bigint | undefined;
}

/** State of a poll. */
export interface ContestedVoteState {
  readonly contenders: readonly Contender[];
  readonly lockVotes: bigint | undefined;
  readonly abstainVotes: bigint | undefined;
  /** The status and the history of the poll; undefined where the request leaves it out or there is no poll. */
  readonly info: PollInfo | undefined;
}

/**
 * Verifies the response of getContestedResourceVoteState. After the end of a vote, its result is in the last entry of
 * `info.finishedVotes`. Throws DecodeError, ProofError. Source: `verify_vote_poll_vote_state_proof` in
 * `packages/rs-drive/src/verify/voting` of dashpay/platform.
 */
export const verifyContestedVoteState = (
  response: ProvenResponse,
  options: TrustOptions & ContestedVoteStateRequest,
): Proven<ContestedVoteState> =>
  verifyResponse(response, options, (reader) => {
    const query = contestedVoteStateQuery(options);
    const contenders = new Map<string, Contender>();
    const state: { -readonly [Name in keyof ContestedVoteState]: ContestedVoteState[Name] } = {
      contenders: [],
      lockVotes: undefined,
      abstainVotes: undefined,
      info: undefined,
    };
    for (const { path, key: last, element } of reader.elements(query)) {
      if (path.length === query.path.length) {
        if (compareBytes(last, STORED_INFO_KEY) !== 0)
          throw new ProofError('unexpected-element', 'a contender is not a tree');
        state.info = itemContent(pollInfo, element);
        continue;
      }
      const choice = choiceOf(path);
      if (compareBytes(choice, LOCK_KEY) === 0) state.lockVotes = sumTreeAmount(element);
      else if (compareBytes(choice, ABSTAIN_KEY) === 0) state.abstainVotes = sumTreeAmount(element);
      else {
        const id = choice.join(',');
        const contender = contenders.get(id) ?? { identityId: choice, document: undefined, votes: undefined };
        const isDocument = compareBytes(last, DOCUMENT) === 0;
        const added = isDocument ? { document: itemBytes(element) } : { votes: sumTreeAmount(element) };
        contenders.set(id, { ...contender, ...added });
      }
    }
    return { ...state, contenders: [...contenders.values()] };
  });

function choiceOf(path: Path): Uint8Array {
  const choice = path.at(-1);
  if (choice === undefined)
    throw new ProofError('unexpected-element', 'an element lies above the contenders');
  return choice;
}
