import { compareBytes } from '@dapikit/protocol/codec';
import {
  DISTRIBUTION_KEYS,
  distributionTimeKey,
  tokenClaimsPath,
  tokenDistributionsPath,
} from '../drive/token-paths.js';
import type { PathQuery } from '../path-query/path-query.js';
import { integerOf, itemInteger, sumItemAmount } from '../response/element-content.js';
import {
  verifyResponse,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';
import { keysQuery, pageItem, type PageStart } from './query-forms.js';

/** Says what the intervals of a perpetual distribution count. */
export type DistributionUnit = 'block' | 'time' | 'epoch';

const MOMENT_BYTES: Readonly<Record<DistributionUnit, number>> = { block: 8, time: 8, epoch: 2 };

/** Names an identity that may claim tokens. */
export interface TokenClaimRequest {
  readonly tokenId: Uint8Array;
  readonly identityId: Uint8Array;
}

/**
 * Returns the query for the moment up to which an identity claimed a perpetual distribution. Source:
 * `perpetual_distribution_last_paid_moment_query` in `packages/rs-drive/src/drive/tokens/distribution/queries.rs` of dashpay/platform.
 */
export const tokenPerpetualDistributionLastClaimQuery = ({
  tokenId,
  identityId,
}: TokenClaimRequest): PathQuery => keysQuery(tokenClaimsPath('perpetual', tokenId), [identityId]);

/**
 * Verifies the response of getTokenPerpetualDistributionLastClaim: the height, the time in ms or the epoch up to which the identity
 * claimed; undefined where it never did. Throws DecodeError, ProofError. Source: `verify_token_perpetual_distribution_last_paid_time`
 * in `packages/rs-drive/src/verify/tokens` of dashpay/platform.
 * @param options.unit what the distribution counts, as the configuration of the token says
 */
export const verifyTokenPerpetualDistributionLastClaim = (
  response: ProvenResponse,
  options: TrustOptions & TokenClaimRequest & { readonly unit: DistributionUnit },
): Proven<bigint | undefined> =>
  verifyResponse(response, options, (reader) => {
    const [entry] = reader.keys(tokenPerpetualDistributionLastClaimQuery(options));
    return entry?.element && itemInteger(entry.element, MOMENT_BYTES[options.unit]);
  });

/** Says which pre-programmed distributions of a token are requested. */
export interface TokenPreProgrammedDistributionsRequest {
  readonly tokenId: Uint8Array;
  /** The time in ms where the page begins, and the recipient there. */
  readonly start?: { readonly timeMs: bigint; readonly recipient?: PageStart | undefined } | undefined;
  /** Limits the recipients. */
  readonly limit?: number | undefined;
}

/**
 * Returns the query for pre-programmed distributions. Source: `pre_programmed_distributions_query` in
 * `packages/rs-drive/src/drive/tokens/distribution/queries.rs` of dashpay/platform.
 */
export function tokenPreProgrammedDistributionsQuery({
  tokenId,
  start,
  limit,
}: TokenPreProgrammedDistributionsRequest): PathQuery {
  const time = start && distributionTimeKey(start.timeMs);
  const { recipient } = start ?? {};
  return {
    path: [...tokenDistributionsPath('preProgrammed'), tokenId],
    query: {
      items: [time === undefined ? { type: 'rangeFull' } : { type: 'rangeFrom', start: time }],
      defaultBranch: { query: { items: [{ type: 'rangeFull' }] } },
      ...(time !== undefined &&
        recipient !== undefined && {
          conditionalBranches: [
            { item: { type: 'key', key: time }, branch: { query: { items: [pageItem(recipient)] } } },
          ],
        }),
    },
    limit,
  };
}

/** Amount of a token that an identity gets at a time. */
export interface PreProgrammedShare {
  readonly timeMs: bigint;
  readonly recipientId: Uint8Array;
  readonly amount: bigint;
}

/**
 * Verifies the response of getTokenPreProgrammedDistributions. Last claims, which lie behind the times, are left out; they count for
 * the limit. Throws DecodeError, ProofError. Source: `verify_token_pre_programmed_distributions` in
 * `packages/rs-drive/src/verify/tokens` of dashpay/platform, which rejects the proof of a distribution with claims.
 */
export const verifyTokenPreProgrammedDistributions = (
  response: ProvenResponse,
  options: TrustOptions & TokenPreProgrammedDistributionsRequest,
): Proven<readonly PreProgrammedShare[]> =>
  verifyResponse(response, options, (reader) =>
    reader
      .elements(tokenPreProgrammedDistributionsQuery(options))
      .map(({ path, ...entry }) => ({ ...entry, time: path.at(-1) ?? new Uint8Array() }))
      .filter(({ time }) => compareBytes(time, DISTRIBUTION_KEYS.claims) !== 0)
      .map(({ time, key: recipientId, element }) => ({
        timeMs: integerOf(time, 8),
        recipientId,
        amount: sumItemAmount(element),
      })),
  );
