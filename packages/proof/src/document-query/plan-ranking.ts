import type { DocumentTypeDescription, IndexDescription, RankingDescription } from '@dapikit/contract';
import { excerpt } from './excerpt.js';
import { fitsIndex, withWindow } from './fits-index.js';
import { groupClauses, type ClauseGroups } from './group-clauses.js';
import { QueryError } from './query-error.js';
import { MAX_DOCUMENTS, membersOf, readWhere, type IntegerWindow, type TimeWindow } from './read-query.js';
import type { WhereClause } from './read-query.js';
import { KeySelector, type KeyOptions } from './select-keys.js';
import { readWindow, type Window } from './window.js';

/** Describes a query for the groups of an index that score highest, or lowest. */
export interface RankingQuery {
  readonly by: RankingDescription['by'];
  /** The property that is summed or averaged; not for a count. */
  readonly property?: string;
  /** The property whose values are the groups. */
  readonly groupBy: string;
  /** An "==" for each property of the index before the groups. */
  readonly where?: readonly WhereClause[];
  /** `desc` when absent: the highest first. */
  readonly direction?: 'asc' | 'desc';
  /** 1 to 100. */
  readonly limit: number;
  /** Groups that are left out at the start; 0 when absent. */
  readonly offset?: number;
  /** The window of an index that is read. */
  readonly timeRange?: TimeWindow;
  readonly integerRange?: IntegerWindow;
}

/** Describes the plan of a ranking. Pure data, made without a store. */
export interface RankingPlan {
  readonly by: RankingDescription['by'];
  readonly index: IndexDescription;
  /** Keys of the properties before the groups. */
  readonly prefix: readonly Uint8Array[];
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

const MEMBERS = [
  'by',
  'property',
  'groupBy',
  'where',
  'direction',
  'limit',
  'offset',
  'timeRange',
  'integerRange',
];

/**
 * Plans a ranking.
 *
 * Source: `ranked.md` of the keywords of contracts in the book of dashpay/platform. There, one of the clauses can be an "in", whose rankings
 * are merged; here each value is queried separately.
 * @param query a `RankingQuery`
 * @throws {QueryError}
 */
export function planRanking(
  type: DocumentTypeDescription,
  query: unknown,
  options: KeyOptions & { readonly now?: bigint | undefined } = {},
): RankingPlan {
  const members = membersOf(query, MEMBERS);
  const { groupBy, property } = members;
  const by = oneOf(members['by'], ['count', 'sum', 'average'], 'by');
  const direction = oneOf(members['direction'] ?? 'desc', ['asc', 'desc'], 'direction');
  const window = readWindow(type, members, options.now);
  const groups = withWindow(groupClauses(readWhere(members['where'])), window);
  const wanted = { by, property, groupBy, groups, window };
  const index = [...type.indices, ...(type.counters ?? [])].find((one) => serves(one, wanted));
  if (index === undefined || typeof groupBy !== 'string')
    throw new QueryError('WhereClauseOnNonIndexedProperty', {
      problem: `no index ranks ${excerpt(groupBy)} by ${by}`,
      expected: `an index with a ranking of ${excerpt(groupBy)}, and "==" for each property before it`,
      found: 'none',
      fix: `register the document type with ${by === 'count' ? 'rankedCountable' : by === 'sum' ? 'rankedSummable' : 'rankedAverageable'}`,
      member: 'groupBy',
    });
  const selector = new KeySelector(type, options);
  const before = index.properties.slice(0, index.properties.indexOf(groupBy));
  const prefix = before.flatMap((name) => {
    const clause = groups.equal.get(name);
    const selection = clause && selector.equal(clause);
    return selection?.kind === 'keys' ? selection.keys : [];
  });
  return {
    by,
    index,
    prefix,
    descending: direction === 'desc',
    limit: readCount(members['limit'], 'limit', 1, MAX_DOCUMENTS),
    offset: readCount(members['offset'] ?? 0, 'offset', 0, Number.MAX_SAFE_INTEGER),
  };
}

interface Wanted {
  readonly by: RankingDescription['by'];
  readonly property: unknown;
  readonly groupBy: unknown;
  readonly groups: ClauseGroups;
  readonly window: Window | undefined;
}

/** Returns whether an index has the ranking, and the clauses are those of the properties before the groups. */
function serves(index: IndexDescription, { by, property, groupBy, groups, window }: Wanted): boolean {
  const { properties, rankings = [], aggregates } = index;
  if (typeof groupBy !== 'string' || !rankings.some((one) => one.by === by && one.level === groupBy))
    return false;
  if (property !== (by === 'count' ? undefined : aggregates.summable)) return false;
  const before = properties.slice(0, properties.indexOf(groupBy));
  const { ids, equal, in: inClause, range } = groups;
  return (
    ids === undefined &&
    inClause === undefined &&
    range === undefined &&
    equal.size === before.length &&
    before.every((name) => equal.has(name)) &&
    fitsIndex(index, groups, window, groupBy)
  );
}

function oneOf<Word extends string>(found: unknown, words: readonly Word[], member: string): Word {
  const word = words.find((one) => one === found);
  if (word !== undefined) return word;
  throw new QueryError('InvalidArgument', {
    expected: words.map((one) => `"${one}"`).join(' or '),
    found: excerpt(found),
    fix: 'name one of them',
    member,
  });
}

function readCount(found: unknown, member: string, least: number, most: number): number {
  if (typeof found === 'number' && Number.isSafeInteger(found) && found >= least && found <= most)
    return found;
  throw new QueryError('InvalidLimit', {
    expected: `an integer from ${least} to ${most}`,
    found: excerpt(found),
    fix: 'read further groups by offset',
    member,
  });
}
