import type { Element } from '../element/element.js';
import type { Path } from '../element/reference-path.js';
import type { PathQuery } from '../path-query/path-query.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { keysQuery } from './query-forms.js';

/** Names keys of one layer of the state. */
export interface PathElementsRequest {
  readonly path: Path;
  readonly keys: readonly Uint8Array[];
}

/** Returns the query for elements of one layer. */
export const pathElementsQuery = ({ path, keys }: PathElementsRequest): PathQuery => keysQuery(path, keys);

/** Key of the request with its element; undefined where the key is proven to be absent. */
export interface PathElement {
  readonly key: Uint8Array;
  readonly element: Element | undefined;
}

/**
 * Verifies the response of getPathElements: any part of the state, key by key. Throws DecodeError, ProofError. Source:
 * `verify_elements` in `packages/rs-drive/src/verify/system` of dashpay/platform.
 */
export const verifyPathElements = (
  response: ProvenResponse,
  options: TrustOptions & PathElementsRequest,
): Proven<readonly PathElement[]> =>
  verifyResponse(response, options, (reader) =>
    reader
      .keys(pathElementsQuery(options), { includesEmptyTrees: true })
      .map(({ key, element }) => ({ key, element })),
  );
