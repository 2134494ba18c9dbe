import { formatContract } from '@dapikit/contract';
import { command, EXIT } from '../program/command.js';
import { withFile } from '../program/file-error.js';
import { findContracts, shownName, STDIN } from '../input/find-contracts.js';
import { readContract } from '../input/read-contract.js';
import { replaceFile } from '../input/replace-file.js';
import { option, toggle, UsageError } from '../program/option.js';
import { describeDiagnostics } from '../report/describe-diagnostics.js';
import { printable } from '../program/printable.js';
import { count } from '../report/report.js';
import { displayOf } from '../report/display.js';
import { colorOption, contractOptions } from './contract-options.js';

/** Implements `dapikit fmt`: formats contracts, on standard output or in place. */
export const fmt = command({
  name: 'fmt',
  about: 'format contracts',
  usage: '[files…] [options]',
  maxOperands: Number.POSITIVE_INFINITY,
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
      about: 'write nothing and fail if a file is not formatted',
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
    protocol: {
      ...contractOptions.protocol,
      about: `${contractOptions.protocol.about}; contracts of all versions are formatted alike`,
    },
    form: contractOptions.form,
    color: colorOption,
  },
  examples: [
    ['fmt contract.json', 'print the formatted text'],
    ['fmt --write contracts/', 'format every file of a folder in place'],
    ["fmt --check 'contracts/*.json'", 'fail in CI if a file is not formatted'],
  ],
  notes: [
    'Keywords are sorted into a fixed order and properties by position. The spelling of numbers and strings and the order of arrays do not change.',
    'Exit code: 0 if all files are formatted, 1 if a file is not (--check) or cannot be parsed, 2 if the command line is invalid or a file cannot be read.',
  ],
  async run({ write, check, renumber, form, color }, operands, { stdout, stderr, env }) {
    const files = await findContracts(operands);
    if (write && check) throw new UsageError('--write and --check cannot be combined');
    if (write && files.includes(STDIN)) throw new UsageError('--write needs files, not standard input');
    if (files.length > 1 && !write && !check)
      throw new UsageError(`${files.length} files given, and one can be printed: add --write or --check`);
    const display = displayOf(stderr, color, env);
    let [unreadable, broken, unformatted] = [0, 0, 0];
    for (const file of files) {
      const name = shownName(file);
      const read = await readContract(file);
      if (read.text === undefined) {
        unreadable += 1;
        stderr.write(`dapikit fmt: ${printable(name)}: ${read.fault}\n`);
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
        stderr.write(`${[...blocks, `dapikit fmt: ${printable(name)} cannot be formatted`].join('\n\n')}\n`);
      } else if (!write && !check) {
        stdout.write(formatted.text);
      } else if (formatted.text !== read.text) {
        unformatted += 1;
        const { text } = formatted;
        if (write) await withFile(name, async () => replaceFile(file, text));
        stdout.write(`${printable(name)}\n`);
      }
    }
    if (check || write) stderr.write(summary(write, files.length - unreadable - broken, unformatted));
    if (unreadable > 0) return EXIT.usage;
    return broken > 0 || (check && unformatted > 0) ? EXIT.failure : EXIT.fine;
  },
});

function summary(write: boolean, files: number, unformatted: number): string {
  if (write) return `${count(unformatted, 'file')} formatted, ${files - unformatted} unchanged.\n`;
  if (unformatted === 0) return `${count(files, 'file')} formatted.\n`;
  return `${count(unformatted, 'file')} of ${files} not formatted: run dapikit fmt --write.\n`;
}
