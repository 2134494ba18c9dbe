import type { PathQuery } from '../path-query/path-query.js';
import { itemInteger } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import {
  CONTRACT_NONCE_KEY,
  IDENTITY_KEYS,
  identityContractPath,
  identityPath,
} from '../drive/drive-paths.js';
import { keysQuery } from './query-forms.js';

/** Returns the query for the nonce of an identity. */
export const identityNonceQuery = (identityId: Uint8Array): PathQuery =>
  keysQuery(identityPath(identityId), [IDENTITY_KEYS.nonce]);

/** Returns the query for the nonce of an identity for one contract. */
export const identityContractNonceQuery = (identityId: Uint8Array, contractId: Uint8Array): PathQuery =>
  keysQuery(identityContractPath(identityId, contractId), [CONTRACT_NONCE_KEY]);

const verifyNonce = (
  response: ProvenResponse,
  options: TrustOptions,
  query: PathQuery,
): Proven<bigint | undefined> =>
  verifyResponse(response, options, (reader) => {
    const [entry] = reader.keys(query);
    return entry?.element === undefined ? undefined : itemInteger(entry.element, 8);
  });

/**
 * Verifies the response of getIdentityNonce; undefined if the identity has none. The low 40 bits are the nonce, those above mark
 * earlier ones that were left out. Throws DecodeError, ProofError. Source: `verify_identity_nonce` in
 * `packages/rs-drive/src/verify/identity` of dashpay/platform.
 */
export const verifyIdentityNonce = (
  response: ProvenResponse,
  options: TrustOptions & { readonly identityId: Uint8Array },
): Proven<bigint | undefined> => verifyNonce(response, options, identityNonceQuery(options.identityId));

/**
 * Verifies the response of getIdentityContractNonce; undefined if the identity has none for the contract. The low 40 bits are the
 * nonce, those above mark earlier ones that were left out. Throws DecodeError, ProofError. Source: `verify_identity_contract_nonce`
 * in `packages/rs-drive/src/verify/identity` of dashpay/platform.
 */
export const verifyIdentityContractNonce = (
  response: ProvenResponse,
  options: TrustOptions & { readonly identityId: Uint8Array; readonly contractId: Uint8Array },
): Proven<bigint | undefined> =>
  verifyNonce(response, options, identityContractNonceQuery(options.identityId, options.contractId));
