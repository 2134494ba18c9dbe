import { command, EXIT, type ExitCode } from '../program/command.js';
import { checkFiles } from './check-files.js';
import { findContracts, STDIN } from '../input/find-contracts.js';
import { UsageError, type Values } from '../program/option.js';
import { isPassed } from '../report/report.js';
import { writeReport } from '../report/write-report.js';
import { checkOptions } from './check-options.js';
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
    ["check 'contracts/**/*.json'", 'all that a pattern matches, in any shell'],
    ['check contracts/', 'every .json file in a folder'],
    ['check - < contract.json', 'what is piped in'],
    ['check contract.json --watch', 'again whenever it is saved'],
  ],
  notes: [
    'Exit code: 0 without errors, 1 with errors, 2 when the command line is wrong or a file cannot be read.',
  ],
  async run(values, operands, terminal) {
    if (!values.watch) return await checkOnce(values, operands, terminal);
    if (values.format !== 'pretty') throw new UsageError('--watch goes with --format pretty only');
    if ((await findContracts(operands)).includes(STDIN))
      throw new UsageError('--watch watches files: standard input is none');
    const { watchContracts } = await import('../input/watch-contracts.js');
    return await watchContracts(operands, () => checkOnce(values, operands, terminal), terminal.stdout);
  },
});

async function checkOnce(
  values: CheckValues,
  operands: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const { protocol, form, network, quiet, maxWarnings, format, color } = values;
  const found = await checkFiles(await findContracts(operands), { protocolVersion: protocol, form });
  const report = {
    ...found,
    protocolVersion: protocol,
    judge: network ? 'network' : 'specification',
    quiet,
    maxWarnings,
  } as const;
  await writeReport(report, format, color, terminal);
  if (report.unreadable.length > 0) return EXIT.usage;
  return isPassed(report) ? EXIT.fine : EXIT.failure;
}
