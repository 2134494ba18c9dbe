import { formatContract } from '@dapikit/contract';
import { command, CommandFailure, EXIT } from '../command.js';
import { findContracts, shownName, STDIN } from '../input/find-contracts.js';
import { readContract } from '../input/read-contract.js';
import { replaceFile } from '../input/replace-file.js';
import { option, toggle, UsageError } from '../option.js';
import { describeDiagnostics } from '../report/format-pretty.js';
import { printable } from '../report/printable.js';
import { count } from '../report/report.js';
import { displayOf } from '../report/write-report.js';
import { colorOption, contractOptions } from './contract-options.js';

/** `dapikit fmt`: contracts in one form, on standard output or in place. */
export const fmt = command({
  name: 'fmt',
  about: 'put contracts into one form',
  usage: '[files…] [options]',
  mostOperands: Number.POSITIVE_INFINITY,
  options: {
    write: option({
      flag: 'write',
      short: 'w',
      about: 'write the files in place instead of printing the text',
      default: false,
      read: toggle,
    }),
    check: option({
      flag: 'check',
      short: 'c',
      about: 'write nothing, and fail when a file is not in that form',
      default: false,
      read: toggle,
    }),
    renumber: option({
      flag: 'renumber',
      about:
        'number the properties from 0 in the order of their positions; only before a contract is registered',
      default: false,
      read: toggle,
    }),
    form: contractOptions.form,
    color: colorOption,
  },
  examples: [
    ['fmt contract.json', 'print the formatted text'],
    ['fmt --write contracts/', 'format every file of a folder in place'],
    ["fmt --check 'contracts/*.json'", 'for a build server'],
  ],
  notes: [
    'Keywords come in one order and properties by position. Numbers and texts keep their spelling, lists their order.',
    'Exit code: 0 when all is in form, 1 when a file is not (--check) or cannot be formatted, 2 when the command line is wrong or a file cannot be read.',
  ],
  async run({ write, check, renumber, form, color }, operands) {
    const files = await findContracts(operands);
    if (write && check) throw new UsageError('--write and --check exclude each other');
    if (write && files.includes(STDIN)) throw new UsageError('--write writes files: standard input is none');
    if (files.length > 1 && !write && !check)
      throw new UsageError(`expected one file to print, found ${files.length}: add --write or --check`);
    const display = displayOf(process.stderr, color);
    let [unreadable, broken, untidy] = [0, 0, 0];
    for (const file of files) {
      const name = shownName(file);
      const read = await readContract(file);
      if (read.text === undefined) {
        unreadable += 1;
        process.stderr.write(`dapikit: ${printable(name)}: ${read.fault}\n`);
        continue;
      }
      const formatted = formatContract(read.text, { renumber, form });
      if (formatted.text === undefined) {
        broken += 1;
        const blocks = describeDiagnostics(
          { name, text: read.text },
          formatted.diagnostics,
          'specification',
          display,
        );
        process.stderr.write(
          `${[...blocks, `dapikit: ${printable(name)} cannot be formatted`].join('\n\n')}\n`,
        );
      } else if (!write && !check) {
        process.stdout.write(formatted.text);
      } else if (formatted.text !== read.text) {
        untidy += 1;
        if (write) await replace(file, formatted.text);
        process.stdout.write(`${printable(name)}\n`);
      }
    }
    if (check || write) process.stderr.write(summary(write, files.length - unreadable - broken, untidy));
    if (unreadable > 0) return EXIT.usage;
    return broken > 0 || (check && untidy > 0) ? EXIT.failure : EXIT.fine;
  },
});

async function replace(file: string, text: string): Promise<void> {
  try {
    await replaceFile(file, text);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new CommandFailure(
      `${printable(shownName(file))} cannot be written (${String(error.code)}); it is as it was`,
    );
  }
}

function summary(write: boolean, files: number, untidy: number): string {
  if (write) return `${count(untidy, 'file')} formatted, ${files - untidy} as they were.\n`;
  if (untidy === 0) return `${count(files, 'file')} in form.\n`;
  return `${count(untidy, 'file')} of ${files} not in form: run dapikit fmt --write.\n`;
}
