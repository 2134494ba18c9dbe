import {
  describeOptions,
  describeRows,
  HELP_WIDTH,
  option,
  readCommandLine,
  toggle,
  type Options,
  type Values,
} from './option.js';
import type { Terminal } from './terminal.js';
import { wrap } from './wrap.js';
import { CliError } from './cli-error.js';

/**
 * Lists the exit codes: success; findings, or a failure outside of the program; a command line, settings or files that
 * cannot be used.
 */
export const EXIT = { fine: 0, failure: 1, usage: 2 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Describes a command for `dapikit` and for its page. */
export interface Command {
  readonly name: string;
  /** One line, as in the list of commands. */
  readonly about: string;
  /** The operands and options, as in the help. */
  readonly usage: string;
  /** Its actions, where the first operand selects one. */
  readonly actions: readonly (readonly [usage: string, about: string])[];
  readonly options: Options;
  /** Options under titles, by flag; `--help` shows these alone where there are any, and `--help-all` the others too. */
  readonly groups: readonly OptionGroup[];
  /** Command lines without `dapikit`, and what each is for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** Further help, in paragraphs. */
  readonly notes: readonly string[];
  /**
   * @throws {UsageError} when the arguments cannot be understood.
   * @throws {FileError} when a file cannot be read or written.
   * @throws {CommandError} when something outside of the program fails.
   */
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
}

/** Describes options that belong together. */
export interface OptionGroup {
  readonly title: string;
  /** Without the dashes. */
  readonly flags: readonly string[];
}

interface CommandDefinition<O extends Options> {
  readonly name: string;
  readonly about: string;
  readonly usage: string;
  /** Largest number of arguments without a flag. */
  readonly maxOperands: number;
  readonly options: O;
  readonly actions?: Command['actions'];
  readonly groups?: Command['groups'];
  readonly examples?: Command['examples'];
  readonly notes?: Command['notes'];
  run(values: Values<O>, operands: readonly string[], terminal: Terminal): Promise<ExitCode>;
}

/** Reports a failure outside of the program; its message is shown as it is. */
export class CommandError extends CliError {
  override readonly name = 'CommandError';
}

/** Defines a command with a parsed command line and `--help`. */
export function command<O extends Options>(definition: CommandDefinition<O>): Command {
  const { name, about, usage, actions = [], groups = [], examples = [], notes = [] } = definition;
  const help = option({ flag: 'help', short: 'h', about: 'this text', default: false, read: toggle });
  const options: Options = { ...definition.options, help };
  const described: Omit<Command, 'run'> = { name, about, usage, actions, options, groups, examples, notes };
  return {
    ...described,
    async run(args, terminal) {
      const wanted = wantedHelp(args, groups);
      if (wanted !== undefined) {
        terminal.stdout.write(helpOf(described, wanted === '--help-all'));
        return EXIT.fine;
      }
      const { values, operands } = readCommandLine(
        { ...definition.options, help },
        definition.maxOperands,
        args,
        terminal.env,
      );
      announce(name, definition.options, values, terminal);
      return await definition.run(values, operands, terminal);
    },
  };
}

/** Writes what the values of options mean, a line each, beside the result. */
function announce(
  name: string,
  options: Options,
  values: Readonly<Record<string, unknown>>,
  { stderr }: Terminal,
): void {
  for (const [key, option] of Object.entries(options)) {
    const line = option.announce?.(values[key]);
    if (line !== undefined) stderr.write(`dapikit ${name}: ${line}\n`);
  }
}

/** Returns the flag that asks for help, even where the rest of the line is wrong; an argument behind `--` is no flag. */
function wantedHelp(args: readonly string[], groups: readonly OptionGroup[]): string | undefined {
  const flags = new Set(['--help', '-h', ...(groups.length === 0 ? [] : ['--help-all'])]);
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).findLast((arg) => flags.has(arg));
}

/** Returns the options of a command for its help: in groups where it has any, the others last and only where all are wanted. */
function describeGroups({ options, groups }: Pick<Command, 'options' | 'groups'>, isAll: boolean): string[] {
  if (groups.length === 0) return [describeOptions(options)];
  const all = Object.entries(options);
  const listed = (flags: readonly string[]): Options =>
    Object.fromEntries(flags.flatMap((flag) => all.filter(([, option]) => option.flag === flag)));
  const grouped = new Set(groups.flatMap(({ flags }) => flags));
  const others = all.map(([, { flag }]) => flag).filter((flag) => !grouped.has(flag) && flag !== 'help');
  const last = isAll
    ? [`Others:\n${describeOptions(listed(others))}`]
    : [`${others.length} more options, of the gateway: --help-all`];
  return [...groups.map(({ title, flags }) => `${title}:\n${describeOptions(listed(flags))}`), ...last];
}

function helpOf(described: Omit<Command, 'run'>, isAll: boolean): string {
  const { name, about, usage, actions, examples, notes } = described;
  const width = Math.max(0, ...examples.map(([line]) => line.length));
  return [
    `dapikit ${name}: ${about}`,
    `Usage: dapikit ${name} ${usage}`,
    ...(actions.length === 0
      ? []
      : [describeRows(actions.map(([action, purpose]) => ({ left: action, right: purpose })))]),
    ...describeGroups(described, isAll),
    ...(examples.length === 0
      ? []
      : [examples.map(([line, purpose]) => `  dapikit ${line.padEnd(width)}  ${purpose}`).join('\n')]),
    ...notes.map((note) => wrap(note, HELP_WIDTH).join('\n')),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n');
}
