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
import { wrap } from './wrap.js';

/** How a command ends: well, with what it was to find, or because it was called wrongly. */
export const EXIT = { fine: 0, failure: 1, usage: 2 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command, as `dapikit` calls it and as its page is written. */
export interface Command {
  readonly name: string;
  /** One line, as in the list of commands. */
  readonly about: string;
  /** What may stand behind the name. */
  readonly usage: string;
  /** What it does by the first word behind its name, where that says it. */
  readonly actions: readonly (readonly [usage: string, about: string])[];
  readonly options: Options;
  /** Command lines without `dapikit`, and what each is for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** What else there is to know, in paragraphs. */
  readonly notes: readonly string[];
  /**
   * @throws {UsageError} when the arguments cannot be understood.
   * @throws {CommandFailure} when something outside of the program is in the way.
   */
  run(args: readonly string[]): Promise<ExitCode>;
}

interface CommandDefinition<O extends Options> {
  readonly name: string;
  readonly about: string;
  readonly usage: string;
  /** How many arguments without a flag it takes. */
  readonly mostOperands: number;
  readonly options: O;
  readonly actions?: Command['actions'];
  readonly examples?: Command['examples'];
  readonly notes?: Command['notes'];
  run(values: Values<O>, operands: readonly string[]): Promise<ExitCode>;
}

/** Something outside of the program is in the way, and its message is all there is to say. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** Makes a command of what it does with a command line that was understood; `--help` comes with it. */
export function command<O extends Options>(definition: CommandDefinition<O>): Command {
  const { name, about, usage, actions = [], examples = [], notes = [] } = definition;
  const help = option({ flag: 'help', short: 'h', about: 'this text', default: false, read: toggle });
  const options: Options = { ...definition.options, help };
  const described: Omit<Command, 'run'> = { name, about, usage, actions, options, examples, notes };
  return {
    ...described,
    async run(args) {
      if (isHelpWanted(args)) {
        process.stdout.write(helpOf(described));
        return EXIT.fine;
      }
      const { values, operands } = readCommandLine(
        { ...definition.options, help },
        definition.mostOperands,
        args,
        process.env,
      );
      return await definition.run(values, operands);
    },
  };
}

/** Even where the rest of the line is wrong; what stands behind `--` is no flag. */
function isHelpWanted(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).some((arg) => arg === '--help' || arg === '-h');
}

function helpOf({ name, about, usage, actions, options, examples, notes }: Omit<Command, 'run'>): string {
  const width = Math.max(0, ...examples.map(([line]) => line.length));
  return [
    `dapikit ${name}: ${about}`,
    `Usage: dapikit ${name} ${usage}`,
    ...(actions.length === 0
      ? []
      : [describeRows(actions.map(([action, purpose]) => ({ left: action, right: purpose })))]),
    describeOptions(options),
    ...(examples.length === 0
      ? []
      : [examples.map(([line, purpose]) => `  dapikit ${line.padEnd(width)}  ${purpose}`).join('\n')]),
    ...notes.map((note) => wrap(note, HELP_WIDTH).join('\n')),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n');
}
