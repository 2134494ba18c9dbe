import { columns } from '../report/columns.js';
import { PROGRAM } from '../program/program-name.js';
import { printable, printableJson } from '../program/printable.js';
import type { Label } from './known-aliases.js';
import { membersOf, type Members } from './members.js';
import { dashOf, type DescribeResult } from './print-result.js';
import { wordIfAny } from './word.js';

/** Says why there is nothing to show. */
export const NOT_RECORDED =
  'this platform keeps no transitions: dapikit dev does, and dapikit serve with record-transitions';

/** Describes rejected transitions, the newest first: when, why, what, the fix and the content. */
export const describeRejections: DescribeResult = (answer, label) => {
  const { isRecording, rejections } = membersOf(answer);
  if (isRecording !== true) return NOT_RECORDED;
  const listed: readonly unknown[] = Array.isArray(rejections) ? rejections : [];
  if (listed.length === 0) return 'no transition was rejected since the start';
  return listed.map((one) => describeRejection(membersOf(one), label)).join('\n\n');
};

function describeRejection(one: Members, label: Label): string {
  const { number, time, isSigned, signerId, id, fee, content } = one;
  const { code, name, message, fix, docs, isPaid } = membersOf(one['rejection']);
  const at = new Date(Number(time)).toISOString().slice(11, 19);
  const head = [`${wordIfAny(number)}.`, `${at} UTC`, wordIfAny(code), wordIfAny(name), subjectOf(one)];
  const signer = signerId === undefined ? [] : [`  by       ${label(wordIfAny(signerId))}`];
  const lines = [
    head.filter((part) => part !== '').join('  '),
    `  reason   ${wordIfAny(message).replace(`${wordIfAny(code)} ${wordIfAny(name)}: `, '')}`,
    ...(fix === undefined || wordIfAny(message).includes(wordIfAny(fix))
      ? []
      : [`  fix      ${wordIfAny(fix)}`]),
    ...signer,
    ...(id === undefined ? [] : [`  id       ${wordIfAny(id)}`]),
    `  cost     ${isPaid === true ? `${dashOf(fee)} (estimate), and the nonce is used` : 'nothing'}`,
    `  sent     ${isSigned === true ? 'signed' : 'as an unsigned call'}`,
    `  explain  ${wordIfAny(docs).replace(/^dapikit\b/, PROGRAM)}`,
  ].map((line) => printable(line));
  return content === undefined ? lines.join('\n') : `${lines.join('\n')}\n${indented(content)}`;
}

const indented = (content: unknown): string =>
  printableJson(content)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');

/** Returns what a transition does, to which document type or token. */
export function subjectOf({ kind, documentType, tokenPosition, contractName, contractId }: Members): string {
  const token = tokenPosition === undefined ? '' : `token ${wordIfAny(tokenPosition)}`;
  const subject = documentType === undefined ? token : wordIfAny(documentType);
  const contract = wordIfAny(contractName ?? contractId);
  return [wordIfAny(kind), subject, subject === '' || contract === '' ? contract : `of ${contract}`]
    .filter((part) => part !== '')
    .join(' ');
}

const SIDES = ['left', 'right', 'right', 'right', 'right', 'right'] as const;
const HEADS = ['action', 'count', 'rejected', 'lowest', 'average', 'highest'];

/** Describes fees as a table. */
export function describeFees(answer: unknown): string {
  const { isRecording, rows } = membersOf(answer);
  if (isRecording !== true) return NOT_RECORDED;
  const listed: readonly unknown[] = Array.isArray(rows) ? rows : [];
  if (listed.length === 0) return 'no transition was charged since the start';
  const table = [
    HEADS,
    ...listed.map((one) => {
      const row = membersOf(one);
      const { count, rejected, lowest, average, highest } = row;
      return [
        printable(subjectOf(row)),
        wordIfAny(count),
        wordIfAny(rejected),
        dashOf(lowest),
        dashOf(average),
        dashOf(highest),
      ];
    }),
  ];
  return columns(table, SIDES).join('\n');
}
