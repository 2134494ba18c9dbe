import { identityPublicKey, type IdentityPublicKey } from '@dapikit/protocol';
import { leb128 } from '../merk/leb128.js';
import { keyItems } from '../path-query/insert-item.js';
import type { PathQuery } from '../path-query/path-query.js';
import { itemContent } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { identityKeysPath } from '../drive/drive-paths.js';
import { rangeQuery } from './query-forms.js';

/** Says which keys of an identity are requested. */
export interface IdentityKeysRequest {
  readonly identityId: Uint8Array;
  /** The ids of the keys; all keys if undefined. */
  readonly keyIds?: readonly number[] | undefined;
  /** Limits the keys of the response; the limit of the request. */
  readonly limit?: number | undefined;
}

/**
 * Returns the query for the keys of an identity. Source: `IdentityKeysRequest` in
 * `packages/rs-drive/src/drive/identity/key/fetch/mod.rs` of dashpay/platform.
 */
export function identityKeysQuery({ identityId, keyIds, limit }: IdentityKeysRequest): PathQuery {
  const path = identityKeysPath(identityId);
  if (keyIds === undefined) return rangeQuery(path, { limit });
  return { path, query: { items: keyItems(keyIds.map(leb128)) }, limit: limit ?? keyIds.length };
}

/**
 * Verifies the response of getIdentityKeys: the requested keys that exist, in the order in which Drive stores them. Throws
 * DecodeError, ProofError. Source: `verify_identity_keys_by_identity_id` in `packages/rs-drive/src/verify/identity` of
 * dashpay/platform.
 */
export const verifyIdentityKeys = (
  response: ProvenResponse,
  options: TrustOptions & IdentityKeysRequest,
): Proven<readonly IdentityPublicKey[]> =>
  verifyResponse(response, options, (reader) =>
    reader.elements(identityKeysQuery(options)).map(({ element }) => itemContent(identityPublicKey, element)),
  );
