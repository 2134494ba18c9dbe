import { tokenPricingSchedule } from '@dapikit/protocol';
import { bool, identifier, struct, u16, versioned, type Codec, type ValueOf } from '@dapikit/protocol/codec';
import type { Element } from '../element/element.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { mergePathQueries } from '../path-query/merge-path-queries.js';
import type { PathQuery } from '../path-query/path-query.js';
import { itemContent, sumItemAmount, sumTreeAmount } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import {
  tokenBalancesPath,
  tokenIdentityInfosPath,
  tokensPath,
  tokenSuppliesPath,
} from '../drive/token-paths.js';
import { keysQuery } from './query-forms.js';

/** Defines the status of a token. */
export const tokenStatus = versioned('TokenStatus', [
  struct(
    {
      name: 'TokenStatusV0',
      summary: 'Says whether a token is paused.',
      source: 'packages/rs-dpp/src/tokens/status/v0/mod.rs',
    },
    { paused: bool },
  ),
]);

/** Defines the stored state of an identity with a token. */
export const identityTokenInfo = versioned('IdentityTokenInfo', [
  struct(
    {
      name: 'IdentityTokenInfoV0',
      summary: 'Says whether an account is frozen.',
      source: 'packages/rs-dpp/src/tokens/info/v0/mod.rs',
    },
    { frozen: bool },
  ),
]);

/** Defines what is stored about the place of a token. */
export const tokenContractInfo = versioned('TokenContractInfo', [
  struct(
    {
      name: 'TokenContractInfoV0',
      summary: 'Names the contract of a token, and its position there.',
      source: 'packages/rs-dpp/src/tokens/contract_info/v0/mod.rs',
    },
    { contractId: identifier, tokenContractPosition: u16 },
  ),
]);

export type TokenContractInfo = ValueOf<typeof tokenContractInfo>;
export type TokenStatus = ValueOf<typeof tokenStatus>;
export type IdentityTokenInfo = ValueOf<typeof identityTokenInfo>;
export type TokenPricingSchedule = ValueOf<typeof tokenPricingSchedule>;

/** Value for each requested id, in the order in which Drive stores them; undefined where it is proven to be absent. */
export type ValuesById<Value> = readonly { readonly id: Uint8Array; readonly value: Value | undefined }[];

/** Returns the query for the statuses of tokens. */
export const tokenStatusesQuery = (tokenIds: readonly Uint8Array[]): PathQuery =>
  keysQuery(tokensPath('statuses'), tokenIds);

/** Returns the query for the prices of tokens. */
export const tokenDirectPurchasePricesQuery = (tokenIds: readonly Uint8Array[]): PathQuery =>
  keysQuery(tokensPath('prices'), tokenIds);

/** Returns the query for the contract of a token. */
export const tokenContractInfoQuery = (tokenId: Uint8Array): PathQuery =>
  keysQuery(tokensPath('contractInfos'), [tokenId]);

/** Returns the query for the balances of identities in one token. */
export const identitiesTokenBalancesQuery = (
  tokenId: Uint8Array,
  identityIds: readonly Uint8Array[],
): PathQuery => keysQuery(tokenBalancesPath(tokenId), identityIds);

/** Returns the query for the balances of one identity in tokens. */
export const identityTokenBalancesQuery = (
  identityId: Uint8Array,
  tokenIds: readonly Uint8Array[],
): PathQuery => keysQuery(tokensPath('balances'), tokenIds, { path: [identityId] });

/** Returns the query for the stored state of identities with one token. */
export const identitiesTokenInfosQuery = (
  tokenId: Uint8Array,
  identityIds: readonly Uint8Array[],
): PathQuery => keysQuery(tokenIdentityInfosPath(tokenId), identityIds);

/** Returns the query for the stored state of one identity and its tokens. */
export const identityTokenInfosQuery = (identityId: Uint8Array, tokenIds: readonly Uint8Array[]): PathQuery =>
  keysQuery(tokensPath('identityInfos'), tokenIds, { path: [identityId] });

/** Returns the query for the supply of a token and the sum of all balances in it. */
export const tokenTotalSupplyQuery = (tokenId: Uint8Array): PathQuery => ({
  ...mergePathQueries([
    { path: tokensPath('balances'), query: { items: [{ type: 'key', key: tokenId }] } },
    { path: tokenSuppliesPath(), query: { items: [{ type: 'key', key: tokenId }] } },
  ]),
  limit: 2,
});

function verifyValues<Value>(
  response: ProvenResponse,
  options: TrustOptions,
  query: PathQuery,
  valueOf: (element: Element) => Value,
  idAt: 'key' | 'parent' = 'key',
): Proven<ValuesById<Value>> {
  return verifyResponse(response, options, (reader) =>
    reader.keys(query).map(({ path, key: last, element }) => ({
      id: idAt === 'key' ? last : (path.at(-1) ?? last),
      value: element === undefined ? undefined : valueOf(element),
    })),
  );
}

const contentOf =
  <Value>(codec: Codec<Value>) =>
  (element: Element): Value =>
    itemContent(codec, element);

/**
 * Verifies the response of getTokenStatuses. Throws DecodeError, ProofError. Source: `verify_token_statuses` in
 * `packages/rs-drive/src/verify/tokens` of dashpay/platform.
 */
export const verifyTokenStatuses = (
  response: ProvenResponse,
  options: TrustOptions & { readonly tokenIds: readonly Uint8Array[] },
): Proven<ValuesById<TokenStatus>> =>
  verifyValues(response, options, tokenStatusesQuery(options.tokenIds), contentOf(tokenStatus));

/**
 * Verifies the response of getTokenDirectPurchasePrices: prices in credits. Throws DecodeError, ProofError. Source:
 * `verify_token_direct_selling_prices` in `packages/rs-drive/src/verify/tokens` of dashpay/platform.
 */
export const verifyTokenDirectPurchasePrices = (
  response: ProvenResponse,
  options: TrustOptions & { readonly tokenIds: readonly Uint8Array[] },
): Proven<ValuesById<TokenPricingSchedule>> =>
  verifyValues(
    response,
    options,
    tokenDirectPurchasePricesQuery(options.tokenIds),
    contentOf(tokenPricingSchedule),
  );

/**
 * Verifies the response of getIdentitiesTokenBalances: the balance of each identity by its id. Throws DecodeError, ProofError.
 * Source: `verify_token_balances_for_identity_ids` in `packages/rs-drive/src/verify/tokens` of dashpay/platform.
 */
export const verifyIdentitiesTokenBalances = (
  response: ProvenResponse,
  options: TrustOptions & { readonly tokenId: Uint8Array; readonly identityIds: readonly Uint8Array[] },
): Proven<ValuesById<bigint>> =>
  verifyValues(
    response,
    options,
    identitiesTokenBalancesQuery(options.tokenId, options.identityIds),
    sumItemAmount,
  );

/**
 * Verifies the response of getIdentityTokenBalances: the balance in each token by its id. Throws DecodeError, ProofError. Source:
 * `verify_token_balances_for_identity_id` in `packages/rs-drive/src/verify/tokens` of dashpay/platform.
 */
export const verifyIdentityTokenBalances = (
  response: ProvenResponse,
  options: TrustOptions & { readonly identityId: Uint8Array; readonly tokenIds: readonly Uint8Array[] },
): Proven<ValuesById<bigint>> =>
  verifyValues(
    response,
    options,
    identityTokenBalancesQuery(options.identityId, options.tokenIds),
    sumItemAmount,
    'parent',
  );

/**
 * Verifies the response of getIdentitiesTokenInfos: whether the account of each identity is frozen, by its id. Throws DecodeError,
 * ProofError. Source: `verify_token_infos_for_identity_ids` in `packages/rs-drive/src/verify/tokens` of dashpay/platform.
 */
export const verifyIdentitiesTokenInfos = (
  response: ProvenResponse,
  options: TrustOptions & { readonly tokenId: Uint8Array; readonly identityIds: readonly Uint8Array[] },
): Proven<ValuesById<IdentityTokenInfo>> =>
  verifyValues(
    response,
    options,
    identitiesTokenInfosQuery(options.tokenId, options.identityIds),
    contentOf(identityTokenInfo),
  );

/**
 * Verifies the response of getIdentityTokenInfos: whether the account of an identity is frozen, by the id of each token. Throws
 * DecodeError, ProofError. Source: `verify_token_infos_for_identity_id` in `packages/rs-drive/src/verify/tokens` of dashpay/platform.
 */
export const verifyIdentityTokenInfos = (
  response: ProvenResponse,
  options: TrustOptions & { readonly identityId: Uint8Array; readonly tokenIds: readonly Uint8Array[] },
): Proven<ValuesById<IdentityTokenInfo>> =>
  verifyValues(
    response,
    options,
    identityTokenInfosQuery(options.identityId, options.tokenIds),
    contentOf(identityTokenInfo),
    'parent',
  );

/**
 * Verifies the response of getTokenContractInfo: the contract of a token and its position there; undefined if there is no such token.
 * Throws DecodeError, ProofError. Source: `verify_token_contract_info` in `packages/rs-drive/src/verify/tokens` of dashpay/platform.
 */
export const verifyTokenContractInfo = (
  response: ProvenResponse,
  options: TrustOptions & { readonly tokenId: Uint8Array },
): Proven<TokenContractInfo | undefined> =>
  verifyResponse(response, options, (reader) => {
    const [entry] = reader.keys(tokenContractInfoQuery(options.tokenId));
    return entry?.element === undefined ? undefined : itemContent(tokenContractInfo, entry.element);
  });

/** Supply of a token and the sum of all balances in it; the network keeps them equal. */
export interface TokenTotalSupply {
  readonly supply: bigint;
  readonly balances: bigint;
}

/**
 * Verifies the response of getTokenTotalSupply; undefined if there is no such token. Throws DecodeError, ProofError, also where the
 * supply differs from the sum of the balances. Source: `verify_token_total_supply_and_aggregated_identity_balance` in
 * `packages/rs-drive/src/verify/tokens` of dashpay/platform.
 */
export const verifyTokenTotalSupply = (
  response: ProvenResponse,
  options: TrustOptions & { readonly tokenId: Uint8Array },
): Proven<TokenTotalSupply | undefined> =>
  verifyResponse(response, options, (reader) => {
    const [balances, supply] = reader.keys(tokenTotalSupplyQuery(options.tokenId));
    if (balances?.element === undefined && supply?.element === undefined) return undefined;
    if (balances?.element === undefined || supply?.element === undefined)
      throw new ProofError('unexpected-element', 'the token has no supply or no balances');
    const found = { supply: sumItemAmount(supply.element), balances: sumTreeAmount(balances.element) };
    if (found.supply !== found.balances)
      throw new ProofError(
        'unexpected-element',
        'the supply of the token differs from the sum of its balances',
      );
    return found;
  });
