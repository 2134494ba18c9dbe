import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { tokensOf } from '../../src/generate/contract-tokens.js';
import { generateClient } from '../../src/generate/generate-client.js';
import { rejectionNotes } from '../../src/generate/rejections-module.js';
import { runDapikit, folderWith } from '../run-dapikit.js';

const CONTRACT = fileURLToPath(new URL('market.json', import.meta.url));

it.each(['market', 'club'])(
  'generates the client in the folder %s, as `dapikit generate` writes it',
  async (name) => {
    const contract = readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8');
    const generated = await generateClient(contract, { protocolVersion: 13, form: 'auto', name });
    if (!generated.ok) throw new Error('the contract of the test is accepted');
    for (const [file, code] of generated.files)
      await expect(code).toMatchFileSnapshot(fileURLToPath(new URL(`${name}/${file}`, import.meta.url)));
  },
);

const typeWithIndices = (index: string): object => ({
  type: 'object',
  indices: [
    { name: index, properties: [{ a: 'asc' }] },
    { name: `by${index}`, properties: [{ b: 'asc' }] },
  ],
  properties: {
    a: { type: 'string', maxLength: 9, position: 0 },
    b: { type: 'string', maxLength: 9, position: 1 },
  },
  additionalProperties: false,
});

it('generates fixes without identifiers or numbers of an example', async () => {
  const fixes = Object.values(await rejectionNotes()).map(({ fix }) => fix);
  expect(fixes.length).toBeGreaterThan(50);
  for (const fix of fixes.filter((each) => !each.startsWith('See: dapikit explain ')))
    expect(fix).not.toMatch(/[1-9A-HJ-NP-Za-km-z]{32}|[1-9]/);
});

it('generates names that are valid and unique', async () => {
  const contract = JSON.stringify({
    'a-b': typeWithIndices('x'),
    a_b: typeWithIndices('2-3'),
    documents: typeWithIndices('by'),
  });
  const generated = await generateClient(contract, { protocolVersion: 13, form: 'auto', name: '1st shop' });
  if (!generated.ok) throw new Error(JSON.stringify(generated.diagnostics));
  const code = generated.files.get('index.ts') ?? '';
  expect(code).toContain('export function createContract1stShop(');
  const interfaces = [...code.matchAll(/^export interface (\S+)/gm)].map(([, name]) => name);
  expect(new Set(interfaces).size).toBe(interfaces.length);
  expect([...code.matchAll(/^ {2}(by\w*)\(\)/gm)].map(([, name]) => name)).toEqual([
    'byByx',
    'byX',
    'by23',
    'by232',
    'by',
    'byByby',
  ]);
});

it('gives each token another name', () => {
  const text = readFileSync(new URL('club.json', import.meta.url), 'utf8');
  const named = text.replace(/"singularForm":\s*"coin"/, '"singularForm": "token1"');
  const unnamed = named.replace(/"singularForm":\s*"share"/, '"singularForm": "ééé"');
  expect(unnamed).not.toBe(named);
  expect(tokensOf(unnamed).tokens.map(({ name }) => name)).toEqual(['token1', 'token1_', 'token2']);
});

it('gives interfaces no names that the client uses itself, or that end a comment', async () => {
  const types = ['payment', 'counted', 'promise', 'shop', 'note', 'noteCollection'];
  const index = 'a*/b';
  const contract = JSON.stringify(Object.fromEntries(types.map((name) => [name, typeWithIndices(index)])));
  const generated = await generateClient(contract, { protocolVersion: 13, form: 'auto', name: 'shop' });
  if (!generated.ok) throw new Error(JSON.stringify(generated.diagnostics));
  const [documents, code] = ['documents.ts', 'index.ts'].map((name) => generated.files.get(name) ?? '');
  const interfaces = [...`${documents}${code}`.matchAll(/^export interface (\S+)/gm)].map(([, name]) => name);
  expect(new Set(interfaces).size).toBe(interfaces.length);
  expect(interfaces).toEqual(
    expect.arrayContaining(['Payment2', 'Counted2', 'Promise2', 'Shop2', 'Shop', 'NoteCollection2']),
  );
  expect(code).toContain(String.raw`"a*\/b"`);
});

const CONTESTED = { ...typeWithIndices('x'), documentsMutable: false };
const contestedBy = (regexPattern: string, more: object = {}): string =>
  JSON.stringify({
    name: {
      ...CONTESTED,
      ...more,
      indices: [
        {
          name: 'byName',
          properties: [{ a: 'asc' }],
          unique: true,
          contested: { fieldMatches: [{ field: 'a', regexPattern }], resolution: 0 },
        },
      ],
    },
  });
const filesOf = async (contract: string): Promise<ReadonlyMap<string, string>> => {
  const generated = await generateClient(contract, { protocolVersion: 13, form: 'auto', name: 'names' });
  if (!generated.ok) throw new Error(JSON.stringify(generated.diagnostics));
  return generated.files;
};

it('asks for the most that a contest may cost, and says its price', async () => {
  const files = await filesOf(contestedBy('^[a-z]{3,5}$'));
  expect(files.get('index.ts')).toContain(
    'create(data: Name, payment?: ContestAgreement): Promise<NameDocument>;',
  );
  expect(files.get('index.ts')).toContain('costs 20000000000 credits more');
  const shapes = files.get('shapes.ts');
  expect(shapes).toMatch(/contest: \{\s+index: "byName",[^]*credits: 20000000000n,/);
  expect(shapes).toContain('pattern: "^[a-z]{3,5}$"');
});

it('leaves out a pattern of a contest that JavaScript does not have', async () => {
  const files = await filesOf(contestedBy('(?i)^a'));
  expect(files.get('shapes.ts')).toMatch(/matches: \[\s+\{ path: "a" \},/);
});

it('deletes no documents of which the network keeps the history', async () => {
  const kept = { note: { ...typeWithIndices('x'), documentsKeepHistory: true, canBeDeleted: true } };
  expect((await filesOf(JSON.stringify(kept))).get('index.ts')).not.toContain('delete(');
});

it('writes no client of a contract that the network rejects, and says why', () => {
  const folder = folderWith({ 'bad.json': '{"note":{"type":"object"}}' });
  const { code, stderr } = runDapikit(['generate', 'bad.json', '--out', 'client'], { cwd: folder });
  expect([code, stderr.includes('cannot write a client: the network would reject the contract')]).toEqual([
    1,
    true,
  ]);
});

it.each([
  ['without a folder', ['generate', 'bad.json'], 'expected --out <folder>'],
  ['into a file', ['generate', 'good.json', '--out', 'good.json'], 'good.json'],
])('exits with 2 %s', (_, args, text) => {
  const folder = folderWith({ 'bad.json': '{}', 'good.json': readFileSync(CONTRACT, 'utf8') });
  const { code, stderr } = runDapikit(args, { cwd: folder });
  expect([code, stderr.includes(text)]).toEqual([2, true]);
});

it('writes no client for a protocol that no version of evo-sdk has, and says what does', () => {
  const folder = folderWith({ 'good.json': readFileSync(CONTRACT, 'utf8') });
  const args = ['generate', 'good.json', '--out', 'client', '--protocol', '14'];
  const { code, stderr } = runDapikit(args, { cwd: folder });
  expect([code, stderr.includes('dapikit types --protocol 14 writes the types')]).toEqual([2, true]);
});

const typeWith = (indices: readonly object[], more: object = {}): string =>
  JSON.stringify({ note: { ...typeWithIndices('x'), indices, ...more } });

const unique = (...properties: readonly string[]): object => ({
  name: 'once',
  unique: true,
  properties: properties.map((name) => ({ [name]: 'asc' })),
});

it('leaves out documents of a unique index that no proof shows, and queries in which they cannot be left out', async () => {
  const first = await filesOf(typeWith([unique('a', '$ownerId')]));
  expect(first.get('shapes.ts')).toContain('path: "a", kind: "text", isRequired: false, mustBePresent: true');
  expect(first.get('index.ts')).toContain('Documents without a are not among them');
  expect(first.get('index.ts')?.match(/^ {2}byOnce\(.*\)/gm)).toHaveLength(3);
  const second = await filesOf(typeWith([unique('$ownerId', 'a', 'b')]));
  expect(second.get('index.ts')?.match(/^ {2}byOnce\(.*?\)/gm)).toEqual([
    '  byOnce(where: { readonly $ownerId: Identifier })',
    '  byOnce(where: { readonly $ownerId: Identifier; readonly a: string })',
    '  byOnce(where: { readonly $ownerId: Identifier; readonly a: string; readonly b: string })',
  ]);
  expect((await filesOf(typeWith([unique('a')]))).get('shapes.ts')).not.toContain('mustBePresent');
});

it('has no method for an index that names a property twice, and says so', async () => {
  const files = await filesOf(typeWith([{ name: 'twice', properties: [{ a: 'asc' }, { a: 'asc' }] }]));
  expect(files.get('index.ts')).not.toContain('byTwice(');
  expect(files.get('index.ts')).toContain('The index "twice" has no method: it names a property twice.');
});

it('takes a transient property for one that documents may lack', async () => {
  const indices = [{ name: 'byA', properties: [{ a: 'asc' }] }];
  const files = await filesOf(typeWith(indices, { required: ['a'], transient: ['a'] }));
  expect(files.get('shapes.ts')).toContain('path: "a", kind: "text", isRequired: false');
});
