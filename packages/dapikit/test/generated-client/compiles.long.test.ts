import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { generateClient } from '../../src/generate/generate-client.js';
import { corpusContracts, realContracts, type SampleContract } from './sample-contracts.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/lib/tsc.js');

/** The strictest settings that a project may have. */
const SETTINGS = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitOverride: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    module: 'nodenext',
    target: 'es2022',
    types: [],
    skipLibCheck: false,
    noEmit: true,
  },
  include: ['clients'],
};

const text = (position: number): object => ({ type: 'string', maxLength: 9, position });
const typeOf = (...names: readonly string[]): object => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name, at) => [name, text(at)])),
  indices: names.map((name) => ({ name, properties: [{ [name]: 'asc' }] })),
  additionalProperties: false,
});
/** Names that every object of JavaScript has, that are words of TypeScript, or that a client has itself. */
const INHERITED_NAMES = {
  constructor: typeOf('toString', 'valueOf'),
  toString: typeOf('constructor'),
  class: typeOf('await', 'get', 'create', 'by', 'then'),
  Promise: typeOf('Date', 'Identifier'),
};

function samples(): readonly SampleContract[] {
  const club = Object(JSON.parse(readFileSync(new URL('club.json', import.meta.url), 'utf8')));
  return [
    ...realContracts(),
    ...corpusContracts(),
    { id: 'club', contract: club },
    { id: 'tokens-only', contract: { ...club, documentSchemas: {} } },
    { id: 'inherited-names', contract: INHERITED_NAMES },
  ];
}

it(
  'the client of each contract that the network accepts compiles under strict settings',
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-clients-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'node_modules/@dapikit'), { recursive: true });
    symlinkSync(join(ROOT, 'packages/client'), join(folder, 'node_modules/@dapikit/client'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS));
    let written = 0;
    for (const { id, contract } of samples()) {
      const generated = await generateClient(JSON.stringify(contract), {
        protocolVersion: 13,
        form: 'auto',
        name: id,
      });
      if (!generated.ok) continue;
      written += 1;
      for (const [name, code] of generated.files) {
        const file = join(folder, 'clients', id, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, code);
      }
    }
    expect(written).toBeGreaterThan(500);
    expect(readdirSync(join(folder, 'clients'))).toEqual(expect.arrayContaining(['club', 'tokens-only']));
    const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' });
    expect(stdout.slice(0, 2000)).toBe('');
    expect(status).toBe(0);
  },
);
