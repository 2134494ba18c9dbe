import { command, EXIT, type ExitCode } from '../program/command.js';
import { checkFiles } from './check-files.js';
import { readOthers } from './read-others.js';
import { findContracts, STDIN } from '../input/find-contracts.js';
import { UsageError, type Values } from '../program/option.js';
import { printable } from '../program/printable.js';
import { count, isPassed, type Report } from '../report/report.js';
import { displayOf } from '../report/display.js';
import { writeReport } from '../report/write-report.js';
import { checkOptions, EXAMPLE_PROTOCOLS } from './check-options.js';
import type { Terminal } from '../program/terminal.js';

type CheckValues = Values<typeof checkOptions>;

/** Implements `dapikit check`: prints all diagnostics of all contracts in the requested format. */
export const check = command({
  name: 'check',
  about: 'check data contracts',
  usage: '[files…] [options]',
  maxOperands: Number.POSITIVE_INFINITY,
  options: checkOptions,
  examples: [
    ['check contract.json', 'one contract'],
    ["check 'contracts/**/*.json'", 'all files that match a pattern, in any shell'],
    ['check contracts/', 'every .json file in a folder'],
    ['check - < contract.json', 'standard input'],
    ['check contract.json --watch', 'check again whenever the file is saved'],
    ['check contract.json --fix --dry-run', 'print what the suggested fixes would change'],
    ['check contract.json -p 14 --with others.json', 'with the contracts to which references lead'],
    ['check contract.json --document note.json', 'a document of the contract'],
    [`check a.json --compare-protocols ${EXAMPLE_PROTOCOLS}`, 'what changes for it with the next protocol'],
  ],
  notes: [
    'With --fix, the report is about the fixed text. With --dry-run, the exit code is also 1 if a file would change.',
    'Exit code: 0 without errors, 1 with errors, 2 if the command line is invalid or a file cannot be read.',
  ],
  async run(values, operands, terminal) {
    if (values.dryRun && !values.fix) throw new UsageError('--dry-run requires --fix');
    if (values.with !== undefined && (values.fix || values.document !== undefined))
      throw new UsageError('--with excludes --fix and --document');
    if (values.document !== undefined)
      return await checkOneDocument(values, values.document, operands, terminal);
    if (values.type !== undefined || values.assume !== undefined)
      throw new UsageError('--type and --assume require --document');
    if (values.compareProtocols !== undefined)
      return await compareFiles(values, values.compareProtocols, operands, terminal);
    if (values.fix) return await fixFiles(values, operands, terminal);
    if (!values.watch) return await checkOnce(values, operands, terminal);
    if (values.format !== 'pretty') throw new UsageError('--watch requires --format pretty');
    if ((await findContracts(operands)).includes(STDIN))
      throw new UsageError('--watch needs files, not standard input');
    const { watchContracts } = await import('../input/watch-contracts.js');
    return await watchContracts(operands, () => checkOnce(values, operands, terminal), terminal.stdout);
  },
});

/** Says what changes for the contracts from one protocol version to another. */
async function compareFiles(
  values: CheckValues,
  [from, to]: readonly [from: number, to: number],
  operands: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const { fix, watch, form, format } = values;
  if (fix || watch) throw new UsageError('--compare-protocols excludes --fix and --watch');
  if (format !== 'pretty' && format !== 'json')
    throw new UsageError('--compare-protocols requires --format pretty or json');
  const { compareProtocolsOf } = await import('./compare-protocols.js');
  const others = await readOthers(values.with);
  const options = { from, to, form, ...(others === undefined ? {} : { with: others }) };
  return compareProtocolsOf(await findContracts(operands), options, values, terminal);
}

/** Fixes the files, or prints the diff, and reports the remaining diagnostics. */
async function fixFiles(
  values: CheckValues,
  operands: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const { dryRun, protocol, form, format, color } = values;
  const files = await findContracts(operands);
  if (values.watch) throw new UsageError('--fix and --watch exclude each other');
  if (dryRun && format !== 'pretty') throw new UsageError('--dry-run requires --format pretty');
  if (!dryRun && files.includes(STDIN)) throw new UsageError('--fix needs files, not standard input');
  const { fixContracts } = await import('./fix-contracts.js');
  const fixed = await fixContracts(files, { protocolVersion: protocol, form }, !dryRun);
  for (const { name, before, after, fixes } of fixed.changed)
    if (dryRun) {
      const { formatDiff } = await import('../report/format-diff.js');
      terminal.stdout.write(formatDiff(name, before, after, displayOf(terminal.stdout, color, terminal.env)));
    } else
      terminal.stderr.write(`dapikit check: ${printable(name)}: ${count(fixes, 'fix', 'fixes')} applied\n`);
  const code = await reportFiles(values, fixed, terminal);
  return dryRun && fixed.changed.length > 0 && code === EXIT.fine ? EXIT.failure : code;
}

/** Checks a document, and prints what the platform fills in and what is not judged. */
async function checkOneDocument(
  values: CheckValues,
  document: string,
  operands: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const { fix, watch, protocol, form, type, assume } = values;
  if (fix || watch) throw new UsageError('--document excludes --fix and --watch');
  if (operands.length > 1) throw new UsageError(`${operands.length} contracts given: pass one`);
  const [contract] = operands;
  const { checkDocument } = await import('./check-document.js');
  const { file, notes } = await checkDocument({
    contract,
    document,
    type,
    assume,
    protocolVersion: protocol,
    form,
  });
  for (const note of notes) terminal.stderr.write(`dapikit check: ${printable(note)}\n`);
  return reportFiles(values, { files: [file], unreadable: [] }, terminal);
}

async function checkOnce(
  values: CheckValues,
  operands: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const { protocol, form } = values;
  const others = await readOthers(values.with);
  const options = { protocolVersion: protocol, form, ...(others === undefined ? {} : { with: others }) };
  const found = await checkFiles(await findContracts(operands), options);
  return reportFiles(values, found, terminal);
}

async function reportFiles(
  values: CheckValues,
  { files, unreadable }: Pick<Report, 'files' | 'unreadable'>,
  terminal: Terminal,
): Promise<ExitCode> {
  const { protocol, network, quiet, maxWarnings, format, color, docsUrl } = values;
  const report = {
    files,
    unreadable,
    protocolVersion: protocol,
    judge: network ? 'network' : 'specification',
    quiet,
    maxWarnings,
    docsUrl,
  } as const;
  await writeReport(report, format, color, terminal);
  if (report.unreadable.length > 0) return EXIT.usage;
  return isPassed(report) ? EXIT.fine : EXIT.failure;
}
