import {
  explain,
  explainKeyword,
  KEYWORD_MEMBERS,
  KEYWORDS,
  listOperators,
  RULE_CODES,
  type KeywordPlace,
  type RulePage,
} from '@dapikit/contract';
import type { ListedError } from '@dapikit/platform';
import { listConsensusErrors } from '@dapikit/protocol';
import { command, EXIT } from '../program/command.js';
import { option, toggle, UsageError } from '../program/option.js';
import { palette } from '../report/palette.js';
import { listOfRules, pageOfRule, rangeOfVersions } from '../report/rule-pages.js';
import { PROGRAM } from '../program/program-name.js';
import { displayOf } from '../report/display.js';
import { colorOption, contractOptions } from './contract-options.js';

const WIDEST = 100;
/** Limits the rules behind a consensus error that are listed without `--all`. */
const FEW_RULES = 8;

/** Implements `dapikit explain`: prints the page of a rule, or lists all rules. */
export const explainRule = command({
  name: 'explain',
  about: 'explain a rule, or list the rules',
  usage: '[code] [options]',
  maxOperands: 1,
  options: {
    protocol: option<number | undefined>({
      ...contractOptions.protocol,
      about: 'protocol version whose rules are listed; all when absent',
      default: undefined,
      defaultText: 'all',
    }),
    all: option({
      flag: 'all',
      about: 'list every rule behind a consensus error, not the first 8 alone',
      default: false,
      read: toggle,
    }),
    color: colorOption,
  },
  examples: [
    ['explain', 'all rules by subject'],
    ['explain index', 'all rules whose codes start with index-'],
    ['explain --protocol 14', 'the rules of a protocol version'],
    ['explain 10101', 'a consensus error by its number or name, and the rules behind it'],
    ['explain InvalidLimit', 'an error of a query or of the local platform by its reason'],
    ['explain index-order', 'one rule: its reason, how to fix it, an example'],
    ['explain anyone-creates', 'a finding of dapikit attack'],
    ['explain countOf', 'an operator of the expression language'],
    ['explain refersTo', 'a keyword of contracts'],
    ['explain refersTo.findBy', 'a member of a keyword'],
  ],
  async run({ protocol, all, color }, [code], { stdout, env }) {
    const { isColoured, columns = WIDEST } = displayOf(stdout, color, env);
    const colours = palette(isColoured);
    const width = Math.min(WIDEST, Math.max(40, columns));
    const known = code === undefined ? RULE_CODES : rulesBehind(code);
    const rules = protocol === undefined ? known : known.filter((rule) => isActive(rule, protocol));
    const error = code === undefined ? undefined : await explainError(code);
    if (error === undefined && rules.length === 0 && known.length > 0)
      throw new UsageError(`no rule of ${JSON.stringify(code)} is active at protocol ${protocol}`);
    if (error !== undefined) stdout.write(error);
    if (code !== undefined && rules.length === 0) {
      if (error === undefined) stdout.write(pageOfRule(await findWanted(code), colours, width));
      return EXIT.fine;
    }
    const shown = error === undefined || all ? rules : rules.slice(0, FEW_RULES);
    stdout.write(listOfRules(shown.map(find), colours));
    const more = rules.length - shown.length;
    const only = protocol === undefined ? '' : ` --protocol ${protocol}`;
    if (more > 0) stdout.write(`… and ${more} more rules: ${PROGRAM} explain ${code}${only} --all\n`);
    return EXIT.fine;
  },
});

/** Returns whether a rule is active at a protocol version. */
const isActive = (rule: string, protocol: number): boolean =>
  explain(rule)?.versions.includes(protocol) === true;

/** Returns what an operator of the expression language computes; nothing where there is none of that name. */
function explainOperator(text: string): string | undefined {
  const page = listOperators().find(({ name }) => name === text);
  if (page === undefined) return undefined;
  const { name, kind, form, types, about, nodes, example: rule, sentence } = page;
  return [
    `${name}, ${kind === 'condition' ? 'a condition' : 'an integer expression'} in rules of document types`,
    `  ${about}`,
    `  Argument: ${form}: ${types}. Nodes: ${nodes}.`,
    `  example: ${JSON.stringify(rule)}`,
    `  ${sentence}`,
    '',
  ].join('\n');
}

/** Returns what an error, an operator or a keyword means, by its number, name or reason; nothing where there is none, as for the code of a rule. */
async function explainError(text: string): Promise<string | undefined> {
  if (explain(text) !== undefined) return undefined;
  return (
    explainOperator(text) ??
    explainKeywords(text) ??
    explainMembers(text) ??
    (await explainConsensusError(text)) ??
    (await explainReason(text)) ??
    (await explainExpectation(text))
  );
}

/** Returns what a finding of `dapikit attack` means; nothing where there is none of that code. */
async function explainExpectation(text: string): Promise<string | undefined> {
  const found = (await listExpectations()).find(({ code }) => code === text);
  if (found === undefined) return undefined;
  const { code, severity, title, why, fix } = found;
  return `${code}, a ${severity} of dapikit attack\n  ${title}.\n  ${why}\n  = help: ${fix}\n`;
}

/** Lists what `dapikit attack` finds. */
async function listExpectations() {
  const { EXPECTATIONS } = await import('../attack/expectation/expectations.js');
  const { TOKEN_EXPECTATIONS } = await import('../attack/expectation/token-powers.js');
  const { INVARIANT_FINDINGS, RULE_WITHOUT_EFFECT } = await import('../attack/suite/further-findings.js');
  return [...EXPECTATIONS, ...TOKEN_EXPECTATIONS, RULE_WITHOUT_EFFECT, ...INVARIANT_FINDINGS];
}

/** Returns what a consensus error means, by its number or name; nothing where there is none. */
async function explainConsensusError(text: string): Promise<string | undefined> {
  const kind = listConsensusErrors().find(({ name, code }) => name === text || String(code) === text);
  const { listErrors } = await import('@dapikit/platform');
  const raised = listErrors().find(({ name, code }) =>
    kind === undefined ? name === text || String(code) === text : code === kind.code,
  );
  if (kind === undefined) return raised && explainPreviewed(raised);
  const { group, name, code } = kind;
  return [
    `${code} ${name}, a ${group} error${raised === undefined ? '' : `, ${raised.cost}`}`,
    ...(raised === undefined ? ['  The local platform does not raise it.'] : describeExample(raised.example)),
    '',
  ].join('\n');
}

/** Describes an error of which no serialised form is known. */
const explainPreviewed = ({ code, name, cost, example: shown }: ListedError): string =>
  [`${code} ${name}, an error of a preview, ${cost}`, ...describeExample(shown), ''].join('\n');

/** Names the places of keywords in a contract. */
const PLACES: Readonly<Record<KeywordPlace, string>> = {
  contract: 'the contract',
  config: 'the config',
  'document-type': 'a document type',
  property: 'a property',
  index: 'an index',
  contest: 'a contested index',
  match: 'a field of a contested index',
  'token-cost': 'the costs of a document type in tokens',
  cost: 'the cost of an action in tokens',
  group: 'a group',
  token: 'a token',
};

const atVersions = (versions: readonly number[]): string =>
  `at protocol version${versions.length === 1 ? '' : 's'} ${rangeOfVersions(versions)}`;

/** Returns the meanings of a keyword of contracts; nothing where there is none of that name. */
function explainKeywords(text: string): string | undefined {
  const pages = KEYWORDS.filter(({ name }) => name === text);
  if (pages.length === 0) return undefined;
  return pages
    .map(({ place, name, about, default: preset, values = [], versions }) =>
      [
        `${name}, a keyword of ${PLACES[place]}, ${atVersions(versions)}`,
        `  ${about}`,
        ...(preset === undefined ? [] : [`  Default: ${JSON.stringify(preset)}.`]),
        ...values.map(({ value, meaning }) => `  ${JSON.stringify(value)}: ${meaning}`),
        '',
      ].join('\n'),
    )
    .join('\n');
}

/** Returns the meanings of a member of keywords, such as findBy or refersTo.findBy; nothing where there is none of that name. */
function explainMembers(text: string): string | undefined {
  const [name = '', keyword] = text.split('.').toReversed();
  const pages = KEYWORD_MEMBERS.filter(
    (member) => member.name === name && (keyword === undefined || member.of.includes(keyword)),
  );
  if (pages.length === 0) return undefined;
  return pages
    .map(
      ({ of, about }) =>
        `${name}, a member of ${of.join(', ')}, ${atVersions(EXTENDED_VERSIONS)}\n  ${about}\n`,
    )
    .join('\n');
}

/** Protocol versions whose keywords have the members: they came together. */
const EXTENDED_VERSIONS = explainKeyword('property', 'refersTo')?.versions ?? [];

/** Returns what the reason of an error of queries, of the local platform or of its database means; nothing where there is none. */
async function explainReason(reason: string): Promise<string | undefined> {
  const { PLATFORM_REASONS, QUERY_ERRORS, STORE_FAILURES } = await import('@dapikit/platform');
  const query = new Map(Object.entries(QUERY_ERRORS)).get(reason);
  if (query !== undefined) return `${reason}, an error of queries\n  ${query}\n`;
  const own = new Map(Object.entries(PLATFORM_REASONS)).get(reason);
  if (own !== undefined) return `${reason}, an error of the local platform\n  ${own}\n`;
  const store = new Map(Object.entries(STORE_FAILURES)).get(reason);
  return (
    store && `${reason}, an error of the platform's database\n  It ${store.words}.\n  = help: ${store.fix}\n`
  );
}

function describeExample({ message, fix }: ListedError['example']): readonly string[] {
  return [`  example: ${message}`, ...(fix === undefined ? [] : [`  = help: ${fix}`])];
}

/** Returns the rules that a family or an official error stands for; none for the code of one rule. */
function rulesBehind(code: string): readonly string[] {
  if (explain(code) !== undefined) return [];
  const family = RULE_CODES.filter((known) => known.startsWith(`${code}-`));
  return family.length > 0 ? family : rulesOfOfficialError(code);
}

const isOfDocuments = (code: string): boolean => find(code).about === 'document';

/** Returns the rules whose violation the network reports by this name or number, such as `JsonSchemaError` or `10101`: those of documents first. */
function rulesOfOfficialError(error: string): readonly string[] {
  const codes = RULE_CODES.filter((code) => {
    const { official } = find(code);
    return official !== undefined && (official.name === error || String(official.code) === error);
  });
  return codes.toSorted((a, b) => Number(isOfDocuments(b)) - Number(isOfDocuments(a)));
}

function find(code: string): RulePage {
  const page = explain(code);
  if (page !== undefined) return page;
  throw new UsageError(`unknown rule ${JSON.stringify(code)} (${PROGRAM} explain lists all rules)`);
}

/** Finds the page of a rule that the command line names. @throws {UsageError} where there is none, with the names that are alike of all that can be explained */
async function findWanted(code: string): Promise<RulePage> {
  const page = explain(code);
  if (page !== undefined) return page;
  const errors = listConsensusErrors();
  if (/^-?\d+$/.test(code)) {
    const numbers = errors.map((error) => error.code);
    throw new UsageError(
      `no error has the number ${code}: those of the network are from ${Math.min(...numbers)} to ${Math.max(...numbers)}`,
    );
  }
  const members = KEYWORD_MEMBERS.flatMap(({ name, of }) => of.map((keyword) => `${keyword}.${name}`));
  const names = [
    ...RULE_CODES,
    ...KEYWORDS.map(({ name }) => name),
    ...(code.includes('.') ? members : KEYWORD_MEMBERS.map(({ name }) => name)),
    ...listOperators().map(({ name }) => name),
    ...errors.map(({ name }) => name),
    ...(await listExpectations()).map((finding) => finding.code),
  ];
  throw new UsageError(`nothing is called ${JSON.stringify(code)} (${PROGRAM} explain lists all rules)`, {
    found: code,
    names: new Set(names),
  });
}
