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
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'bigint':
      return String(value);
    case 'number':
      return writeNumber(value);
    case 'object':
      return value === null ? 'null' : writeObject(value);
    default:
      throw new TypeError(`no JSON for a ${typeof value}`);
  }
}

function writeObject(value: object): string {
  if (value instanceof Amount) return value.toString();
  if (Array.isArray(value)) return `[${value.map(writeCoreJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${writeCoreJson(member)}`);
  return `{${members.join(',')}}`;
}

const SIGNIFICANT_DIGITS = 16;

/** Returns a fraction has 16 digits at most, and an exponent of two digits at least where its first digit is far from the point. */
function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('no JSON for a number that is not finite');
  if (Number.isInteger(value)) return String(value);
  const [digits = '', exponent] = value.toExponential(SIGNIFICANT_DIGITS - 1).split('e');
  const power = Number(exponent);
  if (power >= -4) return String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
  return `${digits.replace(/\.?0+$/, '')}e-${String(-power).padStart(2, '0')}`;
}
