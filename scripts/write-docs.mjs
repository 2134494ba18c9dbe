// Writes docs/methods/, docs/settings.md and docs/rules/ from the tables of methods, settings and contract rules, with examples answered by the embedded chain as it starts.
// With --check nothing is written: it fails when a page is not what it would write.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bytesToHex, DevChain } from '@dapikit/chain';
import { DOCUMENT_RULE_CODES, explain, RULE_CODES } from '@dapikit/contract';
import { absentPlatform, createDispatch, DEFAULT_SETTINGS, methods } from '@dapikit/gateway';
import { pino } from 'pino';
import { devOptions } from '../packages/cli/dist/commands/dev-options.js';

/** The clock of the examples, so that they are the same every time. */
const EXAMPLE_TIME = 1_767_225_600;
const LONGEST_EXAMPLE = 4000;
const FOLDER = fileURLToPath(new URL('../docs/', import.meta.url));

const checkOnly = process.argv.includes('--check');
const chain = new DevChain({ mining: 'manual' });
const [from, to] = chain.accounts;
const exampleChain = {
  genesis: await chain.blockHash(0),
  tip: chain.tip().hash,
  transaction: bytesToHex(chain.transfer(from, to, 100_000_000n)),
};
const dispatch = createDispatch(
  methods,
  { layer1: chain, platformStatus: absentPlatform('0.1.0', () => EXAMPLE_TIME), statusEncoding: 'rs-dapi' },
  DEFAULT_SETTINGS,
  pino({ level: 'silent' }),
);

const pages = new Map([
  ['settings.md', settingsPage()],
  ['methods/README.md', indexPage()],
]);
pages.set('rules/README.md', rulesIndexPage());
for (const code of RULE_CODES) pages.set(`rules/${code}.md`, rulePage(explain(code)));
for (const method of methods) pages.set(`methods/${method.name}.md`, await methodPage(method));
for (const folder of ['methods', 'rules']) mkdirSync(join(FOLDER, folder), { recursive: true });
const outdated = [...pages].filter(([file, page]) => read(join(FOLDER, file)) !== page);
for (const [file, page] of outdated) {
  if (!checkOnly) writeFileSync(join(FOLDER, file), page);
}
if (checkOnly && outdated.length > 0) {
  console.error(`docs/ is outdated (${outdated.map(([file]) => file).join(', ')}): run npm run docs`);
  process.exitCode = 1;
}

function settingsPage() {
  const rows = Object.values(devOptions).map(
    ({ flag, value, env, about, default: byDefault, defaultText }) => {
      const shown =
        defaultText ?? (typeof byDefault === 'string' || typeof byDefault === 'number' ? byDefault : '');
      return `| \`--${flag}${value ? ` <${value}>` : ''}\` | ${env ? `\`${env}\`` : ''} | ${shown} | ${about} |`;
    },
  );
  return `${[
    '# Settings',
    '',
    'A flag wins over an environment variable, and that over the default. Times are in milliseconds.',
    '',
    '| flag | environment | default | what it does |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')}\n`;
}

function indexPage() {
  const rows = methods.map(
    ({ name, summary, deprecated }) =>
      `| [${name}](${name}.md) | ${summary}${deprecated ? ' (deprecated)' : ''} |`,
  );
  return `${['# JSON-RPC methods', '', '| method | what it gives |', '| --- | --- |', ...rows].join('\n')}\n`;
}

async function methodPage(method) {
  const { name, summary, description, params, result, errors, deprecated } = method;
  const exampleParams = method.exampleParams(exampleChain);
  const request = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: name,
    ...(exampleParams && { params: exampleParams }),
  });
  const { body } = await dispatch(request, 'docs');
  const parts = [
    `# ${name}`,
    ...(deprecated
      ? [
          `> Deprecated since ${deprecated.since}; ${deprecated.replacedBy} replaces it. Answers carry the header \`Deprecation: @${deprecated.date}\`.`,
        ]
      : []),
    `${summary}.`,
    description,
    '## Params',
    params ? json(params) : 'None.',
    '## Result',
    json(result),
    '## Errors',
    errors.length === 0
      ? 'None of its own.'
      : ['| code | `data.reason` | when |', '| ---: | --- | --- |', ...errors.map(errorRow)].join('\n'),
    '## Example',
    'On the embedded chain as it starts.',
    fence(request),
    fence(body.length > LONGEST_EXAMPLE ? `${body.slice(0, LONGEST_EXAMPLE)} …` : body),
  ];
  return `${parts.join('\n\n')}\n`;
}

function rulesIndexPage() {
  const ofDocuments = new Set(DOCUMENT_RULE_CODES);
  const ofContracts = RULE_CODES.filter((code) => !ofDocuments.has(code));
  return `${['# Rules of a data contract', '', ...ruleTable(ofContracts), '', '# Rules of documents', '', ...ruleTable(DOCUMENT_RULE_CODES)].join('\n')}\n`;
}

function ruleTable(codes) {
  const rows = Array.from(codes, explain).map(
    ({ code, title, severity, versions }) =>
      `| [${code}](${code}.md) | ${title} | ${severity} | ${versionRange(versions)} |`,
  );
  return ['| code | rule | severity | protocol versions |', '| --- | --- | --- | --- |', ...rows];
}

function rulePage({ code, title, severity, refusedBy, why, mend, official, versions, wrong, right }) {
  const refused = refusedBy === undefined ? '' : `, refused by the ${refusedBy}`;
  const named =
    official === undefined
      ? ''
      : ` The network’s name for it: \`${official.name}\` ${official.code ?? ''}`.trimEnd();
  return `${[
    `# ${code}`,
    `${title}.`,
    `${severity[0].toUpperCase()}${severity.slice(1)}${refused}, in protocol versions ${versionRange(versions)}.${named === '' ? '' : `${named}.`}`,
    why,
    '## Mend',
    mend,
    '## Wrong',
    example(wrong),
    '## Right',
    example(right),
  ].join('\n\n')}\n`;
}

/** An example is text where the mistake is in the text, else a JSON value. */
function example(input) {
  return typeof input === 'string' ? fence(input) : json(input);
}

function versionRange(versions) {
  const [first] = versions;
  const last = versions.at(-1);
  const isWhole = versions.length === last - first + 1;
  if (!isWhole) return versions.join(', ');
  return first === last ? `${first}` : `${first} to ${last}`;
}

function errorRow({ code, reason, when }) {
  return `| ${code} | \`${reason}\` | ${when} |`;
}

function json(value) {
  return fence(JSON.stringify(value, null, 2));
}

function fence(text) {
  return ['```json', text, '```'].join('\n');
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
