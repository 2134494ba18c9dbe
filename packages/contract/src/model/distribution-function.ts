import type { JsonNode, ObjectNode } from '../source/json-node.js';
import { member, textOf } from '../source/json-node.js';
import { decodeInteger } from './decoding.js';

/** A mistake in the function by which a token is given out. */
export interface FunctionFault {
  readonly kind: 'zero' | 'parameter' | 'pair' | 'incoherent' | 'random';
  readonly node: JsonNode;
  readonly message: string;
}

const M = 2n ** 48n - 1n;
const A = [-32_766n, 32_767n] as const;

/** Reads the parameters of a function and notes what is wrong with them. */
class FunctionReader {
  readonly faults: FunctionFault[] = [];

  constructor(readonly node: ObjectNode) {}

  get(name: string): bigint | undefined {
    return decodeInteger(member(this.node, name), true);
  }

  note(kind: FunctionFault['kind'], name: string, message: string): void {
    this.faults.push({ kind, node: member(this.node, name) ?? this.node, message });
  }

  notZero(name: string): void {
    if (this.get(name) === 0n) this.note('zero', name, `expected ${name} other than 0, found 0`);
  }

  /** Between two bounds, when it is there; 0 may be left out of them. */
  between(name: string, least: bigint, most: bigint, isZeroFit = true): void {
    const value = this.get(name);
    if (value === undefined || (value >= least && value <= most && (isZeroFit || value !== 0n))) return;
    const expected = `${least} to ${most}${isZeroFit ? '' : ', not 0'}`;
    this.note('parameter', name, `expected ${name} from ${expected}, found ${value}`);
  }

  notAbove(name: string, other: string): void {
    const [value, limit] = [this.get(name), this.get(other)];
    if (value !== undefined && limit !== undefined && value > limit)
      this.note('pair', name, `expected ${name} of at most ${other} (${limit}), found ${value}`);
  }

  /** What curves have in common. */
  curve(): void {
    this.notZero('d');
    this.between('start_moment', 0n, M);
    this.between('o', -M, M);
    this.between('max_value', 0n, M);
    this.notAbove('min_value', 'max_value');
  }

  startsAfterOrigin(): void {
    if ((this.get('o') ?? 0n) - (this.get('start_moment') ?? 0n) <= 0n)
      this.note('pair', 'o', 'expected o above start_moment, found it not above');
  }
}

type Check = (read: FunctionReader) => void;

/** The tests of each function, in the order of the platform. */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['fixedAmount', (read) => read.between('amount', 1n, M)],
  [
    'random',
    (read) => read.note('random', '$type', 'expected another function, found random, which is not supported'),
  ],
  [
    'stepDecreasingAmount',
    (read) => {
      read.between('distribution_start_amount', 1n, M);
      read.notAbove('trailing_distribution_interval_amount', 'distribution_start_amount');
      read.between('max_interval_count', 2n, 1024n);
      read.notZero('step_count');
      read.between('decrease_per_interval_numerator', 1n, 65_535n);
      read.notZero('decrease_per_interval_denominator');
      const [above, below] = ['numerator', 'denominator'].map((part) => `decrease_per_interval_${part}`);
      const [numerator = 0n, denominator = 0n] = [above, below].map((name) => read.get(name ?? ''));
      if (denominator > 0n && numerator >= denominator)
        read.note(
          'pair',
          above ?? '',
          `expected ${above} below ${below} (${denominator}), found ${numerator}`,
        );
      read.notAbove('min_value', 'distribution_start_amount');
      read.between('start_decreasing_offset', 0n, M);
    },
  ],
  [
    'stepwise',
    (read) => {
      const steps = read.node.members.size - 1;
      if (steps < 2) read.note('parameter', '$type', `expected 2 to 65535 steps, found ${steps}`);
    },
  ],
  [
    'linear',
    (read) => {
      read.notZero('d');
      read.between('a', -255n, 256n, false);
      read.notAbove('min_value', 'max_value');
      read.between('start_step', 0n, M);
      read.between('max_value', 0n, M);
    },
  ],
  [
    'polynomial',
    (read) => {
      read.notZero('n');
      const power = read.get('m') ?? 0n;
      if (power > 0n && power === read.get('n'))
        read.note('pair', 'm', `expected m other than n, found ${power} in both`);
      read.between('a', ...A, false);
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
        read.note('pair', 'm', 'expected max_value beside an m above 0, found none');
      read.between('b', 0n, M);
      read.curve();
    },
  ],
  [
    'logarithmic',
    (read) => {
      read.notZero('n');
      read.between('m', 1n, M);
      read.between('a', ...A, false);
      read.between('b', 0n, M);
      read.curve();
      read.startsAfterOrigin();
    },
  ],
  [
    'invertedLogarithmic',
    (read) => {
      read.between('a', ...A, false);
      read.between('b', 0n, M);
      read.between('n', 1n, 2n ** 64n - 1n);
      read.notZero('m');
      read.curve();
      read.startsAfterOrigin();
    },
  ],
]);

/**
 * What is wrong with the function of a perpetual distribution.
 *
 * Source: `packages/rs-dpp/src/data_contract/associated_token/token_perpetual_distribution/distribution_function` in
 * dashpay/platform.
 */
export function functionFaults(node: ObjectNode): FunctionFault[] {
  const reader = new FunctionReader(node);
  const name = textOf(member(node, '$type')) ?? '';
  CHECKS.get(name)?.(reader);
  if (reader.faults.length > 0) return reader.faults;
  const stuck = stuckAt(name, reader);
  if (stuck !== undefined)
    reader.note(
      'incoherent',
      '$type',
      `expected a function that changes from its start, found one that is stuck at ${stuck}`,
    );
  return reader.faults;
}

/** The bound at which a function starts although it moves towards it; it would never change. */
function stuckAt(name: string, read: FunctionReader): 'min_value' | 'max_value' | undefined {
  const number = (parameter: string, preset = 0): number => Number(read.get(parameter) ?? preset);
  const least = read.get('min_value') === undefined ? undefined : number('min_value');
  const most = read.get('max_value') === undefined ? undefined : number('max_value');
  const [a, b, d, m, n] = ['a', 'b', 'd', 'm', 'n'].map((parameter) => number(parameter));
  if (a === undefined || b === undefined || d === undefined || m === undefined || n === undefined)
    return undefined;
  const x = number('o') - number('start_moment');
  const clamp = (value: number): number => {
    const floor = Math.max(value, 0);
    if (least !== undefined && floor < least) return least;
    return most !== undefined && floor > most ? most : floor;
  };
  const between = (value: number, isRising: boolean, isFalling: boolean) => {
    if (isRising && value === most) return 'max_value';
    return isFalling && value === least ? 'min_value' : undefined;
  };
  switch (name) {
    case 'linear': {
      const start = number('starting_amount');
      return between(clamp(start >= 2 ** 63 ? 0 : start), a > 0, a < 0);
    }
    case 'polynomial': {
      if (x <= 0) return between(least ?? 0, a * m > 0, a * m < 0);
      const term = Math.trunc((a * Math.trunc(x ** (m / n))) / d);
      if (Math.abs(term) > Number(M))
        return between(term > 0 ? (most ?? Number(M)) : (least ?? 0), a * m > 0, a * m < 0);
      return between(Math.min(clamp(term + b), Number(M)), a * m > 0, a * m < 0);
    }
    case 'exponential': {
      const value = (a * Math.exp((m * x) / n)) / d + b;
      if (most !== undefined && value > most) return between(most, m > 0, m < 0);
      return between(clamp(Math.trunc(value)), m > 0, m < 0);
    }
    case 'logarithmic':
      return between(clamp(Math.floor((a * Math.log((m * x) / n)) / d) + b), true, false);
    case 'invertedLogarithmic': {
      const value = clamp(Math.floor((a * Math.log(n / (m * x))) / d) + b);
      if (a > 0) return value === least ? 'min_value' : undefined;
      return value === most ? 'max_value' : undefined;
    }
    default:
      return undefined;
  }
}
