import { explain, RULE_CODES, type RulePage } from '@dapikit/contract';
import { fillPage } from './fill-page.js';
import { fence, joinParts, jsonBlock, table } from './markdown.js';

/** Returns rules.md, the table of rules, and a page of each rule in rules/. */
export function rulePages(): ReadonlyMap<string, string> {
  const rules = Array.from(RULE_CODES, explain).filter((rule) => rule !== undefined);
  return new Map([
    ['rules.md', indexPage(rules)],
    ...rules.map((rule): [string, string] => [`rules/${rule.code}.md`, rulePage(rule)]),
  ]);
}

function indexPage(rules: readonly RulePage[]): string {
  const tableOf = (input: RulePage['input']): string =>
    table(
      ['code', 'rule', 'severity', 'protocol versions'],
      rules
        .filter((rule) => rule.input === input)
        .map(({ code, title, severity, versions }) => [
          `\`${code}\``,
          title,
          severity,
          versionRange(versions),
        ]),
    );
  return fillPage('rules.md', {
    contract: tableOf('contract'),
    update: tableOf('update'),
    document: tableOf('document'),
  });
}

function rulePage(rule: RulePage): string {
  const { code, input, title, severity, rejectedBy, why, fix, official, versions, options } = rule;
  const rejected =
    severity === 'unusable'
      ? ': accepted by the network, but unusable afterwards'
      : rejectedBy === undefined
        ? ''
        : `, rejected by the ${rejectedBy}`;
  const named =
    official === undefined
      ? ''
      : ` The network’s name for it: \`${official.name}\` ${official.code ?? ''}`.trimEnd();
  const summary = `${severity.charAt(0).toUpperCase()}${severity.slice(1)}${rejected}, in protocol versions ${versionRange(versions)}.`;
  return `${joinParts([
    `# ${code}`,
    `${title}.`,
    `${summary}${named === '' ? '' : `${named}.`}`,
    why,
    ...(options === undefined
      ? []
      : [`The examples are checked with \`{ identityNonce: ${options.identityNonce}n }\`.`]),
    '## How to fix',
    fix,
    '## Wrong',
    exampleOf(input, rule.wrong),
    '## Right',
    exampleOf(input, rule.right),
  ])}\n`;
}

/** Returns an example: text if the error is in the text, else a JSON value; for an update it is two of them. */
function exampleOf(input: RulePage['input'], value: unknown): string {
  if (input === 'update') {
    if (!isUpdate(value)) throw new Error('an example of an update has a before and an after');
    return joinParts([
      'Registered:',
      exampleOf('contract', value.before),
      'Update:',
      exampleOf('contract', value.after),
    ]);
  }
  return typeof value === 'string' ? fence('json', value) : jsonBlock(value);
}

function isUpdate(value: unknown): value is { readonly before: unknown; readonly after: unknown } {
  return typeof value === 'object' && value !== null && 'before' in value && 'after' in value;
}

function versionRange(versions: readonly number[]): string {
  const [first] = versions;
  const last = versions.at(-1);
  if (first === undefined || last === undefined) return '';
  const isWhole = versions.length === last - first + 1;
  if (!isWhole) return versions.join(', ');
  return first === last ? `${first}` : `${first} to ${last}`;
}
