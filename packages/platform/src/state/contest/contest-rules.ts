import { OLDEST_PLATFORM_PROTOCOL, protocolAt, type ProtocolRules } from '@dapikit/contract';
import type { Network } from '../chain/block.js';

/** Describes the costs and durations of contests. Times are milliseconds, amounts credits. */
export interface ContestRules {
  /** From the first contender to the end. */
  readonly duration: number;
  /** Time after the start in which others may join, its last millisecond included. */
  readonly joinWindow: number;
  /** Payment of a contender into the fund: it doubles past a number of contenders, and again each time that so many more join. */
  readonly entryPrice: {
    readonly credits: bigint;
    readonly doubles?: { readonly past: number; readonly every: number };
  };
  /** True if a create states the most that it pays. Otherwise it pays what it states. */
  readonly statesMaximum: boolean;
  /** True if a lone contender gets the values when nobody else may join any more. */
  readonly awardsLone: boolean;
  /** Amount that a vote takes out of the fund. */
  readonly votePrice: bigint;
  /** The first vote of a masternode and its changes. */
  readonly votesPerMasternode: number;
  readonly pollsPerBlock: number;
  /** Largest number of contenders; not limited when absent. */
  readonly maxContenders?: number;
  /** Number of contenders that are considered in the end, in the order of their ids. */
  readonly contendersTallied: number;
  /** Whose document wins among those with the same tally. */
  readonly tieGoesTo: 'latest' | 'earliest';
  /** True if a fund is only taken for the index whose values are contested. */
  readonly rejectsNeedlessFund: boolean;
  /**
   * True if votes are only taken for contenders. Otherwise a vote for the identifier under which locks or abstentions are counted is one of
   * them, and one for another identity fails without a number.
   */
  readonly checksChoices: boolean;
  /** Price of unlocking, as the network says it. */
  readonly unlockPrice: bigint;
}

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Source: `packages/rs-platform-version/src/version/dpp_versions/dpp_voting_versions` in dashpay/platform. */
const TIMES: Readonly<Record<Network, Pick<ContestRules, 'duration' | 'joinWindow'>>> = {
  mainnet: { duration: 14 * DAY, joinWindow: 7 * DAY },
  testnet: { duration: 90 * MINUTE, joinWindow: 45 * MINUTE },
  devnet: { duration: 90 * MINUTE, joinWindow: 45 * MINUTE },
  regtest: { duration: 90 * MINUTE, joinWindow: 45 * MINUTE },
};

type Prices = Omit<ContestRules, 'duration' | 'joinWindow'>;
type Contests = NonNullable<ProtocolRules['contests']>;

/**
 * Costs that do not depend on the number of contenders.
 *
 * Source: `vote_resolution_fund_fees` and `event_constants` in `packages/rs-platform-version/src/version` of dashpay/platform.
 */
const FLAT: Prices = {
  entryPrice: { credits: 20_000_000_000n },
  votePrice: 10_000_000n,
  votesPerMasternode: 5,
  statesMaximum: false,
  awardsLone: false,
  pollsPerBlock: 2,
  contendersTallied: 100,
  tieGoesTo: 'latest',
  rejectsNeedlessFund: false,
  checksChoices: false,
  unlockPrice: 400_000_000_000n,
};

/**
 * Costs and bounds of contests by their name in the row of a protocol version.
 *
 * Source of those that rise: notes 23, 50 and 51 of `v14.rs` in `packages/rs-platform-version` of dashpay/platform.
 */
const PRICES: Readonly<Record<Contests, Prices>> = {
  flat: FLAT,
  rising: {
    ...FLAT,
    entryPrice: { credits: 10_000_000_000n, doubles: { past: 250, every: 50 } },
    statesMaximum: true,
    awardsLone: true,
    votePrice: 2_000_000n,
    maxContenders: 1000,
    contendersTallied: 10_000,
    tieGoesTo: 'earliest',
    rejectsNeedlessFund: true,
    checksChoices: true,
  },
};

/** Returns the rules of a network. @throws {RangeError} for a protocol without contests. */
export function contestRules(network: Network, protocolVersion: number): ContestRules {
  const { contests } = protocolAt(protocolVersion);
  if (contests === undefined)
    throw new RangeError(
      `protocol version ${protocolVersion} is not supported: use ${OLDEST_PLATFORM_PROTOCOL} or later`,
    );
  return { ...TIMES[network], ...PRICES[contests] };
}

/** Returns the credits that the next contender pays, given the number of contenders. */
export function entryPrice(
  { entryPrice: { credits, doubles } }: Pick<ContestRules, 'entryPrice'>,
  contenders: number,
): bigint {
  if (doubles === undefined || contenders < doubles.past) return credits;
  return credits << BigInt(1 + Math.floor((contenders - doubles.past) / doubles.every));
}
