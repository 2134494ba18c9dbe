import type { PathQuery } from '../path-query/path-query.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { itemBytes } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { mergePathQueries } from '../path-query/merge-path-queries.js';
import { identityQuery, readIdentity, type ProvenIdentity } from './identity.js';
import { rootPath } from '../drive/drive-paths.js';
import { keysQuery } from './query-forms.js';

/** Returns the query for the identity that has a unique key: by the hash160 of its public key. */
export const uniqueKeyHashQuery = (publicKeyHash: Uint8Array): PathQuery =>
  keysQuery(rootPath('uniqueKeyHashes'), [publicKeyHash]);

/** Returns the query for a unique key together with the identity that has it; without an identity, for its absence. */
export const identityByKeyHashQuery = (
  publicKeyHash: Uint8Array,
  identityId: Uint8Array | undefined,
): PathQuery => {
  const hash = uniqueKeyHashQuery(publicKeyHash);
  return identityId === undefined
    ? hash
    : mergePathQueries([{ path: hash.path, query: hash.query }, identityQuery(identityId)]);
};

/** Returns the query for the first identity after another one that has a key which several may have. */
export const nonUniqueKeyHashQuery = (publicKeyHash: Uint8Array, startAfter?: Uint8Array): PathQuery => ({
  path: rootPath('nonUniqueKeyHashes'),
  query: {
    items: [{ type: 'key', key: publicKeyHash }],
    defaultBranch: {
      query: {
        items: [startAfter === undefined ? { type: 'rangeFull' } : { type: 'rangeAfter', start: startAfter }],
      },
    },
  },
  limit: 1,
});

/**
 * Verifies the response of getIdentityByPublicKeyHash: the identity, or undefined if no identity has the key. Throws DecodeError,
 * ProofError. Source: `verify_full_identity_by_unique_public_key_hash` in `packages/rs-drive/src/verify/identity` of
 * dashpay/platform.
 */
export const verifyIdentityByPublicKeyHash = (
  response: ProvenResponse,
  options: TrustOptions & { readonly publicKeyHash: Uint8Array },
): Proven<ProvenIdentity | undefined> =>
  verifyResponse(response, options, (reader) => {
    const [entry] = reader.keys(uniqueKeyHashQuery(options.publicKeyHash), { isSubset: true });
    if (entry?.element === undefined) return undefined;
    const identity = readIdentity(reader, itemBytes(entry.element), { isSubset: true });
    if (identity === undefined)
      throw new ProofError('unexpected-element', 'the identity of the key does not exist');
    return identity;
  });

/** Response of getIdentityByNonUniquePublicKeyHash: it has two proofs of one state. */
export interface NonUniqueKeyHashResponse extends ProvenResponse {
  /** Proof of the identity; undefined if no identity has the key. */
  readonly identityProof: Uint8Array | undefined;
}

/**
 * Verifies the response of getIdentityByNonUniquePublicKeyHash: the next identity that has the key, or undefined if there is none.
 * Throws DecodeError, ProofError. Source: `verify_full_identity_by_non_unique_public_key_hash` in
 * `packages/rs-drive/src/verify/identity` of dashpay/platform.
 */
export const verifyIdentityByNonUniquePublicKeyHash = (
  response: NonUniqueKeyHashResponse,
  options: TrustOptions & {
    readonly publicKeyHash: Uint8Array;
    /** The identity after which the search continues. */
    readonly startAfter?: Uint8Array | undefined;
  },
): Proven<ProvenIdentity | undefined> =>
  verifyResponse(response, options, (reader) => {
    const [entry] = reader.elements(nonUniqueKeyHashQuery(options.publicKeyHash, options.startAfter));
    if (entry === undefined) return undefined;
    if (response.identityProof === undefined)
      throw new ProofError('incomplete', 'the proof is incomplete: the proof of the identity is missing');
    const identity = readIdentity(reader, entry.key, { proof: response.identityProof });
    if (identity === undefined)
      throw new ProofError('unexpected-element', 'the identity of the key does not exist');
    return identity;
  });
