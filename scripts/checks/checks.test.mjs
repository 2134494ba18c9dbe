import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { layerViolations } from './check-layers.mjs';
import { duplicateNames } from './check-names.mjs';
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
  expect(layerViolations(modules, [['store'], ['query'], ['.']])).toEqual([]);
});

test.each([
  ['a value', "import { read } from '../query/read.js';"],
  ['a type', "import type { read } from '../query/read.js';"],
  ['a passed-on name', "export { read } from '../query/read.js';"],
  ['everything', "export * from '../query/read.js';"],
  ['a dynamic import', "await import('../query/read.js');"],
])('reports %s imported from a higher layer', (_, statement) => {
  const modules = modulesOf({ 'store/open.ts': statement, 'query/read.ts': 'export const read = 1;' });
  expect(layerViolations(modules, [['store'], ['query']])).toEqual([
    'store/open.ts imports query/read.ts, which is not in a lower layer',
  ]);
});

test('reports an import between two folders of one layer', () => {
  const modules = modulesOf({ 'a/one.ts': "import '../b/two.js';", 'b/two.ts': 'export const two = 2;' });
  expect(layerViolations(modules, [['a', 'b']])).toEqual([
    'a/one.ts imports b/two.ts, which is not in a lower layer',
  ]);
});

test('reports folders without a layer and layers without a folder', () => {
  const modules = modulesOf({ 'a/one.ts': 'export const one = 1;' });
  expect(layerViolations(modules, [['b']])).toEqual([
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
