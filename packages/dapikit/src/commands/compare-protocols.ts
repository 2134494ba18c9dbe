import { compareProtocols, type CompareProtocolsOptions, type ProtocolComparison } from '@dapikit/contract';
import { readContract } from '../input/read-contract.js';
import { shownName } from '../input/find-contracts.js';
import type { NamedText } from '../input/one-contract.js';
import { EXIT, type ExitCode } from '../program/command.js';
import { printable, printableJson } from '../program/printable.js';
import type { Terminal } from '../program/terminal.js';
import { describeDiagnostics } from '../report/describe-diagnostics.js';
import { displayOf, type Display } from '../report/display.js';
import { palette, type ColorChoice } from '../report/palette.js';
import { count } from '../report/report.js';

/** Describes a contract and what changes for it. */
interface ComparedFile extends NamedText {
  readonly comparison: ProtocolComparison;
}

/** Configures the output. */
interface Output {
  readonly format: string;
  readonly color: ColorChoice;
}

/** Prints what changes for contracts from one protocol version to another. @returns failure where one is not accepted afterwards */
export async function compareProtocolsOf(
  names: readonly string[],
  options: CompareProtocolsOptions,
  { format, color }: Output,
  { stdout, stderr, env }: Terminal,
): Promise<ExitCode> {
  const compared: ComparedFile[] = [];
  const faults: string[] = [];
  for (const file of names) {
    const name = shownName(file);
    const read = await readContract(file);
    if (read.text === undefined) faults.push(`${printable(name)}: ${read.fault}`);
    else compared.push({ name, text: read.text, comparison: compareProtocols(read.text, options) });
  }
  if (format === 'json')
    stdout.write(
      `${printableJson({ version: 1, files: compared.map(({ name, comparison }) => ({ file: name, ...comparison })) })}\n`,
    );
  else
    stdout.write(
      `${compared.map((file) => describeFile(file, displayOf(stdout, color, env))).join('\n\n')}\n`,
    );
  for (const fault of faults) stderr.write(`dapikit check: ${fault}\n`);
  if (faults.length > 0) return EXIT.usage;
  return compared.every(({ comparison }) => comparison.accepted) ? EXIT.fine : EXIT.failure;
}

const BOTH_REJECT = 'both protocols reject it, and dapikit check says why';

/** Describes what changes for one contract, in three sections. */
function describeFile(file: ComparedFile, display: Display): string {
  const { from, to, wasAccepted, accepted, gone, new: added, meanings } = file.comparison;
  const { strong, faint } = palette(display.isColoured);
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [strong(title), ...lines];
  const verdict = accepted
    ? `protocol ${to} would accept it`
    : wasAccepted
      ? `protocol ${to} would reject a registration and an update`
      : BOTH_REJECT;
  const total = added.length + gone.length + meanings.length;
  return [
    strong(`${printable(file.name)}: protocol ${from} to ${to}`),
    ...section(`New at protocol ${to}:`, describeDiagnostics(file, added, 'network', display)),
    ...section(
      `Gone at protocol ${to}:`,
      gone.map(
        ({ severity, code, at, message }) =>
          `  ${severity}[${code}]${at === '' ? '' : ` at ${printable(at)}`}: ${printable(message)}`,
      ),
    ),
    ...section(
      'Means something else, also where the contract is registered already:',
      meanings.map(
        ({ documentType, message }) =>
          `  ${documentType === undefined ? '' : `${printable(documentType)}: `}${message}`,
      ),
    ),
    total === 0
      ? accepted
        ? 'Nothing changes.'
        : `Nothing changes: ${BOTH_REJECT}.`
      : faint(`${count(total, 'change')}; ${verdict}.`),
  ].join('\n\n');
}
