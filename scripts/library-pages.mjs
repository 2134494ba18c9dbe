// docs/library/: what @dapikit/contract, @dapikit/chain and @dapikit/platform export, from their declarations. Examples are run.
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import {
  contractJsonSchema,
  explain,
  explainKeyword,
  formatContract,
  nearestNames,
  textEdits,
  typesFor,
  validateContract,
} from '@dapikit/contract';

const PACKAGES = new URL('../packages/', import.meta.url);
const IN_A_PROJECT =
  'How it comes into a project of your own: [README](../../README.md#in-your-own-project).';

/** The libraries: what is said of each, where one begins, and the doors it is entered by. */
export const LIBRARIES = [
  {
    name: 'contract',
    about:
      'Pure TypeScript, for Node and browsers. Nothing throws for what a contract is; a `RangeError` is for wrong options.',
    begin: [
      'validateContract',
      'explain',
      'compareContracts',
      'validateDocument',
      'estimateFees',
      'typesFor',
    ],
    doors: { '': 'contract/dist/modules/index.d.ts' },
  },
  {
    name: 'chain',
    about:
      'Layer 1 in TypeScript, for Node: transactions, blocks and masternode lists, what quorums sign, and the development chain. ' +
      '[Its controls](../devchain.md) say how a program does each.',
    begin: [
      'createDevChain',
      'DevChain',
      'DevChainOptions',
      'withDevChain',
      'verifyChainLock',
      'decodeTransaction',
    ],
    doors: {
      '': 'chain/dist/index.d.ts',
      '/vitest': 'chain/dist/vitest/index.d.ts',
      '/node-face': 'chain/dist/node-face/index.d.ts',
      '/core-node': 'chain/dist/core-node/index.d.ts',
    },
  },
  {
    name: 'platform',
    about:
      'A platform in the process, for Node. What it can do, with an example of each: [the platform](../platform.md), whose methods are ' +
      'functions of the same names here. Two people who want one name: [an example](../../examples/contested-name.mjs). Below ' +
      'the platform are the parts that it is made of.',
    begin: [
      'createPlatform',
      'Platform',
      'PlatformOptions',
      'IdentityOperations',
      'ContractOperations',
      'DocumentOperations',
      'DocumentQueries',
      'ContestOperations',
      'MasternodeOperations',
      'TokenOperations',
      'StateOperations',
      'PlatformError',
    ],
    doors: { '': 'platform/dist/index.d.ts' },
  },
];

/** Calls of the library whose results are shown. */
const EXAMPLES = new Map([
  [
    'validateContract',
    () => validateContract('{"note": {"type": "object"}}').diagnostics.map(({ code }) => code),
  ],
  ['textEdits', () => textEdits('{"a": 1}')([{ op: 'replace', path: '/a', value: 2 }])],
  ['explain', () => explain('index-order').mend],
  ['explainKeyword', () => explainKeyword('property', 'byteArray').about],
  ['nearestNames', () => nearestNames('lenght', ['length', 'width'])],
  ['formatContract', () => formatContract('{"note":{"type":"object"}}').text],
  ['contractJsonSchema', () => Object.keys(contractJsonSchema({ protocolVersion: 9 }))],
  ['typesFor', () => Object.keys(typesFor('{"note": {"type": "object"}}'))],
]);

/** Every export of a library with its declaration, and what examples give. */
export function libraryPage({ name, about, begin, doors }) {
  const parts = Object.entries(doors).flatMap(([door, file]) => [
    `# @dapikit/${name}${door}`,
    ...(door === '' ? [about, IN_A_PROJECT, `Begin with ${begin.map(link).join(', ')}.`] : []),
    ...doorSections(new URL(file, PACKAGES)),
  ]);
  const page = parts.join('\n\n');
  const missing = begin.filter((named) => !page.includes(`\n## ${named}\n`));
  if (missing.length > 0) throw new Error(`@dapikit/${name} does not export ${missing.join(', ')}`);
  return `${page}\n`;
}

function link(name) {
  return `[${name}](#${name.toLowerCase()})`;
}

function doorSections(index) {
  const exported = readFileSync(index, 'utf8').matchAll(/export (?:type )?\{([^}]*)\} from '([^']*)\.js'/g);
  const sections = Array.from(exported).flatMap(([, names, file]) =>
    names
      .split(',')
      .map((name) => name.replace(/\btype\b/, '').trim())
      .filter((name) => name !== '')
      .map((name) => exportSection(name, new URL(`${file}.d.ts`, index))),
  );
  return sections.toSorted((a, b) => (a < b ? -1 : 1));
}

function exportSection(name, file) {
  const text = readFileSync(file, 'utf8');
  const [, elsewhere] =
    new RegExp(`export (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']*)\\.js'`).exec(text) ?? [];
  if (elsewhere !== undefined) return exportSection(name, new URL(`${elsewhere}.d.ts`, file));
  const lines = text.split('\n');
  const first = lines.findIndex((line) =>
    new RegExp(`^export (?:declare )?(?:function|const|type|interface|(?:abstract )?class) ${name}\\b`).test(
      line,
    ),
  );
  if (first === -1) throw new Error(`no declaration of ${name} in ${file.pathname}`);
  const ends = lines.findIndex((line, at) => at >= first && /^\}|[;}]$/.test(line) && !/^\s/.test(line));
  let start = first;
  if (lines[first - 1]?.trimEnd().endsWith('*/'))
    do start -= 1;
    while (!lines[start].startsWith('/**'));
  const declaration = lines
    .slice(start, ends + 1)
    .join('\n')
    .replaceAll('export declare ', '')
    .replaceAll('export ', '')
    .replaceAll(/^ +#private;\n/gm, '')
    .replaceAll(/import\("[^"]*"\)\./g, '');
  const example = EXAMPLES.get(name);
  return [`## ${name}`, fence(declaration), ...(example === undefined ? [] : [exampleOf(example)])].join(
    '\n\n',
  );
}

function exampleOf(call) {
  const code = String(call).replace(/^\(\) =>\s*/, '');
  const told = inspect(call(), { depth: 5, breakLength: 100 }).replaceAll(/^/gm, '// ');
  return fence(`${code};\n${told}`);
}

function fence(text) {
  return `\`\`\`ts\n${text}\n\`\`\``;
}
