import type { JsonNode, ObjectNode } from '../source/json-node.js';
import { getMember } from '../source/json-node.js';
import { decodeInteger, decodeVariant } from './decoding.js';
import { DISTRIBUTION_FUNCTION_SHAPE } from './token-shape.js';

/** Describes an error in the function of a perpetual distribution. */
export interface DistributionError {
  readonly kind: 'zero' | 'parameter' | 'pair' | 'incoherent' | 'random';
  readonly node: JsonNode;
  readonly message: string;
}

const MAX_AMOUNT = 2n ** 48n - 1n;
const SLOPE_RANGE = [-32_766n, 32_767n] as const;

/** Reads the parameters of a function and records their errors. */
class FunctionReader {
  readonly errors: DistributionError[] = [];

  constructor(readonly node: ObjectNode) {}

  get(name: string): bigint | undefined {
    return decodeInteger(getMember(this.node, name), true);
  }

  note(kind: DistributionError['kind'], name: string, message: string): void {
    this.errors.push({ kind, node: getMember(this.node, name) ?? this.node, message });
  }

  notZero(name: string): void {
    if (this.get(name) === 0n) this.note('zero', name, `${name} is 0: it is a divisor`);
  }

  /** Checks a range, if the parameter exists; 0 can be excluded. */
  between(name: string, min: bigint, max: bigint, isZeroFit = true): void {
    const value = this.get(name);
    if (value === undefined || (value >= min && value <= max && (isZeroFit || value !== 0n))) return;
    const expected = `${min} to ${max}${isZeroFit ? '' : ', not 0'}`;
    this.note('parameter', name, `${name} is ${value}: it must be ${expected}`);
  }

  notAbove(name: string, other: string): void {
    const [value, limit] = [this.get(name), this.get(other)];
    if (value !== undefined && limit !== undefined && value > limit)
      this.note('pair', name, `${name} ${value} is above ${other} ${limit}`);
  }

  /** Checks what curves have in common. */
  curve(): void {
    this.notZero('d');
    this.between('start_moment', 0n, MAX_AMOUNT);
    this.between('o', -MAX_AMOUNT, MAX_AMOUNT);
    this.between('max_value', 0n, MAX_AMOUNT);
    this.notAbove('min_value', 'max_value');
  }

  startsAfterOrigin(): void {
    if ((this.get('o') ?? 0n) - (this.get('start_moment') ?? 0n) <= 0n)
      this.note('pair', 'o', 'o must be above start_moment');
  }
}

type Check = (read: FunctionReader) => void;

/** Lists the checks of each function in the order of the platform. */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['fixedAmount', (read) => read.between('amount', 1n, MAX_AMOUNT)],
  ['random', (read) => read.note('random', '$type', 'the function "random" is not supported')],
  [
    'stepDecreasingAmount',
    (read) => {
      read.between('distribution_start_amount', 1n, MAX_AMOUNT);
      read.notAbove('trailing_distribution_interval_amount', 'distribution_start_amount');
      read.between('max_interval_count', 2n, 1024n);
      read.notZero('step_count');
      read.between('decrease_per_interval_numerator', 1n, 65_535n);
      read.notZero('decrease_per_interval_denominator');
      const [above, below] = ['numerator', 'denominator'].map((part) => `decrease_per_interval_${part}`);
      const [numerator = 0n, denominator = 0n] = [above, below].map((name) => read.get(name ?? ''));
      if (denominator > 0n && numerator >= denominator)
        read.note('pair', above ?? '', `${above} ${numerator} is not below ${below} ${denominator}`);
      read.notAbove('min_value', 'distribution_start_amount');
      read.between('start_decreasing_offset', 0n, MAX_AMOUNT);
    },
  ],
  [
    'stepwise',
    (read) => {
      const steps = read.node.members.size - 1;
      if (steps < 2)
        read.note('parameter', '$type', `the function has ${steps} steps: it must have 2 to 65535`);
    },
  ],
  [
    'linear',
    (read) => {
      read.notZero('d');
      read.between('a', -255n, 256n, false);
      read.notAbove('min_value', 'max_value');
      read.between('start_step', 0n, MAX_AMOUNT);
      read.between('max_value', 0n, MAX_AMOUNT);
    },
  ],
  [
    'polynomial',
    (read) => {
      read.notZero('n');
      const power = read.get('m') ?? 0n;
      if (power > 0n && power === read.get('n'))
        read.note('pair', 'm', `m and n are both ${power}: they must be different`);
      read.between('a', ...SLOPE_RANGE, false);
      read.between('m', -8n, 8n, false);
      if (read.get('n') !== 0n) read.between('n', 1n, 32n);
      read.curve();
    },
  ],
  [
    'exponential',
    (read) => {
      read.notZero('n');
      if (read.get('n') !== 0n) read.between('n', 1n, 32n);
      read.between('m', -8n, 8n, false);
      read.between('a', 1n, 256n);
      if ((read.get('m') ?? 0n) > 0n && read.get('max_value') === undefined)
        read.note('pair', 'm', 'max_value is missing: an m above 0 requires it');
      read.between('b', 0n, MAX_AMOUNT);
      read.curve();
    },
  ],
  [
    'logarithmic',
    (read) => {
      read.notZero('n');
      read.between('m', 1n, MAX_AMOUNT);
      read.between('a', ...SLOPE_RANGE, false);
      read.between('b', 0n, MAX_AMOUNT);
      read.curve();
      read.startsAfterOrigin();
    },
  ],
  [
    'invertedLogarithmic',
    (read) => {
      read.between('a', ...SLOPE_RANGE, false);
      read.between('b', 0n, MAX_AMOUNT);
      read.between('n', 1n, 2n ** 64n - 1n);
      read.notZero('m');
      read.curve();
      read.startsAfterOrigin();
    },
  ],
]);

/**
 * Finds errors in the function of a perpetual distribution.
 *
 * Source: `packages/rs-dpp/src/data_contract/associated_token/token_perpetual_distribution/distribution_function` in
 * dashpay/platform.
 */
export function findDistributionErrors(node: ObjectNode): DistributionError[] {
  const reader = new FunctionReader(node);
  const name = decodeVariant(node, DISTRIBUTION_FUNCTION_SHAPE) ?? '';
  CHECKS.get(name)?.(reader);
  if (reader.errors.length > 0) return reader.errors;
  const stuck = findStuckBound(name, reader);
  if (stuck !== undefined)
    reader.note('incoherent', '$type', `the function never changes: it starts at ${stuck}`);
  return reader.errors;
}

/** Finds the bound at which a function starts although it moves towards it: it never changes. */
function findStuckBound(name: string, read: FunctionReader): 'min_value' | 'max_value' | undefined {
  const number = (parameter: string, preset = 0): number => Number(read.get(parameter) ?? preset);
  const min = read.get('min_value') === undefined ? undefined : number('min_value');
  const max = read.get('max_value') === undefined ? undefined : number('max_value');
  const [a, b, d, m, n] = ['a', 'b', 'd', 'm', 'n'].map((parameter) => number(parameter));
  if (a === undefined || b === undefined || d === undefined || m === undefined || n === undefined)
    return undefined;
  const x = number('o') - number('start_moment');
  const clamp = (value: number): number => {
    const floor = Math.max(value, 0);
    if (min !== undefined && floor < min) return min;
    return max !== undefined && floor > max ? max : floor;
  };
  const between = (value: number, isRising: boolean, isFalling: boolean) => {
    if (isRising && value === max) return 'max_value';
    return isFalling && value === min ? 'min_value' : undefined;
  };
  switch (name) {
    case 'linear': {
      const start = number('starting_amount');
      return between(clamp(start >= 2 ** 63 ? 0 : start), a > 0, a < 0);
    }
    case 'polynomial': {
      if (x <= 0) return between(min ?? 0, a * m > 0, a * m < 0);
      const term = Math.trunc((a * Math.trunc(x ** (m / n))) / d);
      if (Math.abs(term) > Number(MAX_AMOUNT))
        return between(term > 0 ? (max ?? Number(MAX_AMOUNT)) : (min ?? 0), a * m > 0, a * m < 0);
      return between(Math.min(clamp(term + b), Number(MAX_AMOUNT)), a * m > 0, a * m < 0);
    }
    case 'exponential': {
      const value = (a * Math.exp((m * x) / n)) / d + b;
      if (max !== undefined && value > max) return between(max, m > 0, m < 0);
      return between(clamp(Math.trunc(value)), m > 0, m < 0);
    }
    case 'logarithmic':
      return between(clamp(Math.floor((a * Math.log((m * x) / n)) / d) + b), true, false);
    case 'invertedLogarithmic': {
      const value = clamp(Math.floor((a * Math.log(n / (m * x))) / d) + b);
      if (a > 0) return value === min ? 'min_value' : undefined;
      return value === max ? 'max_value' : undefined;
    }
    default:
      return undefined;
  }
}
