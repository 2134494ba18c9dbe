import { ProofError } from '../merk-proof/proof-error.js';
import type { PathQuery } from '../path-query/path-query.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { contestedIndexPath, type ContestedIndex } from '../drive/contest-paths.js';
import { indexValueKey, type IndexValue } from './contest.js';
import { pageItem, rangeQuery } from './query-forms.js';

/** Says which values of a contested index are requested: those of the property between the start values and the end values. */
export interface ContestedResourcesRequest extends ContestedIndex {
  /** The values of the properties before the requested one. */
  readonly startIndexValues: readonly IndexValue[];
  /** The values of the properties behind the requested one; without any, all values are listed. */
  readonly endIndexValues: readonly IndexValue[];
  /** The value where the page begins. */
  readonly start?: { readonly value: IndexValue; readonly isIncluded: boolean } | undefined;
  readonly limit?: number | undefined;
  /** Default: true. */
  readonly isAscending?: boolean | undefined;
}

/**
 * Returns the query for values of a contested index. Source: `construct_path_query` in
 * `packages/rs-drive/src/query/vote_polls_by_document_type_query.rs` of dashpay/platform.
 */
export function contestedResourcesQuery(request: ContestedResourcesRequest): PathQuery {
  const { start, isAscending = true, limit } = request;
  const end = request.endIndexValues.map(indexValueKey);
  return rangeQuery([...contestedIndexPath(request), ...request.startIndexValues.map(indexValueKey)], {
    item: pageItem(start && { key: indexValueKey(start.value), isIncluded: start.isIncluded }, isAscending),
    isAscending,
    limit,
    defaultBranch: end.length === 0 ? undefined : { path: end },
  });
}

/**
 * Verifies the response of getContestedResources: the keys of the values, which are the UTF-8 bytes for texts. Throws DecodeError,
 * ProofError. Source: `verify_contests_proof` in `packages/rs-drive/src/verify/voting` of dashpay/platform.
 */
export const verifyContestedResources = (
  response: ProvenResponse,
  options: TrustOptions & ContestedResourcesRequest,
): Proven<readonly Uint8Array[]> =>
  verifyResponse(response, options, (reader) => {
    const query = contestedResourcesQuery(options);
    return reader.elements(query).map(({ path, key }) => {
      const value = [...path, key][query.path.length];
      if (value === undefined)
        throw new ProofError('unexpected-element', 'an element lies above the contested index');
      return value;
    });
  });
