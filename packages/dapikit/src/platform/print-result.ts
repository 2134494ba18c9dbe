import { printable, printableJson } from '../program/printable.js';
import type { Label } from './known-aliases.js';
import { listOf, membersOf, type Members } from './members.js';
import { word } from './word.js';

/** Describes a result for people, in few words; ids have their aliases. */
export type DescribeResult = (answer: unknown, label: Label) => string;

const CREDITS_PER_DASH_DIGITS = 11;

/** Formats credits as DASH, without trailing zeros. */
export function dashOf(credits: unknown): string {
  const [, sign = '', digits = '0'] = /^(-?)(\d+)$/.exec(word(credits)) ?? [];
  const padded = digits.padStart(CREDITS_PER_DASH_DIGITS + 1, '0');
  const fraction = padded.slice(-CREDITS_PER_DASH_DIGITS).replace(/0+$/, '');
  return `${sign}${padded.slice(0, -CREDITS_PER_DASH_DIGITS)}${fraction === '' ? '' : `.${fraction}`} DASH`;
}

/** Formats JSON for people: absent system fields of documents are omitted. */
export const shortJson = (answer: unknown): string => printableJson(withoutAbsent(answer));

/** Describes a stored contract: its id, its version, the fee, and the warnings. */
export const describeContract =
  (done: string): DescribeResult =>
  (answer, label) => {
    const { contractId, version, diagnostics, ...rest } = membersOf(answer);
    return lines([
      `${done} ${label(word(contractId))}, version ${word(version)}${feeOf(rest)}`,
      ...describeVerdict(diagnostics),
    ]);
  };

/** Describes what the network rejects in a contract, one a line, then what surprises in it. */
export function describeVerdict(diagnostics: unknown): readonly string[] {
  const found = listOf(diagnostics).map((one) => {
    const { severity, rejectedBy, at, message } = membersOf(one);
    // The network accepts what only the specification rejects.
    const level = severity === 'error' && rejectedBy !== 'network' ? 'warning' : word(severity);
    return { level, line: `  ${level} at ${word(at)}: ${word(message)}` };
  });
  const errors = found.filter(({ level }) => level === 'error');
  const others = found.filter(({ level }) => level !== 'error');
  return [...errors, ...others].map(({ line }) => line);
}

/** Describes what the network or the official SDK would reject in data that the local platform takes. */
function describeHints(hints: unknown): readonly string[] {
  return (Array.isArray(hints) ? hints : []).map((hint: unknown) => {
    const { at, message, fix } = membersOf(hint);
    return `hint at ${word(at)}: ${word(message)}; ${word(fix)}`;
  });
}

/** Describes a stored document: what changed, the fee, and the document. */
export const describeDocument =
  (done: string): DescribeResult =>
  (answer) => {
    const { document, contest, hints, ...rest } = membersOf(answer);
    const { $id: id } = membersOf(document);
    const { endsAt, credits } = membersOf(contest);
    const verb = contest === undefined ? done : 'contending with';
    const paid = credits === undefined ? '' : ` and ${dashOf(credits)} for the contest`;
    const end = endsAt === undefined ? '' : `; the contest ends at ${timeOf(endsAt)}`;
    const head = `${verb}${id === undefined ? '' : ` ${word(id)}`}${feeOf(rest)}${paid}${end}`;
    const all = [head, ...describeHints(hints)];
    return document === undefined ? lines(all) : `${lines(all)}\n${shortJson(document)}`;
  };

export const describeIdentity: DescribeResult = (answer, label) => {
  const { id, balance, isNew } = membersOf(answer);
  return lines([
    `${isNew === true ? 'created ' : ''}identity ${label(word(id))}, balance ${dashOf(balance)}`,
  ]);
};

export const describeAliases: DescribeResult = (answer) =>
  lines(
    (Array.isArray(answer) ? answer : []).map((one: unknown) => {
      const { alias, kind, id } = membersOf(one);
      return `${word(alias)}: ${word(kind)} ${word(id)}`;
    }),
  );

export const describeContracts: DescribeResult = (answer, label) =>
  lines(
    (Array.isArray(answer) ? answer : []).map((one: unknown) => {
      const { contractId, version, contract } = membersOf(one);
      const { documentSchemas, tokens } = membersOf(contract);
      const parts = [...Object.keys(membersOf(documentSchemas)), ...tokenCount(membersOf(tokens))];
      return `${label(word(contractId))}, version ${word(version)}: ${parts.join(', ')}`;
    }),
  );

function tokenCount(tokens: Members): readonly string[] {
  const count = Object.keys(tokens).length;
  return count === 0 ? [] : [count === 1 ? '1 token' : `${count} tokens`];
}

/** Describes which index serves a query, with what the network does differently. */
export const describeExplanation: DescribeResult = (answer) => lines([word(membersOf(answer)['text'])]);

export const describeMasternode: DescribeResult = (answer) => {
  const { proTxHash, kind } = membersOf(answer);
  return lines([`registered the ${word(kind)} masternode ${word(proTxHash)}`]);
};

/** Describes the new time, and how each contest ended. */
export const describeAdvance: DescribeResult = (answer, label) => {
  const blocks = (Array.isArray(answer) ? answer : []).map((one: unknown) => membersOf(one));
  const { height, time } = membersOf(blocks.at(-1)?.['block']);
  return lines([
    `the time is ${timeOf(time)}, the height ${word(height)}`,
    ...blocks.flatMap(({ contests }) =>
      (Array.isArray(contests) ? contests : []).map((one) => describeContest(one, label)),
    ),
  ]);
};

function describeContest(contest: unknown, label: Label): string {
  const { pollId, documentTypeName, indexValues } = membersOf(contest);
  if (documentTypeName === undefined) return `the contest ${word(pollId)} ended`;
  return `${word(documentTypeName)} ${JSON.stringify(indexValues)}: ${outcomeOf(membersOf(contest), label)}`;
}

function outcomeOf({ winner, contenders, lockVoteTally }: Members, label: Label): string {
  const { kind, identityId } = membersOf(winner);
  if (kind === 'locked') return `locked, with ${votes(lockVoteTally)}`;
  if (kind !== 'wonByIdentity') return 'nobody won';
  const best = (Array.isArray(contenders) ? contenders : []).find(
    (one: unknown) => membersOf(one)['identityId'] === identityId,
  );
  return `won by ${label(word(identityId))}, with ${votes(membersOf(best)['voteTally'])}`;
}

const votes = (tally: unknown): string => `${word(tally)} ${tally === 1 ? 'vote' : 'votes'}`;

const feeOf = ({ fee }: Members): string => (fee === undefined ? '' : `, fee ${dashOf(fee)} (estimate)`);

/** Formats a time in milliseconds. */
export const timeOf = (milliseconds: unknown): string => new Date(Number(milliseconds)).toISOString();

const lines = (texts: readonly string[]): string => texts.map((text) => printable(text)).join('\n');

function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !(name.startsWith('$') && member === null))
      .map(([name, member]) => [name, withoutAbsent(member)]),
  );
}
