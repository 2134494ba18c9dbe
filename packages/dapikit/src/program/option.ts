import { parseArgs } from 'node:util';
import { wrap } from './wrap.js';
import { CliError } from './cli-error.js';

/** Describes an option of a command: its flag, environment variable, value and effect. */
export interface Option<Value> {
  /** Without the dashes. */
  readonly flag: string;
  /** The letter of the short flag. */
  readonly short?: string;
  readonly env?: string;
  /** A variable that other programs read as well, such as `PORT`; `env` goes before it. */
  readonly sharedEnv?: string | undefined;
  /** The placeholder of the value in the help; absent for a switch. */
  readonly value?: string;
  /** The text that the flag alone stands for, such as `true`; absent where the flag needs a value. */
  readonly bare?: string;
  /** Stands between the members of a list: the flag may be repeated. */
  readonly separator?: ' ' | ',';
  readonly about: string;
  readonly default: Value;
  /** The default in the help, where its own text is unclear. */
  readonly defaultText?: string;
  /** @throws {UsageError} when the text is no such value. */
  read(text: string, name: string): Value;
  /** Says in a line what a value means beyond the result of the command; nothing for most values. */
  announce?(value: Value): string | undefined;
}

/** Describes the options of a command by name. */
export type Options = { readonly [name: string]: Option<unknown> };

/** Describes the values of options by name. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer V> ? V : never;
};

/** Reports an error in the command line or the environment. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';

  /** @param choices the valid values, for a suggestion. */
  constructor(
    message: string,
    readonly choices?: { readonly found: string; readonly names: Iterable<string> },
  ) {
    super(message);
  }
}

/** Describes a parsed command line: the values of the options, and the operands. */
export interface CommandLine<O extends Options> {
  readonly values: Values<O>;
  readonly operands: readonly string[];
}

/**
 * Reads a command line. A setting comes from its flag, then from the environment, then its default.
 * @param maxOperands how many arguments without a flag the command takes.
 * @throws {UsageError} for an unknown flag, a missing or a wrong value, and for surplus arguments.
 */
export function readCommandLine<O extends Options>(
  options: O,
  maxOperands: number,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): CommandLine<O> {
  const { values: flags, positionals } = parse(
    options,
    withBareValues(options, maxOperands, withNegativeValues(options, maxOperands, args)),
  );
  const operands = positionals.map((operand) => (operand.startsWith(NEGATIVE) ? operand.slice(1) : operand));
  const surplus = operands[maxOperands];
  if (surplus !== undefined) {
    throw new UsageError(
      maxOperands === 0
        ? `unexpected argument ${JSON.stringify(surplus)}: only options are allowed`
        : `unexpected argument ${JSON.stringify(surplus)}: at most ${maxOperands} ${maxOperands === 1 ? 'is' : 'are'} allowed`,
    );
  }
  const values = Object.entries(options).map(([name, option]): [string, unknown] => {
    const written = flags[option.flag];
    if (written !== undefined) return [name, option.read(writtenValue(option, written), `--${option.flag}`)];
    for (const variable of [option.env, option.sharedEnv]) {
      const text = variable === undefined ? undefined : env[variable];
      if (variable !== undefined && text !== undefined && text !== '')
        return [name, option.read(text, variable)];
    }
    return [name, option.default];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is what its own option read
  return { values: Object.fromEntries(values) as Values<O>, operands };
}

/** Returns the value of a flag as it was written. @throws {UsageError} where it has one and was written twice. */
function writtenValue(
  { flag, separator }: Option<unknown>,
  written: string | boolean | (string | boolean)[],
): string {
  if (!Array.isArray(written)) return String(written);
  // Without the values: they may be passwords.
  if (separator === undefined && written.length > 1)
    throw new UsageError(`--${flag} has one value, and is written ${written.length} times: write it once`);
  return written.join(separator);
}

/** Marks an operand that is a negative number: no argument of a program has this character. */
const NEGATIVE = '\0';

/**
 * Writes a negative number behind a flag as its value, which the parser would take for another flag: `--port -1` becomes `--port=-1`. Where a
 * command takes operands, others are marked as these.
 */
function withNegativeValues(
  options: Options,
  maxOperands: number,
  args: readonly string[],
): readonly string[] {
  const valued = new Map(
    Object.values(options)
      .filter(({ value }) => value !== undefined)
      .flatMap(({ flag, short }) => [
        [`--${flag}`, flag],
        [`-${short}`, flag],
      ]),
  );
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const flagAt = (at: number): string | undefined =>
    at + 1 < end && /^-[\d.]/.test(args[at + 1] ?? '') ? valued.get(args[at] ?? '') : undefined;
  return args.flatMap((arg, at) => {
    const flag = flagAt(at);
    if (flag !== undefined) return [`--${flag}=${args[at + 1]}`];
    if (flagAt(at - 1) !== undefined) return [];
    return [maxOperands > 0 && at < end && /^-[\d.]/.test(arg) ? `${NEGATIVE}${arg}` : arg];
  });
}

/**
 * Writes the value of flags that stand alone: `--studio` becomes `--studio=true`. Where a command takes operands, the next argument is
 * the value only if it is one.
 */
function withBareValues(options: Options, maxOperands: number, args: readonly string[]): readonly string[] {
  const bare = new Map(Object.values(options).map(({ flag, bare: value }) => [`--${flag}`, value]));
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return args.map((arg, at) => {
    const value = at < end ? bare.get(arg) : undefined;
    if (value === undefined) return arg;
    const next = at + 1 < end ? args[at + 1] : undefined;
    const isAlone = next === undefined || next.startsWith('-') || (maxOperands > 0 && !BOOLEANS.has(next));
    return isAlone ? `${arg}=${value}` : arg;
  });
}

/** Words that are meant as the value of a flag, not as an operand: others than true and false are errors. */
const BOOLEANS: ReadonlySet<string> = new Set(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no']);

function parse(options: Options, args: readonly string[]) {
  const known = Object.values(options).map(
    ({ flag, value, short }) =>
      [
        flag,
        {
          type: value === undefined ? 'boolean' : 'string',
          multiple: value !== undefined,
          ...(short && { short }),
        },
      ] as const,
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
    const negative = /^-\d/.test(unknown) ? args.find((arg) => arg.startsWith(unknown)) : undefined;
    if (negative !== undefined)
      throw new UsageError(`${JSON.stringify(negative)} is negative: use a positive value`);
    const flags = known.map(([flag]) => `--${flag}`);
    throw new UsageError(`unknown option ${unknown}`, { found: unknown, names: flags });
  }
}

/** Describes the error of a flag, in place of the parser's text. */
function wrongValue(message: string, options: Options, args: readonly string[]): string {
  const flag = /^Option '[^']*--([\w-]+)/.exec(message)?.[1];
  const option = Object.values(options).find((known) => known.flag === flag);
  if (option === undefined) return message.replaceAll('\n', ' ');
  if (option.value === undefined) return `--${option.flag} takes no value`;
  const next = args[args.findIndex((arg) => arg === `--${option.flag}` || arg === `-${option.short}`) + 1];
  const found = next === undefined ? '' : `, found ${JSON.stringify(next)}`;
  return `--${option.flag} needs a value: <${option.value}>${found}`;
}

/** Limits the lines of the help, in columns. */
export const HELP_WIDTH = 100;
const MAX_FLAG_WIDTH = 30;

/** Describes options for the help, in lines of at most 100 columns. */
export function describeOptions(options: Options): string {
  const rows = Object.values(options).map((option) => ({
    left: `${option.short === undefined ? '' : `-${option.short}, `}--${option.flag}${describeValue(option)}`,
    right: `${option.about}${option.separator === undefined ? '' : '; may be repeated'}${describeDefault(option)}${describeVariables(option)}`,
  }));
  return describeRows(rows);
}

function describeVariables({ env, sharedEnv }: Option<unknown>): string {
  const names = [env, sharedEnv].filter((name) => name !== undefined);
  return names.length === 0 ? '' : ` [env ${names.join(', ')}]`;
}

function describeValue({ value, bare }: Option<unknown>): string {
  if (value === undefined) return '';
  return bare === undefined ? ` <${value}>` : ` [${value}]`;
}

/** Formats a table of terms and their meanings, in lines of at most 100 columns. */
export function describeRows(rows: readonly { readonly left: string; readonly right: string }[]): string {
  const width = Math.min(MAX_FLAG_WIDTH, Math.max(...rows.map(({ left }) => left.length)));
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
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? ` (default ${value})`
    : '';
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
    const end = most === Number.MAX_SAFE_INTEGER ? ' on' : ` to ${most}`;
    throw new UsageError(
      `${name}: expected a whole number from ${least}${end}, found ${JSON.stringify(value)}`,
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

/** Defines an option, and infers the type of its value. */
export function option<Value>(definition: Option<Value>): Option<Value> {
  return definition;
}
