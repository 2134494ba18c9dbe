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

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CONTRACTS = new URL('../../../../fixtures/contracts/', import.meta.url);
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

interface Sample {
  readonly id: string;
  readonly contract: object;
}

const jsonOf = (path: string): unknown => JSON.parse(readFileSync(new URL(path, CONTRACTS), 'utf8'));

function samples(): readonly Sample[] {
  const corpus = readFileSync(new URL('corpus.jsonl', CONTRACTS), 'utf8').trim().split('\n');
  const cases = corpus.map((line): Sample => {
    const { id, schemas, defs } = JSON.parse(line);
    return { id, contract: defs === undefined ? schemas : { documents: schemas, $defs: defs } };
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its files are in the repository
  const real = (jsonOf('real/index.json') as readonly { file: string }[]).map(({ file }): Sample => {
    const content = Object(jsonOf(`real/${file}`));
    return {
      id: file.replace('.json', ''),
      contract: 'schemas' in content ? { documents: content.schemas, $defs: content.defs } : content,
    };
  });
  const club = Object(JSON.parse(readFileSync(new URL('club.json', import.meta.url), 'utf8')));
  return [
    ...real,
    ...cases,
    { id: 'club', contract: club },
    { id: 'tokens-only', contract: { ...club, documentSchemas: {} } },
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
