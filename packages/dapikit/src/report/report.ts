import { linkDocs, type ContractChange, type ContractVerdict, type Diagnostic } from '@dapikit/contract';
import type { NamedText } from '../input/one-contract.js';
import { printable } from '../program/printable.js';

/** Names the rules that decide whether a run passes: those of the specification, or of the network alone. */
export type Judge = 'specification' | 'network';

/** Describes a contract that was read, and its diagnostics. */
export interface CheckedFile extends NamedText {
  readonly verdict: ContractVerdict;
  /** Changes of the registered contract that it was compared with; absent where it was not compared. */
  readonly changes?: readonly ContractChange[];
}

/** Describes a file that could not be read. */
export interface UnreadableFile {
  readonly name: string;
  readonly fault: string;
}

/** Describes the results of one run. */
export interface Report {
  readonly protocolVersion: number;
  readonly judge: Judge;
  readonly files: readonly CheckedFile[];
  readonly unreadable: readonly UnreadableFile[];
  /** True if warnings and hints are left out. */
  readonly quiet: boolean;
  /** Largest number of warnings with which a run succeeds. */
  readonly maxWarnings: number;
  /** Address of the documentation's site that diagnostics link to; without one, they name commands. */
  readonly docsUrl?: string | undefined;
}

/** Returns the level of a diagnostic in this run: an error that only the specification knows is a warning where the network judges. */
export function levelOf({ severity, rejectedBy }: Diagnostic, judge: Judge): Diagnostic['severity'] {
  return severity === 'error' && judge === 'network' && rejectedBy === 'specification' ? 'warning' : severity;
}

/** Returns whether a diagnostic is an error in this run that the network accepts. */
export function isSpecificationOnly(diagnostic: Diagnostic, judge: Judge): boolean {
  return levelOf(diagnostic, judge) === 'error' && diagnostic.rejectedBy === 'specification';
}

/** Returns the level of a diagnostic in words. */
export function describeLevel(diagnostic: Diagnostic, judge: Judge): string {
  const level = levelOf(diagnostic, judge);
  return isSpecificationOnly(diagnostic, judge) ? `${level} (specification only)` : level;
}

/** Returns whether a diagnostic fails a run: an error, or a contract that is accepted and cannot be used. */
export function isFailure(diagnostic: Diagnostic, judge: Judge): boolean {
  const level = levelOf(diagnostic, judge);
  return level === 'error' || level === 'unusable';
}

/** Max diagnostics printed for one file; the rest is counted. */
const MAX_SHOWN = 1000;

/** Returns the diagnostics of a file that the report shows, at most a thousand, and how many more there are. */
export function shown(
  { verdict }: CheckedFile,
  { judge, quiet, docsUrl }: Report,
): { readonly diagnostics: readonly Diagnostic[]; readonly more: number } {
  const all = verdict.diagnostics.filter((diagnostic) => !quiet || isFailure(diagnostic, judge));
  const first = linkDocs(all.slice(0, MAX_SHOWN), docsUrl);
  return { diagnostics: first, more: Math.max(0, all.length - MAX_SHOWN) };
}

/** "1,234 more in note.json", for each file of which not all is shown. */
export function describeRest(report: Report): string[] {
  return report.files.flatMap((file) => {
    const { more } = shown(file, report);
    return more === 0 ? [] : [`… and ${more} more in ${printable(file.name)}`];
  });
}

/** Counts the diagnostics of each level, shown or not. */
export function countLevels({ files, judge }: Report): Record<Diagnostic['severity'], number> {
  const counts = { error: 0, unusable: 0, warning: 0, hint: 0 };
  for (const { verdict } of files)
    for (const diagnostic of verdict.diagnostics) counts[levelOf(diagnostic, judge)] += 1;
  return counts;
}

/** Counts the errors that the network accepts, shown or not. */
export const countSpecificationErrors = ({ files, judge }: Report): number =>
  files.reduce(
    (sum, { verdict }) =>
      sum + verdict.diagnostics.filter((diagnostic) => isSpecificationOnly(diagnostic, judge)).length,
    0,
  );

/** Returns whether nothing in the files fails the run; what could not be read is another matter. */
export function isPassed(report: Report): boolean {
  const { error, unusable, warning } = countLevels(report);
  return error + unusable === 0 && warning <= report.maxWarnings;
}

/** "3 files". */
export function count(number: number | bigint, thing: string, things = `${thing}s`): string {
  return `${number} ${Number(number) === 1 ? thing : things}`;
}

/** Returns one line that says how the run went. */
export function summarise(report: Report): string {
  const { files, unreadable, protocolVersion, maxWarnings } = report;
  const { error, unusable, warning, hint } = countLevels(report);
  const specification = countSpecificationErrors(report);
  const found = [
    count(error - specification, 'error'),
    ...(specification === 0
      ? []
      : [`${count(specification, 'error')} of the specification only (no failure with --network)`]),
    ...(unusable === 0 ? [] : [`${unusable} accepted, but unusable`]),
    count(warning, 'warning'),
    ...(hint === 0 ? [] : [count(hint, 'hint')]),
  ];
  const accepted = files.filter(({ verdict }) => verdict.accepted).length;
  const verdict =
    accepted === 0 ? 'reject it' : unusable === 0 ? 'accept it' : 'accept it, but it would be unusable';
  const network = `the network at protocol ${protocolVersion}`;
  const sentences = [
    ...(files.length === 0 ? [] : [`${found.join(', ')} in ${count(files.length, 'file')}`]),
    ...(files.length === 1 ? [`${network} would ${verdict}`] : []),
    ...(files.length > 1 ? [`${network} would accept ${accepted} of them`] : []),
    ...(unreadable.length === 0 ? [] : [`${count(unreadable.length, 'file')} could not be read`]),
    ...(warning > maxWarnings ? [`more warnings than --max-warnings ${maxWarnings}`] : []),
  ];
  return `${sentences.join('; ')}.`;
}
