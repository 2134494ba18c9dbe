import { stringify } from 'lossless-json';
import type { NamedText } from '../../input/one-contract.js';
import { describeDiagnostics } from '../../report/describe-diagnostics.js';
import { type Display } from '../../report/display.js';
import { palette } from '../../report/palette.js';
import { count } from '../../report/report.js';
import { printable } from '../../program/printable.js';
import { describeSteps } from '../step/describe-step.js';
import type { AttackReport } from '../suite/attack-contract.js';
import type { Finding } from '../suite/finding.js';
import type { Invariant } from '../invariant/invariant.js';

/** Describes a report and the room that it comes from. */
export interface ShownReport extends AttackReport {
  readonly file: NamedText;
  /** Names of identities by their ids. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of those that act for identities that the contract names, by the id there. */
  readonly standIns: ReadonlyMap<string, string>;
  readonly seed: number;
  /** Number of transitions that were executed. */
  readonly performed: number;
  /** Invariants that no step broke. */
  readonly held: readonly Invariant[];
  /** Number of sequences that were executed to break invariants. */
  readonly sequences: number;
}

/** Formats a report for people: each finding with its line and the steps that show it. */
export function formatFindings(report: ShownReport, display: Display): string {
  const { file, findings, names, standIns, untried, unpaid, isCut, held } = report;
  const colours = palette(display.isColoured);
  const blocks = findings.flatMap((finding) => {
    const [block = ''] = describeDiagnostics(file, [finding], 'network', display);
    const test = finding.test === undefined ? '' : `\n\n${colours.faint(finding.test.trimEnd())}`;
    return [`${block}\n${exampleOf(finding, names, colours.strong('example:'))}${test}`];
  });
  const notes = [
    ...(standIns.size === 0 ? [] : [standInsOf(standIns)]),
    ...untried.map((type) => `No valid "${printable(type)}" was found, so nothing is said about it.`),
    ...unpaid.map(
      (type) => `Nobody gets the tokens that a "${printable(type)}" costs, so nothing is said about it.`,
    ),
    ...(held.length === 0 ? [] : [`No sequence broke ${held.map(statementOf).join(', ')}.`]),
    ...(isCut ? ['The time was over before everything was tried: --seconds gives more.'] : []),
  ];
  return `${[...blocks, ...notes, colours.good(summaryOf(report))].join('\n\n')}\n`;
}

const statementOf = ({ kind, name }: Invariant): string => `${kind} "${printable(name)}"`;

/** Lists the executed steps of a finding under its block. */
function exampleOf({ steps, range }: Finding, names: ShownReport['names'], title: string): string {
  const gutter = ' '.repeat(String(range?.start.line ?? '').length + 1);
  const [first = '', ...rest] = describeSteps(steps, names);
  return [`${gutter}= ${title} ${first}`, ...rest.map((line) => `${gutter}           ${line}`)].join('\n');
}

/** Says who acts for the members of groups, and for others that the contract names. */
const standInsOf = (standIns: ShownReport['standIns']): string =>
  `Identities of the contract: ${[...standIns].map(([id, name]) => `${name} stands for ${printable(id)}`).join(', ')}.`;

function summaryOf({ findings, performed, rejected, sequences, seed }: ShownReport): string {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  const hints = findings.filter(({ severity }) => severity === 'hint').length;
  const errors = findings.length - warnings - hints;
  const found = [
    ...(errors === 0 ? [] : [count(errors, 'error')]),
    count(warnings, 'warning'),
    count(hints, 'hint'),
  ].join(', ');
  const searched = sequences === 0 ? '' : ` in ${count(sequences, 'sequence')}`;
  return `${found}; each example was executed, and ${count(rejected, 'transition')} against the rules rejected, on a local platform (${count(performed, 'transition')}${searched}, seed ${seed}).`;
}

/** Formats a report for programs, with the steps of each finding: as data, and as sentences. */
export function formatFindingsJson({
  file,
  findings,
  untried,
  unpaid,
  isCut,
  names,
  standIns,
  seed,
  performed,
  sequences,
  held,
  rejected,
}: ShownReport): string {
  const identities = Object.fromEntries([...names].map(([id, name]) => [name, id]));
  return `${
    stringify(
      {
        version: 1,
        file: file.name,
        seed,
        performed,
        rejected,
        sequences,
        held: held.map(({ kind, name }) => ({ kind, name })),
        identities,
        standIns: Object.fromEntries(standIns),
        isCut,
        untried,
        unpaid,
        findings: findings.map((finding) => ({ ...finding, example: describeSteps(finding.steps, names) })),
      },
      undefined,
      2,
    ) ?? ''
  }\n`;
}
