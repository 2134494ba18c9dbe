import { printable } from '../program/printable.js';
import type { Label } from './known-aliases.js';
import { listOf, membersOf, type Members } from './members.js';
import { subjectOf } from './print-recent.js';
import { dashOf, type DescribeResult } from './print-result.js';

/** Describes the steps of a transition: what each read, wrote and cost. */
export const describeTrace: DescribeResult = (answer, label) => {
  const trace = membersOf(answer);
  const { steps, leftOut } = trace;
  const lines = [
    ...headOf(trace, label),
    '',
    ...listOf(steps).flatMap((step) => stepLines(membersOf(step), label)),
    ...(leftOut === 0 || leftOut === undefined ? [] : ['', `${word(leftOut)} reads and writes are left out`]),
  ];
  return lines.map((line) => printable(line)).join('\n');
};

const PHASES: Readonly<Record<string, string>> = {
  bytes: 'the bytes were read',
  mempool: 'a node checked it, as before its mempool',
  block: 'a block executed it',
};

function headOf(trace: Members, label: Label): string[] {
  const { id, isDryRun, phase, block, fee, signerId, rejection } = trace;
  const { code, name, message, isPaid } = membersOf(rejection);
  const height = membersOf(block)['height'];
  const reached =
    isDryRun === true && phase === 'block' ? 'the next block would execute it' : PHASES[word(phase)];
  const result =
    rejection === undefined ? 'executed' : ['rejected', word(code), word(name)].filter(Boolean).join(' ');
  return [
    `${subjectOf(trace)}: ${result}${isDryRun === true ? ' (dry run: nothing has changed)' : ''}`,
    ...(rejection === undefined
      ? []
      : [`  reason   ${word(message).replace(`${word(code)} ${word(name)}: `, '')}`]),
    ...(signerId === undefined ? [] : [`  by       ${label(word(signerId))}`]),
    `  id       ${word(id)}`,
    `  reached  ${reached}${height === undefined ? '' : `: block ${word(height)}`}`,
    `  cost     ${fee === undefined || (rejection !== undefined && isPaid !== true) ? 'nothing' : `${dashOf(fee)} (estimate)`}`,
  ];
}

function stepLines(step: Members, label: Label): string[] {
  const { name, isPassed, reads, writes, refunds, trees } = step;
  const fees = [
    ['processing', step['processingFee']],
    ['storage', step['storageFee']],
  ]
    .filter(([, fee]) => !isNothing(fee))
    .map(([kind, fee]) => `${word(kind)} ${dashOf(fee)}`);
  return [
    `${isPassed === false ? 'x' : '-'} ${word(name)}${fees.length === 0 ? '' : `  ${fees.join(', ')}`}`,
    ...listOf(reads).map((one) => `    reads    ${readLine(membersOf(one), label)}`),
    ...listOf(writes).map((one) => `    writes   ${writeLine(membersOf(one), label)}`),
    ...listOf(refunds).map((one) => {
      const { identityId, credits } = membersOf(one);
      return `    refunds  ${dashOf(credits)} to ${label(word(identityId))}`;
    }),
    ...(trees === undefined ? [] : [`    trees    ${treesLine(membersOf(trees))}`]),
  ];
}

function readLine(read: Members, label: Label): string {
  const { count, found } = read;
  const value =
    count === undefined ? valueText(found) : `${word(count)} ${count === 1 ? 'entry' : 'entries'}`;
  return `${placeOf(read, label)}: ${value}`;
}

function writeLine(write: Members, label: Label): string {
  const { before, after, isUndone } = write;
  const change = `${valueText(before)} -> ${valueText(after)}`;
  return `${placeOf(write, label)}: ${change}${isUndone === true ? ' (undone)' : ''}`;
}

function placeOf(entry: Members, label: Label): string {
  const { documentType, index, ids, rest } = entry;
  const kind = word(entry['entry']).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [
    kind,
    ...(documentType === undefined ? [] : [word(documentType)]),
    ...(index === undefined ? [] : [`index ${word(index)}`]),
    ...listOf(ids).map((id) => label(word(id))),
    ...(rest === undefined ? [] : [word(rest)]),
  ].join(' ');
}

function valueText(found: unknown): string {
  if (found === undefined) return 'nothing';
  const { size, value } = membersOf(found);
  return value === undefined ? `${word(size)} bytes` : word(value);
}

function treesLine(work: Members): string {
  const part = (nodes: string, bytes: string, verb: string): string =>
    `${verb} ${word(work[nodes])} nodes (${word(work[bytes])} bytes)`;
  return [
    part('added', 'addedBytes', 'adds'),
    part('replaced', 'replacedBytes', 'replaces'),
    part('removed', 'removedBytes', 'removes'),
    part('passed', 'passedBytes', 'rehashes'),
    `looks up ${word(work['checks'])} trees`,
  ].join(', ');
}

const isNothing = (fee: unknown): boolean => fee === undefined || word(fee) === '0';

const word = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
