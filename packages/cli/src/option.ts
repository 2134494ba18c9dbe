import { parseArgs } from 'node:util';

/** One setting of a command: its flag, its environment variable, what it takes and what it does. */
export interface Option<Value> {
  /** Without the dashes. */
  readonly flag: string;
  /** A letter that stands for the flag behind a single dash. */
  readonly short?: string;
  readonly env?: string;
  /** What stands for the value in the help; absent for a switch. */
  readonly value?: string;
  readonly about: string;
  readonly default: Value;
  /** How the default is told, where its own text would not do. */
  readonly defaultText?: string;
  /** @throws {UsageError} when the text is no such value. */
  read(text: string, name: string): Value;
}

/** The settings of a command by name. */
export type Options = { readonly [name: string]: Option<unknown> };

/** The values of settings. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer V> ? V : never;
};

/** The command line or the environment says something that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * The settings of a command: from its arguments, then from the environment, then the defaults.
 * @throws {UsageError} for an unknown flag, a missing or a wrong value.
 */
export function readOptions<O extends Options>(
  options: O,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Values<O> {
  const flags = parseFlags(options, args);
  const values = Object.entries(options).map(([name, option]): [string, unknown] => {
    const flag = flags[option.flag];
    if (flag !== undefined) return [name, option.read(String(flag), `--${option.flag}`)];
    const text = option.env === undefined ? undefined : env[option.env];
    if (option.env !== undefined && text !== undefined && text !== '')
      return [name, option.read(text, option.env)];
    return [name, option.default];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is what its own option read
  return Object.fromEntries(values) as Values<O>;
}

type Flags = ReturnType<typeof parseArgs>['values'];

function parseFlags(options: Options, args: readonly string[]): Flags {
  const known = Object.values(options).map(
    ({ flag, value, short }) =>
      [flag, { type: value === undefined ? 'boolean' : 'string', ...(short && { short }) }] as const,
  );
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(known), strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The help of a command: a line for each setting. */
export function describeOptions(options: Options): string {
  const rows = Object.values(options).map((option) => ({
    left: `--${option.flag}${option.value === undefined ? '' : ` <${option.value}>`}`,
    right: `${option.about}${describeDefault(option)}${option.env === undefined ? '' : ` [env ${option.env}]`}`,
  }));
  const width = Math.max(...rows.map(({ left }) => left.length));
  return rows.map(({ left, right }) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

function describeDefault({ default: value, defaultText }: Option<unknown>): string {
  if (defaultText !== undefined) return ` (default ${defaultText})`;
  return typeof value === 'string' || typeof value === 'number' ? ` (default ${value})` : '';
}

/** Reads any text. */
export const text = (value: string): string => value;

/** Reads a switch: `--flag` alone, or `true` and `false` in the environment. */
export function toggle(value: string, name: string): boolean {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new UsageError(`${name}: expected true or false, found ${JSON.stringify(value)}`);
}

/** Reads a whole number within bounds. */
export function integer(least: number, most: number): (value: string, name: string) => number {
  return (value, name) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new UsageError(
      `${name}: expected a whole number from ${least} to ${most}, found ${JSON.stringify(value)}`,
    );
  };
}

/** Reads one of some words. */
export function oneOf<Word extends string>(words: readonly Word[]): (value: string, name: string) => Word {
  return (value, name) => {
    const word = words.find((candidate) => candidate === value);
    if (word !== undefined) return word;
    throw new UsageError(`${name}: expected one of ${words.join(', ')}, found ${JSON.stringify(value)}`);
  };
}
