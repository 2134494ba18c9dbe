import { printable } from '../program/printable.js';
import type { Label } from './known-aliases.js';
import { listOf, membersOf, type Members } from './members.js';
import { subjectOf } from './print-recent.js';
import { dashOf, type DescribeResult } from './print-result.js';
import { wordIfAny } from './word.js';

/** Describes the steps of a transition: what each read, wrote and cost. */
export const describeTrace: DescribeResult = (answer, label) => {
  const trace = membersOf(answer);
  const { steps, leftOut } = trace;
  const lines = [
    ...headOf(trace, label),
    '',
    ...listOf(steps).flatMap((step) => stepLines(membersOf(step), label)),
    ...(leftOut === 0 || leftOut === undefined
      ? []
      : ['', `${wordIfAny(leftOut)} reads and writes are left out`]),
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
    isDryRun === true && phase === 'block' ? 'the next block would execute it' : PHASES[wordIfAny(phase)];
  const result =
    rejection === undefined
      ? 'executed'
      : ['rejected', wordIfAny(code), wordIfAny(name)].filter(Boolean).join(' ');
  return [
    `${subjectOf(trace)}: ${result}${isDryRun === true ? ' (dry run: nothing has changed)' : ''}`,
    ...(rejection === undefined
      ? []
      : [`  reason   ${wordIfAny(message).replace(`${wordIfAny(code)} ${wordIfAny(name)}: `, '')}`]),
    ...(signerId === undefined ? [] : [`  by       ${label(wordIfAny(signerId))}`]),
    `  id       ${wordIfAny(id)}`,
    `  reached  ${reached}${height === undefined ? '' : `: block ${wordIfAny(height)}`}`,
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
    .map(([kind, fee]) => `${wordIfAny(kind)} ${dashOf(fee)}`);
  return [
    `${isPassed === false ? 'x' : '-'} ${wordIfAny(name)}${fees.length === 0 ? '' : `  ${fees.join(', ')}`}`,
    ...listOf(reads).map((one) => `    reads    ${readLine(membersOf(one), label)}`),
    ...listOf(writes).map((one) => `    writes   ${writeLine(membersOf(one), label)}`),
    ...listOf(refunds).map((one) => {
      const { identityId, credits } = membersOf(one);
      return `    refunds  ${dashOf(credits)} to ${label(wordIfAny(identityId))}`;
    }),
    ...(trees === undefined ? [] : [`    trees    ${treesLine(membersOf(trees))}`]),
  ];
}

function readLine(read: Members, label: Label): string {
  const { count, found } = read;
  const value =
    count === undefined ? valueText(found) : `${wordIfAny(count)} ${count === 1 ? 'entry' : 'entries'}`;
  return `${placeOf(read, label)}: ${value}`;
}

function writeLine(write: Members, label: Label): string {
  const { before, after, isUndone } = write;
  const change = `${valueText(before)} -> ${valueText(after)}`;
  return `${placeOf(write, label)}: ${change}${isUndone === true ? ' (undone)' : ''}`;
}

function placeOf(entry: Members, label: Label): string {
  const { documentType, index, ids, rest } = entry;
  const kind = wordIfAny(entry['entry']).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [
    kind,
    ...(documentType === undefined ? [] : [wordIfAny(documentType)]),
    ...(index === undefined ? [] : [`index ${wordIfAny(index)}`]),
    ...listOf(ids).map((id) => label(wordIfAny(id))),
    ...(rest === undefined ? [] : [wordIfAny(rest)]),
  ].join(' ');
}

function valueText(found: unknown): string {
  if (found === undefined) return 'nothing';
  const { size, value } = membersOf(found);
  return value === undefined ? `${wordIfAny(size)} bytes` : wordIfAny(value);
}

function treesLine(work: Members): string {
  const part = (nodes: string, bytes: string, verb: string): string =>
    `${verb} ${wordIfAny(work[nodes])} nodes (${wordIfAny(work[bytes])} bytes)`;
  return [
    part('added', 'addedBytes', 'adds'),
    part('replaced', 'replacedBytes', 'replaces'),
    part('removed', 'removedBytes', 'removes'),
    part('passed', 'passedBytes', 'rehashes'),
    `looks up ${wordIfAny(work['checks'])} trees`,
  ].join(', ');
}

const isNothing = (fee: unknown): boolean => fee === undefined || wordIfAny(fee) === '0';
