import type { DistributionFunction } from '@dapikit/protocol';
import { InputError } from '../../base/errors/input-error.js';

type Of<Type extends DistributionFunction['type']> = Extract<DistributionFunction, { readonly type: Type }>;

/** Source: `MAX_DISTRIBUTION_PARAM` in `packages/rs-dpp` of dashpay/platform. */
const MAX_AMOUNT = 2n ** 48n - 1n;
/** Source: `DEFAULT_STEP_DECREASING_AMOUNT_MAX_CYCLES_BEFORE_TRAILING_DISTRIBUTION` in dashpay/platform. */
const DEFAULT_MAX_REDUCTIONS = 128n;
const [MIN_I64, MAX_I64] = [-(2n ** 63n), 2n ** 63n - 1n];
const MAX_U64 = 2n ** 64n - 1n;
const [MIN_I128, MAX_I128] = [-(2n ** 127n), 2n ** 127n - 1n];

/** Rejects what the network fails at without a number. */
const failure = (problem: string): InputError =>
  new InputError('the distribution', {
    problem,
    expected: 'a distribution function with a value',
    found: problem,
    fix: 'no claim can succeed: the function is that of the contract',
  });

/** Returns an integer in 64 bits without a sign. */
const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/** Returns an integer of 64 bits with a sign, as the network reads an unsigned one. */
const asI64 = (value: bigint): bigint => BigInt.asIntN(64, value);

/** Returns a sum in 64 bits with a sign; nothing where it overflows. */
function sumOf(a: bigint, b: bigint): bigint | undefined {
  const sum = a + b;
  return sum < MIN_I64 || sum > MAX_I64 ? undefined : sum;
}

/** Returns a double as an integer: without its fraction, and within bounds. */
function integerOf(value: number, min: bigint, max: bigint): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value <= Number(min)) return min;
  return value >= Number(max) ? max : BigInt(Math.trunc(value));
}

interface Bounds {
  readonly minValue: bigint | undefined;
  readonly maxValue: bigint | undefined;
}

const atLeast = (value: bigint, min: bigint | undefined): bigint =>
  min !== undefined && value < min ? min : value;

/** Returns a value within its bounds; the lower one comes first. */
function bounded(value: bigint, { minValue, maxValue }: Bounds): bigint {
  if (minValue !== undefined && value < minValue) return minValue;
  return maxValue !== undefined && value > maxValue ? maxValue : value;
}

/**
 * Returns how many tokens a distribution gives in an interval.
 *
 * Source: `evaluate` of `distribution_function` in `packages/rs-dpp` of dashpay/platform. Exponentials and logarithms are those of
 * the JavaScript engine: they may differ from those of a node in the last bit.
 * @param start the interval of the registration.
 * @param x the interval.
 * @throws {InputError} where the network fails without a number.
 */
export function evaluateDistribution(distribution: DistributionFunction, start: bigint, x: bigint): bigint {
  switch (distribution.type) {
    case 'fixedAmount':
      return distribution.amount;
    case 'random':
      return randomAmount(distribution, x);
    case 'stepDecreasingAmount':
      return decreasingAmount(distribution, start, x);
    case 'stepwise':
      return stepwiseAmount(distribution, start, x);
    case 'linear':
      return linearAmount(distribution, start, x);
    case 'polynomial':
      return polynomialAmount(distribution, differenceOf(distribution, start, x));
    case 'exponential':
      return exponentialAmount(distribution, differenceOf(distribution, start, x));
    case 'logarithmic':
      return logarithmicAmount(distribution, differenceOf(distribution, start, x));
    default:
      return invertedLogarithmicAmount(distribution, differenceOf(distribution, start, x));
  }
}

/** Returns how far an interval is from the beginning of a curve. */
function differenceOf(
  { o, startMoment }: { readonly o: bigint; readonly startMoment: bigint | undefined },
  start: bigint,
  x: bigint,
): bigint {
  const difference = x - (startMoment ?? start) + o;
  if (difference > MAX_U64) throw failure('the interval is too far from the beginning');
  return difference;
}

/** Returns a number between two by SplitMix64. No contract with it can be registered. */
function randomAmount({ min, max }: Of<'random'>, x: bigint): bigint {
  if (min > max) throw failure('min exceeds max');
  let z = u64(x + 0x9e37_79b9_7f4a_7c15n);
  z = u64((z ^ (z >> 30n)) * 0xbf58_476d_1ce4_e5b9n);
  z = u64((z ^ (z >> 27n)) * 0x94d0_49bb_1331_11ebn);
  z ^= z >> 31n;
  const range = max - min + 1n;
  return u64(min + (z % (range > MAX_U64 ? MAX_U64 : range)));
}

function decreasingAmount(distribution: Of<'stepDecreasingAmount'>, start: bigint, x: bigint): bigint {
  const { distributionStartAmount, trailingDistributionIntervalAmount, minValue } = distribution;
  const denominator = BigInt(distribution.decreasePerIntervalDenominator);
  if (denominator === 0n || distribution.stepCount === 0) throw failure('the divisor is 0');
  const from = distribution.startDecreasingOffset ?? start;
  if (x <= from) return distributionStartAmount;
  const reductions = (x - from) / BigInt(distribution.stepCount);
  const { maxIntervalCount } = distribution;
  const max = maxIntervalCount === undefined ? DEFAULT_MAX_REDUCTIONS : BigInt(maxIntervalCount);
  if (reductions > max) return trailingDistributionIntervalAmount;
  const left = denominator - BigInt(distribution.decreasePerIntervalNumerator);
  const factor = left < 0n ? 0n : left;
  let amount = distributionStartAmount;
  for (let done = 0n; done < reductions; done += 1n)
    amount = BigInt.asUintN(64, amount * factor) / denominator;
  return atLeast(amount, minValue);
}

function stepwiseAmount({ steps }: Of<'stepwise'>, start: bigint, x: bigint): bigint {
  if (x < start) return 0n;
  let [last, amount] = [-1n, 0n];
  for (const [step, value] of steps) if (step <= x - start && step > last) [last, amount] = [step, value];
  return amount;
}

function linearAmount(distribution: Of<'linear'>, start: bigint, x: bigint): bigint {
  const { a, d, startStep, startingAmount, maxValue } = distribution;
  if (d === 0n) throw failure('the divisor is 0');
  const from = startStep ?? start;
  const difference = x < from ? 0n : x - from;
  const product = d === 1n ? a * asI64(difference) : asI64((a * difference) / d);
  if (d === 1n && (product < MIN_I64 || product > MAX_I64)) {
    if (a >= 0n && maxValue === undefined) throw failure('the amount overflows');
    return bounded(a < 0n ? 0n : (maxValue ?? 0n), distribution);
  }
  const value = sumOf(product, asI64(startingAmount));
  if (value === undefined) throw failure('the amount overflows');
  return bounded(value < 0n ? 0n : value, distribution);
}

function polynomialAmount(distribution: Of<'polynomial'>, difference: bigint): bigint {
  const { a, d, m, n, b, minValue = 0n, maxValue = MAX_AMOUNT } = distribution;
  if (d === 0n || n === 0n) throw failure('a divisor is 0');
  if (difference <= 0n) return minValue;
  const power = Number(difference) ** (Number(m) / Number(n));
  if (!Number.isFinite(power)) return power > 0 ? maxValue : minValue;
  const product = a * integerOf(power, MIN_I128, MAX_I128);
  const saturated = product < MIN_I128 ? MIN_I128 : product > MAX_I128 ? MAX_I128 : product;
  const scaled = saturated / d;
  if (scaled > MAX_AMOUNT) return maxValue;
  if (scaled < -MAX_AMOUNT) return minValue;
  const value = sumOf(scaled, asI64(b));
  if (value === undefined) throw failure('the amount overflows');
  const unbounded = value < 0n ? 0n : value;
  const amount = bounded(unbounded, distribution);
  return amount !== unbounded || amount <= MAX_AMOUNT ? amount : MAX_AMOUNT;
}

function exponentialAmount(distribution: Of<'exponential'>, difference: bigint): bigint {
  const { a, d, m, n, b, minValue, maxValue } = distribution;
  if (d === 0n || n === 0n) throw failure('a divisor is 0');
  if (difference < -MAX_U64) throw failure('the interval is too far from the beginning');
  const exponent = (Number(m) * Number(difference)) / Number(n);
  const value = (Number(a) * Math.exp(exponent)) / Number(d) + Number(b);
  if (maxValue !== undefined && value > Number(maxValue)) return maxValue;
  if (!Number.isFinite(value) || value > Number(MAX_U64)) throw failure('the amount overflows');
  if (value < 0) return minValue ?? 0n;
  return atLeast(integerOf(value, 0n, MAX_U64), minValue);
}

/** Returns a·ln(argument)/d without its fraction, rounded down, as an integer of 64 bits; nothing above these. */
function logarithm(
  argument: number,
  { a, d }: { readonly a: bigint; readonly d: bigint },
): bigint | undefined {
  const log = Math.log(argument);
  if (!Number.isFinite(log)) throw failure('the logarithm has no value');
  const scaled = Number(a) * log;
  if (!Number.isFinite(scaled) || scaled > Number(MAX_I64)) return undefined;
  return integerOf(Math.floor(d === 1n ? scaled : scaled / Number(d)), MIN_I64, MAX_I64);
}

function logarithmicAmount(distribution: Of<'logarithmic'>, difference: bigint): bigint {
  const { d, m, n, b, minValue, maxValue } = distribution;
  if (d === 0n || n === 0n) throw failure('a divisor is 0');
  if (difference <= 0n) throw failure('the argument of the logarithm is not positive');
  const log = logarithm((Number(m) * Number(difference)) / Number(n), distribution);
  // What overflows is the max value, where there is one: before b is added only without a divisor.
  const sum = log === undefined ? undefined : sumOf(log, asI64(b));
  if (sum === undefined && (maxValue === undefined || (log === undefined && d !== 1n)))
    throw failure('the amount overflows');
  const value = sum ?? asI64(maxValue ?? 0n);
  return value < 0n ? (minValue ?? 0n) : bounded(value, distribution);
}

function invertedLogarithmicAmount(distribution: Of<'invertedLogarithmic'>, difference: bigint): bigint {
  const { d, m, n, b, minValue, maxValue } = distribution;
  if (d === 0n || n === 0n || m === 0n) throw failure('a divisor is 0');
  if (difference <= 0n) throw failure('the argument of the logarithm is not positive');
  const log = logarithm(Number(n) / (Number(m) * Number(difference)), distribution);
  const value = log === undefined ? undefined : sumOf(log, asI64(b));
  if (value === undefined) throw failure('the amount overflows');
  if (maxValue !== undefined && value > asI64(maxValue)) return maxValue;
  return value < 0n ? (minValue ?? 0n) : atLeast(value, minValue);
}
