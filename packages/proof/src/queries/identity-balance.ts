import { ProofError } from '../merk-proof/proof-error.js';
import { mergePathQueries } from '../path-query/merge-path-queries.js';
import type { PathQuery } from '../path-query/path-query.js';
import { itemInteger, sumItemAmount } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { IDENTITY_KEYS, identityPath, rootPath } from '../drive/drive-paths.js';
import { keysQuery } from './query-forms.js';

/** Returns the query for the balances of identities. */
export const identityBalancesQuery = (identityIds: readonly Uint8Array[]): PathQuery =>
  keysQuery(rootPath('balances'), identityIds);

/** Returns the query for the balance and the revision of an identity. */
export const identityBalanceAndRevisionQuery = (identityId: Uint8Array): PathQuery =>
  mergePathQueries([
    { path: rootPath('balances'), query: { items: [{ type: 'key', key: identityId }] } },
    { path: identityPath(identityId), query: { items: [{ type: 'key', key: IDENTITY_KEYS.revision }] } },
  ]);

/**
 * Verifies the response of getIdentityBalance: the balance in credits, or undefined if there is no such identity. Throws DecodeError,
 * ProofError. Source: `verify_identity_balance_for_identity_id` in `packages/rs-drive/src/verify/identity` of dashpay/platform.
 */
export const verifyIdentityBalance = (
  response: ProvenResponse,
  options: TrustOptions & { readonly identityId: Uint8Array },
): Proven<bigint | undefined> =>
  verifyResponse(response, options, (reader) => {
    const [entry] = reader.keys(identityBalancesQuery([options.identityId]));
    return entry?.element === undefined ? undefined : sumItemAmount(entry.element);
  });

/** Balance of an identity in credits; undefined if the identity does not exist. */
export interface IdentityBalance {
  readonly identityId: Uint8Array;
  readonly balance: bigint | undefined;
}

/**
 * Verifies the response of getIdentitiesBalances: a balance for each identity, in the order of their ids. Throws DecodeError,
 * ProofError. Source: `verify_identity_balances_for_identity_ids` in `packages/rs-drive/src/verify/identity` of dashpay/platform.
 */
export const verifyIdentitiesBalances = (
  response: ProvenResponse,
  options: TrustOptions & { readonly identityIds: readonly Uint8Array[] },
): Proven<readonly IdentityBalance[]> =>
  verifyResponse(response, options, (reader) =>
    reader.keys(identityBalancesQuery(options.identityIds)).map(({ key: identityId, element }) => ({
      identityId,
      balance: element === undefined ? undefined : sumItemAmount(element),
    })),
  );

/**
 * Verifies the response of getIdentityBalanceAndRevision; undefined if there is no such identity. Throws DecodeError, ProofError.
 * Source: `verify_identity_balance_and_revision_for_identity_id` in `packages/rs-drive/src/verify/identity` of dashpay/platform.
 */
export const verifyIdentityBalanceAndRevision = (
  response: ProvenResponse,
  options: TrustOptions & { readonly identityId: Uint8Array },
): Proven<{ readonly balance: bigint; readonly revision: bigint } | undefined> =>
  verifyResponse(response, options, (reader) => {
    const found = reader.elements(identityBalanceAndRevisionQuery(options.identityId));
    if (found.length === 0) return undefined;
    const balance = found.find(({ path }) => path.length === 1);
    const revision = found.find(({ path }) => path.length === 2);
    if (balance === undefined || revision === undefined || found.length > 2)
      throw new ProofError('unexpected-element', 'the identity has no balance or no revision');
    return { balance: sumItemAmount(balance.element), revision: itemInteger(revision.element, 8) };
  });
