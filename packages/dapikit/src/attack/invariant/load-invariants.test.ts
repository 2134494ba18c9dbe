import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { loadInvariants } from './load-invariants.js';

const folder = mkdtempSync(join(tmpdir(), 'dapikit-invariants-'));
let files = 0;
const load = async (text: string, extension = 'mjs') => {
  files += 1;
  const path = join(folder, `${files}.${extension}`);
  writeFileSync(path, text);
  return loadInvariants(path);
};
const RULES = `export default ({ always, never }) => [always('a', () => true), never('b', () => true)];`;

it('loads invariants from JavaScript and TypeScript', async () => {
  const shapes = [
    { kind: 'always', name: 'a' },
    { kind: 'never', name: 'b' },
  ];
  expect(await load(RULES)).toMatchObject(shapes);
  expect(await load(`const text: string = 'b';\n${RULES.replace("'b'", 'text')}`, 'ts')).toMatchObject(
    shapes,
  );
});

it.each([
  [
    'without a default export',
    'export const rules = 1;',
    'expected a function as its default export, found undefined',
  ],
  ['that returns something else', 'export default () => [{ name: 1 }];', 'expected a list of what'],
  [
    'with a name twice',
    `export default ({ never }) => [never('a', Boolean), never('a', Boolean)];`,
    'two invariants are called a',
  ],
  ['that throws', `throw new Error('not today');`, 'not today'],
  ['whose default export throws', `export default () => { throw new Error('not now'); };`, '.mjs: not now'],
  ['that is no JavaScript', 'export default (', '.mjs: '],
])('rejects a module %s', async (_, text, message) => {
  await expect(load(text)).rejects.toThrow(message);
});

it('rejects a file that does not exist', async () => {
  await expect(loadInvariants(join(folder, 'none.mjs'))).rejects.toThrow(/none\.mjs: /);
});
