import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { architectureMap } from '../docs/write-map.mjs';
import { rejectedDocstrings } from './check-docstrings.mjs';
import { borderViolations, entryViolations, importCycles, layerViolations } from './check-layers.mjs';
import { duplicateNames } from './check-names.mjs';
import { numberedProtocols } from './check-protocols.mjs';
import { sourceModules } from './source-modules.mjs';

const folders = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function modulesOf(files) {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-structure-'));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return sourceModules(folder);
}

test('accepts imports of the same folder and of lower layers', () => {
  const modules = modulesOf({
    'index.ts': "export { read } from './query/read.js';",
    'query/read.ts':
      "import { open } from '../store/open.js';\nimport './plan.js';\nexport const read = open;",
    'query/plan.ts': 'export const plan = 1;',
    'store/open.ts': 'export const open = 1;',
  });
  expect(layerViolations(modules, { '.': 'entry', query: 'queries', store: 'store' })).toEqual([]);
});

test.each([
  ['a value', "import { read } from '../query/read.js';"],
  ['a type', "import type { read } from '../query/read.js';"],
  ['a passed-on name', "export { read } from '../query/read.js';"],
  ['everything', "export * from '../query/read.js';"],
  ['a dynamic import', "await import('../query/read.js');"],
])('reports %s imported from a higher layer', (_, statement) => {
  const modules = modulesOf({ 'store/open.ts': statement, 'query/read.ts': 'export const read = 1;' });
  expect(layerViolations(modules, { query: 'queries', store: 'store' })).toEqual([
    'store/open.ts imports query/read.ts, which is not in a lower layer',
  ]);
});

test.each([
  ['values', "import { b } from './b.js';"],
  ['a type', "import type { b } from './b.js';"],
])('reports modules of a folder that import %s of each other in a circle', (_, statement) => {
  const modules = modulesOf({
    'a.ts': statement,
    'b.ts': "export { c } from './c.js';",
    'c.ts': "import { a } from './a.js';",
    'd.ts': "import './a.js';",
  });
  expect(importCycles(modules)).toEqual(['modules import each other: a.ts → b.ts → c.ts → a.ts']);
});

test('accepts modules of a folder that several others import', () => {
  const modules = modulesOf({
    'a.ts': "import './b.js';\nimport './c.js';",
    'b.ts': "import './d.js';",
    'c.ts': "import './d.js';",
    'd.ts': 'export const d = 1;',
  });
  expect(importCycles(modules)).toEqual([]);
});

test('orders folders within areas and areas as a whole', () => {
  const layers = {
    state: { purpose: 'state', layers: { token: 'tokens', '.': 'shared', keys: 'keys' } },
    base: { purpose: 'base', layers: { errors: 'errors' } },
  };
  const accepted = {
    'state/token/mint.ts': "import '../shared.js';\nimport '../../base/errors/error.js';",
    'state/shared.ts': "import './keys/key.js';",
    'state/keys/key.ts': 'export const key = 1;',
    'base/errors/error.ts': 'export const error = 1;',
  };
  expect(layerViolations(modulesOf(accepted), layers)).toEqual([]);
  expect(
    layerViolations(
      modulesOf({
        ...accepted,
        'state/keys/key.ts': "import '../token/mint.js';",
        'base/errors/error.ts': "import type { key } from '../../state/keys/key.js';",
      }),
      layers,
    ),
  ).toEqual([
    'base/errors/error.ts imports state/keys/key.ts, which is not in a lower layer',
    'state/keys/key.ts imports state/token/mint.ts, which is not in a lower layer',
  ]);
});

test('reports folders without a layer and layers without a folder', () => {
  const modules = modulesOf({ 'a/one.ts': 'export const one = 1;' });
  expect(layerViolations(modules, { b: 'nothing' })).toEqual([
    'a has no layer in layers.json',
    'layers.json lists b, which does not exist',
  ]);
});

test('reports an exported name that two modules declare, and not one that is passed on', () => {
  const modules = modulesOf({
    'index.ts': "export { once, twice } from './a.js';",
    'a.ts': 'export const once = 1;\nexport interface twice {}',
    'b.ts': 'export function twice() {}',
    'b.test.ts': 'export const once = 1;',
  });
  expect(duplicateNames(modules)).toEqual([{ name: 'twice', files: ['a.ts', 'b.ts'] }]);
});

const BORDERS = { imports: { '@dapikit/proof': ['.', './wasm'] }, node: ['node'] };

test('accepts listed packages by listed entry points, and Node where it is listed', () => {
  const modules = modulesOf({
    'one.ts':
      "import '@dapikit/proof';\nimport type { hash } from '@dapikit/proof/wasm';\nimport 'lru-cache';",
    'node/two.ts':
      "import 'node:fs';\nimport '../../dist/built.js';\nimport '../../../../fixtures/one.json';",
  });
  expect(borderViolations(modules, BORDERS)).toEqual([]);
});

test.each([
  ['a package', '@dapikit/gateway', 'layers.json does not list @dapikit/gateway'],
  ['an entry point', '@dapikit/proof/prover', 'layers.json does not list ./prover of @dapikit/proof'],
  ['Node', 'node:fs', 'layers.json allows Node node'],
])('reports %s that is not listed', (_, request, reason) => {
  for (const statement of [
    `import '${request}';`,
    `import type { x } from '${request}';`,
    `await import('${request}');`,
  ])
    expect(borderViolations(modulesOf({ 'one.ts': statement }), BORDERS)).toEqual([
      `one.ts imports ${request}: ${reason}`,
    ]);
});

test.each(['../../proof/src/index.js', '../../proof/src/merk/leb128.js'])(
  'reports a file of another package: %s',
  (request) => {
    expect(borderViolations(modulesOf({ 'one.ts': `import '${request}';` }), BORDERS)).toEqual([
      `one.ts imports ${request}, a file of another package`,
    ]);
  },
);

test('draws packages and areas with their purposes, and names their folders', () => {
  const platform = {
    purpose: 'The platform',
    layers: {
      '.': 'entry',
      state: { purpose: 'State', layers: { token: 'Tokens', '.': 'Shared' } },
      store: 'Keys',
    },
  };
  const proof = { purpose: 'Proofs', layers: { '.': 'entry', merk: 'Trees', errors: 'Errors' } };
  const map = architectureMap([
    ['platform', platform],
    ['proof', proof],
  ]);
  expect(
    map
      .trim()
      .split('\n')
      .map((line) => line.replace(/(?<=\S) {2,}/, ' ')),
  ).toEqual([
    '```text',
    'platform/ The platform',
    '  state/ State',
    `${' '.repeat(19)}token/`,
    '  store/ Keys',
    'proof/ Proofs',
    `${' '.repeat(19)}merk/ errors/`,
    '```',
  ]);
});

test.each(['Is', 'Has', 'What', 'How', 'Who', 'Whether', 'Of', 'So'])(
  'reports docstrings of one and of several lines that start with "%s"',
  (word) => {
    const text = `/** Reads. */\nread();\n\n/** ${word} a thing. */\nconst a = 1;\n/**\n * ${word} another.\n */\nconst b = 2;`;
    expect(rejectedDocstrings(text)).toEqual([
      { line: 4, word },
      { line: 6, word },
    ]);
  },
);

test.each([
  ['a verb', '/** Returns whether it is so. */'],
  ['a noun', '/** Content of a token. */'],
  ['a longer word', '/** Hash of a block. Is it? What of it? */'],
  ['a rejected word in a later line', '/**\n * Opens what is there,\n * Whether or not.\n */'],
  ['a tag', '/** @returns What it finds. */'],
])('accepts a docstring that starts with %s', (_, text) => {
  expect(rejectedDocstrings(text)).toEqual([]);
});

test.each(['// Is a comment.', '/* Is a comment. */'])('ignores %s, which is no docstring', (text) => {
  expect(rejectedDocstrings(text)).toEqual([]);
});

test.each([
  'if (protocolVersion >= 12) run();',
  'if (13 > rules.protocolVersion) run();',
  'const LAST = 13;\nif (protocolVersion > LAST) run();',
  'if (protocol.version === 9) run();',
  'switch (protocolVersion) {\n  case 9:\n    run();\n}',
  'const FIRST_PROTOCOL = { shield: 12 };',
  'const AGGREGATES_SINCE = 12;',
  "const editions = [{ id: 'dpns', since: 13 }];",
  "report('up to protocol 13 the network fails');",
  'report(`${name}: from protocol version 14 on`);',
])('reports the number of a protocol version: %s', (text) => {
  expect(numberedProtocols('module.ts', text)).toHaveLength(1);
});

test.each([
  'if (protocolAt(protocolVersion).aggregates) run();',
  'if (before.protocolVersion > after.protocolVersion) run();',
  'if (formatVersion === 1) run();',
  "const example = 'schema --protocol 12';",
  'report(`up to protocol ${version}`);',
  '/** Up to protocol 13 the network fails. */\nrun();',
])('accepts code without the number of a protocol version: %s', (text) => {
  expect(numberedProtocols('module.ts', text)).toEqual([]);
});

const packageOf = (name, entries, exported, imports = {}) => ({
  name,
  table: { entries: Object.fromEntries(entries.map((entry) => [entry, 'purpose'])), imports },
  manifest: { name: `@dapikit/${name}`, exports: Object.fromEntries(exported.map((entry) => [entry, {}])) },
});

test('accepts entry points that are listed, exported and imported', () => {
  const packages = [
    packageOf('proof', ['.', './prover'], ['.', './prover']),
    packageOf('platform', ['.'], ['.'], { '@dapikit/proof': ['.', './prover'] }),
  ];
  expect(entryViolations(packages)).toEqual([]);
});

test('reports entry points that are not listed, not exported, or imported and missing', () => {
  const packages = [
    packageOf('proof', ['.', './wasm'], ['.', './prover']),
    packageOf('platform', ['.'], ['.'], { '@dapikit/proof': ['./prover'], '@dapikit/none': ['.'] }),
  ];
  expect(entryViolations(packages)).toEqual([
    'packages/proof: package.json exports ./prover: layers.json does not list it',
    'packages/proof: layers.json lists ./wasm: package.json does not export it',
    'packages/platform: layers.json imports ./prover of @dapikit/proof, which does not exist',
    'packages/platform: layers.json imports . of @dapikit/none, which does not exist',
  ]);
});
