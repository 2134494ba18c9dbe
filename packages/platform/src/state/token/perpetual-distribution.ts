import type { TokenPerpetualDistribution } from '@dapikit/protocol';
import type { Block } from '../chain/block.js';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { InputError } from '../../base/errors/input-error.js';
import type { DistributionMoment } from '../../base/errors/token-errors.js';
import { evaluateDistribution } from './distribution-function.js';

type Distribution = TokenPerpetualDistribution['distributionType'];

const UNITS: Readonly<Record<Distribution['type'], DistributionMoment['unit']>> = {
  blockBasedDistribution: 'height',
  timeBasedDistribution: 'time',
  epochBasedDistribution: 'epoch',
};
const BITS: Readonly<Record<DistributionMoment['unit'], number>> = { height: 64, time: 64, epoch: 16 };
const BITS_PER_BYTE = 8;

/**
 * Largest number of intervals that one claim pays. Source: `MAX_DISTRIBUTION_CYCLES_PARAM` and `max_token_redemption_cycles` in
 * dashpay/platform.
 */
const MAX_FIXED_INTERVALS = 32_767n;
const MAX_INTERVALS = 128n;
const MAX_AMOUNT = 2n ** 64n - 1n;

/** Returns what a distribution counts: heights, milliseconds or epochs. */
export const unitOf = ({ type }: Distribution): DistributionMoment['unit'] => UNITS[type];

/** Returns the moment of a block as a distribution counts it. */
export const momentOf = (distribution: Distribution, block: Block): bigint => {
  const unit = unitOf(distribution);
  return unit === 'height' ? block.height : BigInt(unit === 'time' ? block.time : block.epoch);
};

/** Returns the bytes in which the network stores a moment. */
export const momentBytes = ({ unit, value }: DistributionMoment): Uint8Array =>
  integerBytes(value, BITS[unit] / BITS_PER_BYTE);

/** Returns the moment that {@link momentBytes} stores. */
export const momentFrom = (distribution: Distribution, bytes: Uint8Array): bigint =>
  readInteger(bytes.subarray(0, BITS[unitOf(distribution)] / BITS_PER_BYTE), false);

/** Describes what a claim is about. */
export interface ClaimedSpan {
  /** The block that registered the contract. */
  readonly registered: Block;
  /** The moment up to which the identity claimed before. */
  readonly lastClaim: bigint | undefined;
  readonly block: Block;
}

/** Describes the intervals that a claim pays. */
export interface ClaimedIntervals {
  /** The interval of the registration. */
  readonly first: bigint;
  /** The moment up to which was paid. */
  readonly after: bigint;
  /** The moment up to which is paid now, and that of the present interval. */
  readonly until: bigint;
  readonly present: bigint;
}

/**
 * Returns the intervals that a claim pays: no more than 128, or 32,767 of a fixed amount.
 *
 * Source: `max_cycle_moment` and `current_interval` in `packages/rs-dpp` of dashpay/platform. Its sums wrap around: epochs have 16 bits.
 * @param wraps whether they wrap around here, too.
 * @throws {InputError} when the interval is 0: the network fails without a number there.
 */
export function claimedIntervals(
  distribution: Distribution,
  { registered, lastClaim, block }: ClaimedSpan,
  wraps: boolean,
): ClaimedIntervals {
  const interval = BigInt(distribution.interval);
  if (interval === 0n) throw intervalOfZero();
  const startOf = (moment: bigint): bigint => moment - (moment % interval);
  const unit = unitOf(distribution);
  const begin = startOf(momentOf(distribution, registered));
  const after = lastClaim ?? begin;
  const present = startOf(momentOf(distribution, block));
  const count = distribution.function.type === 'fixedAmount' ? MAX_FIXED_INTERVALS : MAX_INTERVALS;
  const max = 2n ** BigInt(BITS[unit]) - 1n;
  const length = interval * count > max ? max : interval * count;
  const cap = wraps ? BigInt.asUintN(BITS[unit], after + length) : after + length;
  // Nobody is paid for the running epoch.
  const last = unit === 'epoch' ? (present === 0n ? 0n : present - 1n) : present;
  return { first: begin / interval, after, until: cap < last ? cap : last, present };
}

const intervalOfZero = (): InputError =>
  new InputError('the distribution', {
    problem: 'its interval is 0',
    expected: 'an interval of at least 1',
    found: 0,
    fix: 'no claim can succeed: the interval is that of the contract',
  });

/** Describes the share of somebody in what a distribution gives in an interval. */
export interface Share {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * Returns the share in some epochs, the first and the last included; nothing where these are not known.
 */
export type ShareOf = (first: bigint, last: bigint) => Share | undefined;

/**
 * Returns the tokens that a claim pays.
 *
 * Source: `evaluate_interval` in `packages/rs-dpp` of dashpay/platform.
 * @param shareOf of the identity; all of it when absent.
 * @throws {InputError} where the network fails without a number.
 */
export function claimedAmount(
  distribution: Distribution,
  { first, after, until }: ClaimedIntervals,
  shareOf?: ShareOf,
): bigint {
  if (after >= until) return 0n;
  const interval = BigInt(distribution.interval);
  const { function: amounts } = distribution;
  if (amounts.type === 'fixedAmount') {
    const whole = checkedAmount(amounts.amount * intervalsBetween(after, until, interval));
    return shareOf === undefined ? whole : partOf(whole, shareOf(after + 1n, until));
  }
  let total = 0n;
  for (let at = after / interval + 1n; at <= until / interval; at += 1n) {
    const amount = evaluateDistribution(amounts, first, at);
    total = checkedAmount(total + (shareOf === undefined ? amount : partOf(amount, shareOf(at, at))));
  }
  return total;
}

/** Counts intervals: the first moment is excluded, and the last one counts where an interval begins. Source: `steps_till`. */
function intervalsBetween(after: bigint, until: bigint, interval: bigint): bigint {
  const whole = until / interval - after / interval;
  const excluded = after % interval === 0n && whole > 0n ? 1n : 0n;
  return whole - excluded + (until % interval === 0n ? 1n : 0n);
}

function partOf(amount: bigint, share: Share | undefined): bigint {
  if (share === undefined || share.denominator === 0n)
    throw new InputError('the distribution', {
      problem: 'an epoch of it is not known',
      expected: 'epochs with blocks',
      found: 'an epoch without blocks',
    });
  return checkedAmount(amount * share.numerator) / share.denominator;
}

function checkedAmount(amount: bigint): bigint {
  if (amount <= MAX_AMOUNT) return amount;
  throw new InputError('the distribution', {
    problem: 'the amount overflows',
    expected: `at most ${MAX_AMOUNT} tokens`,
    found: amount,
  });
}
