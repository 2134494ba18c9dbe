import { compareContracts, type ContractChange, type UpdateVerdict } from '@dapikit/contract';
import { command, EXIT } from '../command.js';
import { STDIN } from '../input/find-contracts.js';
import { oneContract } from '../input/one-contract.js';
import { UsageError } from '../option.js';
import { count, isPassed, type Report } from '../report/report.js';
import { palette, type Palette } from '../report/palette.js';
import { printable } from '../report/printable.js';
import { displayOf, writeReport } from '../report/write-report.js';
import { checkOptions } from './check-options.js';

const { protocol, form, network, format, quiet, color } = checkOptions;

/** Differences that are listed; a contract that has more was replaced, and a list says nothing. */
const MOST_LISTED = 50;

/** `dapikit diff`: whether the network would take a contract as the update of another one. */
export const diff = command({
  name: 'diff',
  about: 'tell whether a contract may be updated to another',
  usage: '<registered> <update> [options]',
  mostOperands: 2,
  options: { protocol, form, network, format, quiet, color },
  examples: [
    ['diff registered.json contract.json', 'what changes, whether that is legal, what it costs'],
    ['diff registered.json - < contract.json', 'an update that is piped in'],
  ],
  notes: [
    'The update is checked as dapikit check does it, and compared with what is registered. Versions, ids and owners are judged where both contracts have them; beside a bare map of document types only those are compared.',
    'Exit code: 0 when the update is legal, 1 when it is not, 2 when the command line is wrong or a contract cannot be read.',
  ],
  async run(values, [before, after]) {
    if (before === undefined || after === undefined)
      throw new UsageError('expected two contracts: the registered one, and what is to replace it');
    if (before === STDIN && after === STDIN) throw new UsageError('only one of the two can be piped in');
    const registered = await oneContract(before);
    const update = await oneContract(after);
    const verdict = compareContracts(registered.text, update.text, {
      protocolVersion: values.protocol,
      form: values.form,
    });
    const report: Report = {
      files: [{ ...update, verdict, changes: verdict.changes }],
      unreadable: [],
      protocolVersion: values.protocol,
      judge: values.network ? 'network' : 'specification',
      quiet: values.quiet,
      maxWarnings: Number.POSITIVE_INFINITY,
    };
    if (values.format === 'pretty') {
      const colours = palette(displayOf(process.stdout, values.color).isColoured);
      process.stdout.write(describeChanges(verdict, colours));
    }
    await writeReport(report, values.format, values.color);
    return isPassed(report) ? EXIT.fine : EXIT.failure;
  },
});

const MARKS = { add: '+', remove: '-', replace: '~' } as const satisfies Record<ContractChange['op'], string>;

/** The differences, one a line, and what the update costs. */
function describeChanges({ changes, fees }: UpdateVerdict, colours: Palette): string {
  if (changes.length === 0) return 'No changes.\n\n';
  const listed = changes.slice(0, MOST_LISTED).map(({ op, path }) => `  ${MARKS[op]} ${printable(path)}`);
  const more = changes.length - listed.length;
  return [
    colours.strong(count(changes.length, 'change')),
    ...listed,
    ...(more === 0 ? [] : [`  … and ${more} more`]),
    ...(fees === undefined ? [] : ['', `It costs ${fees.total.dash} DASH, as much as a new registration.`]),
    '',
    '',
  ].join('\n');
}
