import { explain, RULE_CODES } from '@dapikit/contract';
import { listErrors, type ListedError } from '@dapikit/platform';
import { listConsensusErrors, type ConsensusErrorKind } from '@dapikit/protocol';
import { fillPage } from './fill-page.js';
import { cell, fence, joinParts, table } from './markdown.js';

/** Returns consensus-errors.md, the table of all numbers, and in consensus-errors/ a page of each error that is raised or has rules. */
export function consensusErrorPages(): ReadonlyMap<string, string> {
  const raised = new Map(listErrors().map((error) => [error.code, error]));
  const kinds = new Map<number, ConsensusErrorKind[]>();
  for (const kind of listConsensusErrors()) kinds.set(kind.code, [...(kinds.get(kind.code) ?? []), kind]);
  const index = table(
    ['number', 'name', 'kind', 'on the local platform'],
    Array.from(kinds, ([code, named]) => [
      String(code),
      named.map(({ name }) => name).join(', '),
      named[0]?.group ?? '',
      costOf(raised.get(code), rulesOf(code)),
    ]),
  );
  return new Map([
    ['consensus-errors.md', fillPage('consensus-errors.md', { errors: index, paid: costOfPaid() })],
    ...[...kinds]
      .filter(([code]) => raised.has(code) || rulesOf(code).length > 0)
      .map(([code, named]): [string, string] => [
        `consensus-errors/${code}.md`,
        errorPage(code, named, raised.get(code)),
      ]),
  ]);
}

const rulesOf = (code: number): readonly string[] =>
  RULE_CODES.filter((rule) => explain(rule)?.official?.code === code);

/** Returns the words for what errors of blocks cost. */
const costOfPaid = (): string => listErrors().find(({ isPaid }) => isPaid)?.cost ?? '';

function costOf(error: ListedError | undefined, rules: readonly string[]): string {
  if (error !== undefined) return error.isPaid ? 'paid' : 'free';
  return rules.length > 0 ? 'a contract with errors' : '';
}

function errorPage(
  code: number,
  kinds: readonly ConsensusErrorKind[],
  raised: ListedError | undefined,
): string {
  const rules = rulesOf(code);
  return `${joinParts([
    `# ${code} ${kinds.map(({ name }) => name).join(', ')}`,
    `A ${kinds[0]?.group ?? ''} error. ${consequence(raised, rules)}`,
    ...(raised === undefined ? [] : exampleParts(raised)),
    ...(rules.length === 0
      ? []
      : ['## Rules of contracts', rules.map((rule) => `- [${rule}](../rules/${rule}.md)`).join('\n')]),
    ...kinds.flatMap(({ name, fieldNames }) =>
      fieldNames.length === 0
        ? []
        : [
            `## Fields of ${name}`,
            `In the order of the serialised form: ${fieldNames.map((field) => `\`${field}\``).join(', ')}.`,
          ],
    ),
  ])}\n`;
}

function consequence(raised: ListedError | undefined, rules: readonly string[]): string {
  if (raised === undefined)
    return rules.length > 0
      ? 'The local platform rejects contracts with it: `dapikit check` finds every such error before.'
      : 'The local platform does not raise it.';
  return raised.isPaid
    ? `It is ${raised.cost}. Where a block has the transition, the nonce is used.`
    : 'It is free: no block has the transition, and nothing changes.';
}

const exampleParts = ({ example: { message, expected, found, fix } }: ListedError): readonly string[] => [
  '## Example',
  fence('text', message),
  table(['expected', 'found'], [[cell(expected ?? ''), cell(found ?? '')]]),
  ...(fix === undefined ? [] : ['## How to fix', `${fix.charAt(0).toUpperCase()}${fix.slice(1)}.`]),
];
