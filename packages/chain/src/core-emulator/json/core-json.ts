import { runAtOnce, StepCounter } from '../../base/event-loop/in-turns.js';

const DUFFS_DIGITS = 8;

/** Represents an amount as Dash Core prints it: DASH with eight decimals, a number in JSON. */
export class Amount {
  readonly #duffs: bigint;

  constructor(duffs: bigint) {
    this.#duffs = duffs;
  }

  /** Formats the amount in DASH with eight decimals. Source: `ValueFromAmount` in `src/core_write.cpp` of dashpay/dash. */
  toString(): string {
    const digits = String(this.#duffs < 0n ? -this.#duffs : this.#duffs).padStart(DUFFS_DIGITS + 1, '0');
    const sign = this.#duffs < 0n ? '-' : '';
    return `${sign}${digits.slice(0, -DUFFS_DIGITS)}.${digits.slice(-DUFFS_DIGITS)}`;
  }
}

/**
 * Writes JSON text as Dash Core does. Members that are `undefined` are left out; a bigint is a whole number.
 *
 * Source: `UniValue::write` in `src/univalue/lib/univalue_write.cpp` of dashpay/dash.
 * @throws {TypeError} for what has no form in JSON
 */
export function writeCoreJson(value: unknown): string {
  return runAtOnce(coreJsonSteps(value));
}

/**
 * Does what {@link writeCoreJson} does, in steps, while nobody changes the value.
 * @throws {TypeError} for what has no form in JSON
 */
export function coreJsonSteps(value: unknown): Generator<undefined, string> {
  return valueSteps(value, new StepCounter());
}

function* valueSteps(value: unknown, counter: StepCounter): Generator<undefined, string> {
  if (!isNested(value)) return writeScalar(value);
  const texts: string[] = [];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (const item of items) {
      texts.push(isNested(item) ? yield* valueSteps(item, counter) : writeScalar(item));
      if (counter.endsStep()) yield;
    }
    return `[${texts.join(',')}]`;
  }
  const members: readonly [string, unknown][] = Object.entries(value);
  for (const [name, member] of members) {
    if (member === undefined) continue;
    const text = isNested(member) ? yield* valueSteps(member, counter) : writeScalar(member);
    texts.push(`${JSON.stringify(name)}:${text}`);
    if (counter.endsStep()) yield;
  }
  return `{${texts.join(',')}}`;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Amount);
}

function writeScalar(value: unknown): string {
  if (value instanceof Amount) return value.toString();
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'bigint':
      return String(value);
    case 'number':
      return writeNumber(value);
    default:
      if (value === null) return 'null';
      throw new TypeError(`no JSON for a ${typeof value}`);
  }
}

const SIGNIFICANT_DIGITS = 16;

/** Returns the text of a fraction: at most 16 digits, and an exponent of at least two digits where its first digit is far from the point. */
function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('no JSON for a number that is not finite');
  if (Number.isInteger(value)) return String(value);
  const [digits = '', exponent] = value.toExponential(SIGNIFICANT_DIGITS - 1).split('e');
  const power = Number(exponent);
  if (power >= -4) return String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
  return `${digits.replace(/\.?0+$/, '')}e-${String(-power).padStart(2, '0')}`;
}
