import type { StorageType } from '@dapikit/contract';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { indexKeyValue, membersOf, QueryError } from '@dapikit/proof/document-query';
import type { DocumentValue } from '../document/document.js';
import { behindPrefix, tupleKey, tupleParts } from '../keys/tuple-key.js';
import type { StoreView } from '../../store/store.js';
import { pollValueKey, RESOURCE_VALUES_AT, resourcePrefix } from './contest-keys.js';
import { readPollValue, type ContestedIndex } from './contested-index.js';
import { flagOf, limitOf, listOf } from './read-contest-query.js';

/** Describes which values that were contested are wanted: those of one property of the index. */
export interface ResourcesQuery {
  /** The values of the properties before it. */
  readonly startIndexValues?: readonly unknown[];
  /** The values of the properties behind it. */
  readonly endIndexValues?: readonly unknown[];
  /** Where a page begins. */
  readonly startAtValue?: unknown;
  /** True if that value is given too; it is unless said otherwise. */
  readonly startAtValueIncluded?: boolean;
  /** 1 to 100; 100 when absent. */
  readonly limit?: number;
  /** In the order of the keys of the index; so unless said otherwise. */
  readonly ascending?: boolean;
}

const MEMBERS = [
  'startIndexValues',
  'endIndexValues',
  'startAtValue',
  'startAtValueIncluded',
  'limit',
  'ascending',
];

/**
 * Returns the values that are or were contested; a missing value is `undefined`.
 *
 * Source: `packages/rs-drive/src/query/vote_polls_by_document_type_query.rs` in dashpay/platform.
 * @throws {QueryError} IndexValuesError for too many values, InvalidArgument for what else is wrong.
 */
export async function contestedResources(
  view: StoreView,
  index: ContestedIndex,
  query: ResourcesQuery,
): Promise<(DocumentValue | undefined)[]> {
  const members = membersOf(query, MEMBERS);
  const { start, end, type, startAt } = resourceKeys(index, members);
  const [limit, ascending] = [limitOf(members), flagOf(members, 'ascending', true)];
  const isIncluded = flagOf(members, 'startAtValueIncluded', true);
  const prefix = resourcePrefix(index, ...start);
  let { from, to } = { from: prefix, to: behindPrefix(prefix) };
  const skip = (value: Uint8Array, isKept: boolean): void => {
    const first = concatBytes([prefix, tupleKey(value)]);
    if (ascending) from = isKept ? first : behindPrefix(first);
    else to = isKept ? behindPrefix(first) : first;
  };
  if (startAt !== undefined) skip(startAt, isIncluded);
  const values: (DocumentValue | undefined)[] = [];
  while (values.length < limit) {
    const [entry] = await view.scan({ from, to, reverse: !ascending, limit: 1 });
    const value =
      entry === undefined ? undefined : tupleParts(entry.key, RESOURCE_VALUES_AT)[2 + start.length];
    if (value === undefined) break;
    if (await isThere(view, resourcePrefix(index, ...start, value, ...end)))
      values.push(indexKeyValue(type, value));
    skip(value, false);
  }
  return values;
}

async function isThere(view: StoreView, prefix: Uint8Array): Promise<boolean> {
  const found = await view.scan({ from: prefix, to: behindPrefix(prefix), limit: 1 });
  return found.length > 0;
}

/** Contains the keys of the values of a query, and the type of the requested property. */
interface ResourceKeys {
  readonly type: StorageType;
  readonly start: readonly Uint8Array[];
  readonly end: readonly Uint8Array[];
  readonly startAt: Uint8Array | undefined;
}

/** Returns the keys of the values of a query. @throws {QueryError} as {@link contestedResources} */
export function resourceKeys({ properties }: ContestedIndex, members: ResourcesQuery): ResourceKeys {
  const [start, end] = [listOf({ ...members }, 'startIndexValues'), listOf({ ...members }, 'endIndexValues')];
  const sought = properties[start.length];
  if (sought === undefined || start.length + end.length >= properties.length)
    throw new QueryError('IndexValuesError', {
      problem: `${start.length + end.length} values are too many, at most ${properties.length - 1} are allowed`,
      expected: `at most ${properties.length - 1} values, those of all properties of the index but one`,
      found: `${start.length + end.length}`,
      fix: 'leave out the property whose values are wanted',
      member: 'startIndexValues',
    });
  const keyOf = (value: unknown, at: number, place: string): Uint8Array => {
    const property = properties[at] ?? sought;
    return pollValueKey(readPollValue(property, value, place));
  };
  const { startAtValue } = members;
  return {
    type: sought.type,
    start: start.map((value, at) => keyOf(value, at, `startIndexValues[${at}]`)),
    end: end.map((value, at) => keyOf(value, start.length + 1 + at, `endIndexValues[${at}]`)),
    startAt: startAtValue === undefined ? undefined : keyOf(startAtValue, start.length, 'startAtValue'),
  };
}
