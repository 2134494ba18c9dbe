import { EPOCH_KEYS, epochPath, MISC_KEYS, POOL_KEYS, rootPath } from '../drive/drive-paths.js';
import type { Path } from '../element/reference-path.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { mergePathQueries } from '../path-query/merge-path-queries.js';
import type { PathQuery } from '../path-query/path-query.js';
import { itemBytes, itemInteger, leb128Integer } from '../response/element-content.js';
import {
  verifyResponse,
  type ProofReader,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '../response/proven-response.js';

const keyQuery = (path: Path, key: Uint8Array): PathQuery => ({
  path,
  query: { items: [{ type: 'key', key }] },
});

const creditsQuery = (): PathQuery => keyQuery(rootPath('misc'), MISC_KEYS.totalCredits);
const unpaidEpochQuery = (): PathQuery => keyQuery(rootPath('pools'), POOL_KEYS.unpaidEpoch);
const startHeightQuery = (epoch: number): PathQuery => keyQuery(epochPath(epoch), EPOCH_KEYS.startCoreHeight);

/**
 * Returns the query for all credits: those that are stored, and the epoch since which the platform's share of block rewards is to be paid.
 * Source: `packages/rs-drive-abci/src/query/system/total_credits_in_platform` of dashpay/platform.
 */
export const totalCreditsQuery = (unpaidEpoch: number): PathQuery =>
  mergePathQueries([creditsQuery(), unpaidEpochQuery(), startHeightQuery(unpaidEpoch)]);

/** The platform's share of the first block rewards, in credits: 37.5% of 60% of 5 DASH. Source: `packages/rs-dpp/src/core_subsidy/mod.rs`. */
const FIRST_REWARD = 112_500_000_000n;
/** The share falls by a 14th in every period. */
const DECLINE = 14n;

/** Says of which blocks of layer 1 the platform has its share. */
export interface CoreRewardRange {
  /** The first block. */
  readonly from: number;
  /** The last block. */
  readonly to: number;
  /** The blocks of a period with one reward: 210,240, on regtest 150. */
  readonly halvingInterval: number;
}

/** Returns the platform's share of block rewards in credits. Source: `epoch_core_reward_credits_for_distribution` in `packages/rs-dpp` of dashpay/platform. */
export function coreRewardCredits({ from, to, halvingInterval }: CoreRewardRange): bigint {
  let total = 0n;
  let reward = FIRST_REWARD;
  // Blocks are counted from 1.
  for (let first = 1; first <= to; first += halvingInterval) {
    const blocks = Math.min(to, first + halvingInterval - 1) - Math.max(from, first) + 1;
    if (blocks > 0) total += BigInt(blocks) * reward;
    reward -= reward / DECLINE;
  }
  return total;
}

/** Says what a network has beside its state. */
export interface TotalCreditsOptions extends TrustOptions, Pick<CoreRewardRange, 'halvingInterval'> {
  /** The height of layer 1 at which the platform began. */
  readonly activationHeight: number;
}

/**
 * Verifies the response of getTotalCreditsInPlatform: all credits, with the share of block rewards that is not paid yet. Throws
 * DecodeError, ProofError. Source: `verify_total_credits_in_system` in `packages/rs-drive/src/verify/system` of dashpay/platform.
 */
export const verifyTotalCredits = (response: ProvenResponse, options: TotalCreditsOptions): Proven<bigint> =>
  verifyResponse(response, options, (reader) => {
    const stored = leb128Integer(itemBytes(requiredElement(reader, creditsQuery())));
    const epoch = Number(itemInteger(requiredElement(reader, unpaidEpochQuery()), 2));
    const from =
      epoch === 0
        ? options.activationHeight
        : // The reward of the first block is paid with the epoch before.
          Number(itemInteger(requiredElement(reader, startHeightQuery(epoch)), 4)) + 1;
    const to = response.metadata.coreChainLockedHeight;
    return stored + coreRewardCredits({ from, to, halvingInterval: options.halvingInterval });
  });

function requiredElement(reader: ProofReader, query: PathQuery) {
  const [found] = reader.elements(query, { isSubset: true });
  if (found === undefined) throw new ProofError('unexpected-element', 'the platform has not begun');
  return found.element;
}
