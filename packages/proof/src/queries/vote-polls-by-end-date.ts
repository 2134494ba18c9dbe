import { votePoll } from '@dapikit/protocol';
import type { ValueOf } from '@dapikit/protocol/codec';
import type { PathQuery } from '../path-query/path-query.js';
import type { QueryItem } from '../path-query/query-item.js';
import { itemContent } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { pollEndsPath } from '../drive/contest-paths.js';
import { timeKey } from '../drive/drive-paths.js';
import { rangeQuery, timeOfKey } from './query-forms.js';

/** One end of a span of time. */
interface TimeBound {
  readonly timeMs: bigint;
  readonly isIncluded: boolean;
}

/** Says which polls are requested: those that end in a span of time. */
export interface VotePollsByEndDateRequest {
  readonly start?: TimeBound | undefined;
  readonly end?: TimeBound | undefined;
  readonly limit?: number | undefined;
  /** Default: true. */
  readonly isAscending?: boolean | undefined;
}

/**
 * Returns the query for polls by the time at which they end. Source: `construct_path_query` in
 * `packages/rs-drive/src/query/vote_polls_by_end_date_query.rs` of dashpay/platform.
 */
export const votePollsByEndDateQuery = ({
  start,
  end,
  limit,
  isAscending,
}: VotePollsByEndDateRequest): PathQuery =>
  rangeQuery(pollEndsPath(), {
    item: timeItem(start, end),
    isAscending,
    limit,
    defaultBranch: { query: { items: [{ type: 'rangeFull' }] } },
  });

function timeItem(from: TimeBound | undefined, to: TimeBound | undefined): QueryItem {
  if (from === undefined) {
    if (to === undefined) return { type: 'rangeFull' };
    return { type: to.isIncluded ? 'rangeToInclusive' : 'rangeTo', end: timeKey(to.timeMs) };
  }
  const start = timeKey(from.timeMs);
  if (to === undefined) return { type: from.isIncluded ? 'rangeFrom' : 'rangeAfter', start };
  const end = timeKey(to.timeMs);
  if (from.isIncluded) return { type: to.isIncluded ? 'rangeInclusive' : 'range', start, end };
  return { type: to.isIncluded ? 'rangeAfterToInclusive' : 'rangeAfterTo', start, end };
}

/** Poll with the time in ms at which it ends. */
export interface EndingVotePoll {
  readonly endTimeMs: bigint;
  readonly poll: ValueOf<typeof votePoll>;
}

/**
 * Verifies the response of getVotePollsByEndDate. Throws DecodeError, ProofError. Source: `verify_vote_polls_by_end_date_proof` in
 * `packages/rs-drive/src/verify/voting` of dashpay/platform.
 */
export const verifyVotePollsByEndDate = (
  response: ProvenResponse,
  options: TrustOptions & VotePollsByEndDateRequest,
): Proven<readonly EndingVotePoll[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(votePollsByEndDateQuery(options)).map(({ path, element }) => ({
      endTimeMs: timeOfKey(path.at(-1) ?? new Uint8Array()),
      poll: itemContent(votePoll, element),
    })),
  );
