import { identityPublicKey, type IdentityPublicKey } from '@dapikit/protocol';
import { BOUND_KEYS_KEY, CURRENT_KEY, IDENTITY_KEYS, rootPath } from '../drive/drive-paths.js';
import { keyItems } from '../path-query/insert-item.js';
import type { PathQuery } from '../path-query/path-query.js';
import { itemContent } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';

/** Says which keys that are bound to a contract, or to a document type of it, are requested. */
export interface IdentitiesContractKeysRequest {
  /** Identifiers of 32 bytes. */
  readonly identityIds: readonly Uint8Array[];
  readonly contractId: Uint8Array;
  readonly documentTypeName?: string | undefined;
  /** By the official numbers, such as 1 for ENCRYPTION and 2 for DECRYPTION. */
  readonly purposes: readonly number[];
}

/**
 * Returns the query for the current keys of identities for a contract. Source: `identities_contract_keys_query` in
 * `packages/rs-drive/src/drive/identity/fetch/queries/mod.rs` of dashpay/platform.
 */
export function identitiesContractKeysQuery({
  identityIds,
  contractId,
  documentTypeName = '',
  purposes,
}: IdentitiesContractKeysRequest): PathQuery {
  const group = Uint8Array.of(...contractId, ...new TextEncoder().encode(documentTypeName));
  return {
    path: rootPath('identities'),
    query: {
      items: keyItems(identityIds),
      defaultBranch: {
        path: [IDENTITY_KEYS.contractInfo, group, BOUND_KEYS_KEY],
        query: {
          items: keyItems(purposes.map((purpose) => Uint8Array.of(purpose))),
          defaultBranch: { path: [CURRENT_KEY] },
        },
      },
    },
    limit: identityIds.length * purposes.length,
  };
}

/** Current key of an identity for a contract and a purpose; undefined where it has none. */
export interface IdentityContractKey {
  readonly identityId: Uint8Array;
  readonly purpose: number;
  readonly key: IdentityPublicKey | undefined;
}

/**
 * Verifies the response of getIdentitiesContractKeys: one entry for each identity and purpose. Throws DecodeError, ProofError. Source:
 * `verify_identities_contract_keys` in `packages/rs-drive/src/verify/identity` of dashpay/platform.
 */
export const verifyIdentitiesContractKeys = (
  response: ProvenResponse,
  options: TrustOptions & IdentitiesContractKeysRequest,
): Proven<readonly IdentityContractKey[]> =>
  verifyResponse(response, options, (reader) =>
    reader.keys(identitiesContractKeysQuery(options)).flatMap(({ path, element }) => {
      const [, identityId] = path;
      const purpose = path.at(-1)?.[0];
      if (identityId === undefined || purpose === undefined) return [];
      return [{ identityId, purpose, key: element && itemContent(identityPublicKey, element) }];
    }),
  );
