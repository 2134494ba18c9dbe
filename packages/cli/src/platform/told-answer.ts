import { printable, printableJson } from '../report/printable.js';
import { membersOf, type Members } from './platform-names.js';

/** What an action says to people instead of the whole answer. */
export type Telling = (answer: unknown) => string;

const CREDITS_PER_DASH_DIGITS = 11;

/** Credits as DASH, without zeros at the end. */
export function dashOf(credits: unknown): string {
  const [, sign = '', digits = '0'] = /^(-?)(\d+)$/.exec(word(credits)) ?? [];
  const padded = digits.padStart(CREDITS_PER_DASH_DIGITS + 1, '0');
  const fraction = padded.slice(-CREDITS_PER_DASH_DIGITS).replace(/0+$/, '');
  return `${sign}${padded.slice(0, -CREDITS_PER_DASH_DIGITS)}${fraction === '' ? '' : `.${fraction}`} DASH`;
}

/** JSON for people: fields of the system that a document does not have are left out. */
export const shortJson = (answer: unknown): string => printableJson(withoutAbsent(answer));

/** A contract that was written: its id, its version, the fee, and the warnings. */
export const tellContract =
  (done: string): Telling =>
  (answer) => {
    const { contractId, version, diagnostics, ...rest } = membersOf(answer);
    const warnings = (Array.isArray(diagnostics) ? diagnostics : []).map((one: unknown) => {
      const { severity, pointer, message } = membersOf(one);
      return `  ${word(severity)} at ${word(pointer)}: ${word(message)}`;
    });
    return lines([`${done} ${word(contractId)}, version ${word(version)}${feeOf(rest)}`, ...warnings]);
  };

/** A document that was written: what became of it, the fee, and all of it. */
export const tellDocument =
  (done: string): Telling =>
  (answer) => {
    const { document, contest, ...rest } = membersOf(answer);
    const { $id: id } = membersOf(document);
    const { endsAt } = membersOf(contest);
    const verb = contest === undefined ? done : 'contending with';
    const end = endsAt === undefined ? '' : `; the contest ends at ${timeOf(endsAt)}`;
    const head = `${verb}${id === undefined ? '' : ` ${word(id)}`}${feeOf(rest)}${end}`;
    return document === undefined ? lines([head]) : `${lines([head])}\n${shortJson(document)}`;
  };

export const tellIdentity: Telling = (answer) => {
  const { id, balance } = membersOf(answer);
  return lines([`identity ${word(id)}, balance ${dashOf(balance)}`]);
};

export const tellContracts: Telling = (answer) =>
  lines(
    (Array.isArray(answer) ? answer : []).map((one: unknown) => {
      const { contractId, version, contract } = membersOf(one);
      const types = Object.keys(membersOf(membersOf(contract)['documentSchemas']));
      return `${word(contractId)}, version ${word(version)}: ${types.join(', ')}`;
    }),
  );

export const tellMasternode: Telling = (answer) => {
  const { proTxHash, kind } = membersOf(answer);
  return lines([`registered the ${word(kind)} masternode ${word(proTxHash)}`]);
};

/** Where time stands, and how each contest ended. */
export const tellAdvance: Telling = (answer) => {
  const blocks = (Array.isArray(answer) ? answer : []).map((one: unknown) => membersOf(one));
  const { height, time } = membersOf(blocks.at(-1)?.['block']);
  return lines([
    `the time is ${timeOf(time)}, the height ${word(height)}`,
    ...blocks.flatMap(({ contests }) => (Array.isArray(contests) ? contests : []).map(tellContest)),
  ]);
};

function tellContest(contest: unknown): string {
  const { pollId, documentTypeName, indexValues } = membersOf(contest);
  if (documentTypeName === undefined) return `the contest ${word(pollId)} ended`;
  return `${word(documentTypeName)} ${JSON.stringify(indexValues)}: ${outcomeOf(membersOf(contest))}`;
}

function outcomeOf({ winner, contenders, lockVoteTally }: Members): string {
  const { kind, identityId } = membersOf(winner);
  if (kind === 'locked') return `locked, with ${votes(lockVoteTally)}`;
  if (kind !== 'wonByIdentity') return 'nobody won';
  const best = (Array.isArray(contenders) ? contenders : []).find(
    (one: unknown) => membersOf(one)['identityId'] === identityId,
  );
  return `won by ${word(identityId)}, with ${votes(membersOf(best)['voteTally'])}`;
}

const votes = (tally: unknown): string => `${word(tally)} ${tally === 1 ? 'vote' : 'votes'}`;

const feeOf = ({ fee }: Members): string => (fee === undefined ? '' : `, fee ${dashOf(fee)}`);

const timeOf = (milliseconds: unknown): string => new Date(Number(milliseconds)).toISOString();

const word = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');

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
