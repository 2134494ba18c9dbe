import { parseArgs } from 'node:util';
import { wrap } from './wrap.js';

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

  /** @param choices what was found, and what it may be a misspelling of. */
  constructor(
    message: string,
    readonly choices?: { readonly found: string; readonly names: readonly string[] },
  ) {
    super(message);
  }
}

/** What a command line says: the values of the settings, and what stands there without a flag. */
export interface CommandLine<O extends Options> {
  readonly values: Values<O>;
  readonly operands: readonly string[];
}

/**
 * Reads a command line. A setting comes from its flag, then from the environment, then its default.
 * @param mostOperands how many arguments without a flag the command takes.
 * @throws {UsageError} for an unknown flag, a missing or a wrong value, and for surplus arguments.
 */
export function readCommandLine<O extends Options>(
  options: O,
  mostOperands: number,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): CommandLine<O> {
  const { values: flags, positionals: operands } = parse(options, args);
  const surplus = operands[mostOperands];
  if (surplus !== undefined) {
    throw new UsageError(
      mostOperands === 0
        ? `expected options only, found ${JSON.stringify(surplus)}`
        : `expected ${mostOperands === 1 ? 'one argument' : `at most ${mostOperands} arguments`}, found another: ${JSON.stringify(surplus)}`,
    );
  }
  const values = Object.entries(options).map(([name, option]): [string, unknown] => {
    const flag = flags[option.flag];
    if (flag !== undefined) return [name, option.read(String(flag), `--${option.flag}`)];
    const text = option.env === undefined ? undefined : env[option.env];
    if (option.env !== undefined && text !== undefined && text !== '')
      return [name, option.read(text, option.env)];
    return [name, option.default];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is what its own option read
  return { values: Object.fromEntries(values) as Values<O>, operands };
}

function parse(options: Options, args: readonly string[]) {
  const known = Object.values(options).map(
    ({ flag, value, short }) =>
      [flag, { type: value === undefined ? 'boolean' : 'string', ...(short && { short }) }] as const,
  );
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(known),
      strict: true,
      allowPositionals: true,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
    if (unknown === undefined) throw new UsageError(wrongValue(message, options, args));
    const flags = known.map(([flag]) => `--${flag}`);
    throw new UsageError(`there is no option ${unknown}`, { found: unknown, names: flags });
  }
}

/** What a flag lacks: the parser says so in words of its own. */
function wrongValue(message: string, options: Options, args: readonly string[]): string {
  const flag = /^Option '[^']*--([\w-]+)/.exec(message)?.[1];
  const option = Object.values(options).find((known) => known.flag === flag);
  if (option === undefined) return message.replaceAll('\n', ' ');
  if (option.value === undefined) return `--${option.flag}: expected no value, found one`;
  const next = args[args.findIndex((arg) => arg === `--${option.flag}` || arg === `-${option.short}`) + 1];
  return `--${option.flag}: expected a ${option.value}, found ${next === undefined ? 'nothing' : JSON.stringify(next)}`;
}

/** The longest line of a help, in columns. */
export const HELP_WIDTH = 100;
const WIDEST_FLAG = 30;

/** The help of a command: each setting with what it does, in lines of at most 100 columns. */
export function describeOptions(options: Options): string {
  const rows = Object.values(options).map((option) => ({
    left: `${option.short === undefined ? '' : `-${option.short}, `}--${option.flag}${option.value === undefined ? '' : ` <${option.value}>`}`,
    right: `${option.about}${describeDefault(option)}${option.env === undefined ? '' : ` [env ${option.env}]`}`,
  }));
  return describeRows(rows);
}

/** What stands left with what it means beside it, in lines of at most 100 columns. */
export function describeRows(rows: readonly { readonly left: string; readonly right: string }[]): string {
  const width = Math.min(WIDEST_FLAG, Math.max(...rows.map(({ left }) => left.length)));
  const indent = ' '.repeat(width + 4);
  return rows
    .map(({ left, right }) => {
      const [first = '', ...others] = wrap(right, HELP_WIDTH - indent.length);
      const head = left.length > width ? `  ${left}\n${indent}${first}` : `  ${left.padEnd(width)}  ${first}`;
      return [head, ...others.map((line) => indent + line)].join('\n');
    })
    .join('\n');
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

/** A setting as it is written in a table of them: keeps the type of its value. */
export function option<Value>(definition: Option<Value>): Option<Value> {
  return definition;
}
