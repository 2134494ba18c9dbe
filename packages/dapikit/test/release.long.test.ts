import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRegistry, type Registry } from './registry.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MB = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'dapikit-release-'));
const release = join(folder, 'dapikit', 'release');
const prefix = join(folder, 'prefix');
const command = join(prefix, 'bin', 'dapikit');

let registry: Registry;
beforeAll(async () => {
  await run(process.execPath, [join(ROOT, 'scripts/release/release.mjs'), release]);
  registry = await startRegistry();
  await npm(
    folder,
    'install',
    '--global',
    '--prefix',
    prefix,
    '--ignore-scripts',
    join(release, 'dapikit-0.1.0.tgz'),
  );
}, 400_000);
afterAll(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs npm with a cache that was empty at the start and with a registry that has no package of ours. */
async function npm(cwd: string, ...args: string[]): Promise<void> {
  mkdirSync(cwd, { recursive: true });
  const options = [
    '--registry',
    registry.url,
    '--cache',
    join(folder, 'cache'),
    '--no-audit',
    '--no-fund',
    '--replace-registry-host=never',
  ];
  await run('npm', [...args, ...options], { cwd });
}

const sizeOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

describe('the tarball of the program', () => {
  it('has at most 10 MB, and 70 MB when it is installed', () => {
    expect(statSync(join(release, 'dapikit-0.1.0.tgz')).size).toBeLessThan(10 * MB);
    expect(sizeOf(prefix)).toBeLessThan(70 * MB);
  });

  it('checks a contract in an empty folder', async () => {
    const cwd = mkdtempSync(join(folder, 'empty-'));
    await run(command, ['init', 'notes'], { cwd });
    const { stdout } = await run(command, ['check', 'notes.json'], { cwd });
    expect(stdout).toContain('0 errors');
  });

  it('serves a chain, a platform with proofs, and the studio', async () => {
    const cwd = mkdtempSync(join(folder, 'empty-'));
    const server = spawn(command, ['dev', '--port', '0'], {
      cwd,
      env: { PATH: process.env['PATH'], DAPIKIT_STATE_DIR: cwd },
    });
    try {
      let output = '';
      for await (const chunk of server.stdout) if (/^Platform open/m.test((output += String(chunk)))) break;
      const [url = ''] = /http:\S+/.exec(output) ?? [];
      const call = async (path: string, method: string, params: unknown) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
        const headers = { 'content-type': 'application/json' };
        return (await fetch(`${url}${path}`, { method: 'POST', headers, body })).json();
      };
      expect(await call('', 'getBestBlockHash', undefined)).toMatchObject({
        result: /^Block \d+ (\w+)$/m.exec(output)?.[1],
      });
      expect(await call('platform', 'getProof', {})).toMatchObject({
        result: { rootHash: expect.any(String) },
      });
      const contract = {
        note: { type: 'object', properties: {}, additionalProperties: false, pad: 'x'.repeat(9000) },
      };
      const checked = await fetch(`${url}contracts/validate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(contract),
      });
      expect(await checked.json()).toMatchObject({ ok: false });
      const page = await fetch(url, { headers: { accept: 'text/html' } });
      expect(await page.text()).toContain('<title>dapikit studio</title>');
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  });

  it.each([
    ['--node-zmq', ['dev', '--port', '0', '--node-rpc', '0', '--node-zmq', '0'], 'zeromq@6'],
    [
      'redis',
      ['serve', '--port', '0', '--nodes', 'http://127.0.0.1:1', '--redis', 'redis://127.0.0.1:1'],
      'ioredis@6',
    ],
    [
      'zmq of node',
      ['serve', '--port', '0', '--nodes', 'http://127.0.0.1:1?zmq=tcp://127.0.0.1:2'],
      'zeromq@6',
    ],
  ])('names what %s needs and how to install it', async (setting, args, wanted) => {
    const cwd = mkdtempSync(join(folder, 'empty-'));
    const env = { PATH: process.env['PATH'], DAPIKIT_STATE_DIR: cwd, DAPIKIT_ADMIN_PORT: '0' };
    const failed = run(command, args, { cwd, env }).then(
      () => '',
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
    expect(await failed).toMatch(
      new RegExp(`${setting}.* needs packages that are not installed: npm install ${wanted}`),
    );
  });

  it('is loaded before a program of a project, by the name that the docs give', async () => {
    const project = mkdtempSync(join(folder, 'project-'));
    writeFileSync(join(project, 'package.json'), '{"private":true}');
    await npm(project, 'install', '--save-dev', '--ignore-scripts', join(release, 'dapikit-0.1.0.tgz'));
    const names = "const test = await import('dapikit/test'); const vite = await import('dapikit/vite'); ";
    const program = `${names}console.log(typeof test.createDevNetwork, typeof vite.localNetwork)`;
    const args = ['--import', 'dapikit/preload', '--input-type', 'module', '--eval', program];
    const { stdout, stderr } = await run(process.execPath, args, { cwd: project });
    expect({ stdout, stderr }).toEqual({ stdout: 'function function\n', stderr: '' });
  }, 60_000);

  it('has declarations that name no package of ours, and the licences of what it contains', () => {
    const installed = join(prefix, 'lib', 'node_modules', 'dapikit');
    const types = readdirSync(join(installed, 'types'), { recursive: true, encoding: 'utf8' });
    const declarations = types.filter((name) => name.endsWith('.d.ts'));
    expect(declarations).toContain(join('testing', 'index.d.ts'));
    for (const name of declarations)
      expect(readFileSync(join(installed, 'types', name), 'utf8')).not.toContain('@dapikit');
    const licences = readFileSync(join(installed, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
    for (const name of ['@noble/curves', 'undici', 'preact', '@codemirror/view', 'postgres'])
      expect(licences).toContain(`${name} `);
    expect(existsSync(join(installed, 'LICENSE'))).toBe(true);
  });
});

/** Lines of the page that install a library, by its name. */
const LINES = Array.from(
  readFileSync(join(ROOT, 'docs/how-to/install.md'), 'utf8').matchAll(
    /^\| `(@dapikit\/[\w-]+)` \| `(npm install [^`]+)` \|$/gm,
  ),
  ([, name = '', line = '']) => [name, line] as const,
);

/** Returns the programs of a page, one after the other, without those that call a public network. */
const programOf = (page: string): string =>
  Array.from(
    readFileSync(join(ROOT, page), 'utf8').matchAll(/```(?:ts|js)\n([^]*?)```/g),
    ([, code = '']) => code,
  )
    .filter((code) => !code.includes("network: 'mainnet'"))
    .join('\n');

/** Returns the file that the README of the light client reads. */
const recordedLists = (): Buffer =>
  gunzipSync(readFileSync(join(ROOT, 'fixtures/light-client/testnet-947224/diffs.jsonl.gz')));

describe.each(LINES)('the line that installs %s', (name, line) => {
  const project = join(folder, name.replace('/', '-'));
  beforeAll(async () => {
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{"name":"project","private":true}');
    writeFileSync(join(project, 'diffs.jsonl'), recordedLists());
    const listed = execFileSync('bash', ['-c', `echo ${line.replace('npm install', '')}`], {
      encoding: 'utf8',
    });
    await npm(project, 'install', ...listed.trim().split(/\s+/));
  }, 200_000);

  it('asks the registry for no package of ours', () => {
    expect(registry.asked).toEqual([]);
    const folders = readdirSync(join(project, 'node_modules', '@dapikit'));
    for (const one of folders) {
      const at = join(project, 'node_modules', '@dapikit', one);
      const files = readdirSync(at, { recursive: true, encoding: 'utf8' });
      expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
      expect(files.filter((file) => /\.(?:map|tsbuildinfo)$/.test(file))).toEqual([]);
      expect(JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))).toMatchObject({
        sideEffects: false,
      });
    }
  });

  it('runs the program of its README, which compiles as TypeScript of `tsc --init`', async () => {
    const program = programOf(`packages/${name.slice('@dapikit/'.length)}/README.md`);
    expect(await outcomeOf(project, 'readme', program)).toEqual(FINE);
  });
});

it('the programs of the guides run, and compile as TypeScript of `tsc --init`', async () => {
  const project = join(folder, '@dapikit-gateway');
  cpSync(join(ROOT, 'fixtures/contracts/real/dpns.json'), join(project, 'note.json'));
  const shop =
    /```json\n([^]*?)```/.exec(readFileSync(join(ROOT, 'docs/tutorials/local-platform.md'), 'utf8'))?.[1] ??
    '';
  writeFileSync(join(project, 'shop.json'), shop);
  for (const page of ['tutorials/local-platform', 'how-to/test-tokens', 'how-to/use-the-libraries'])
    expect(await outcomeOf(project, page.replace('/', '-'), programOf(`docs/${page}.md`))).toEqual(FINE);
}, 200_000);

/** What a program that runs and compiles writes to its error output and as errors of the compiler. */
const FINE = { errors: '', compiled: '' };

/** Runs a program as JavaScript, and compiles it as TypeScript with the settings that `tsc --init` writes. */
async function outcomeOf(project: string, name: string, program: string): Promise<typeof FINE> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  if (!existsSync(join(project, 'tsconfig.json'))) {
    await run(process.execPath, [compiler, '--init'], { cwd: project });
    const settings = readFileSync(join(project, 'tsconfig.json'), 'utf8').replace(
      '"types": []',
      '"types": ["node"], "noEmit": true',
    );
    writeFileSync(join(project, 'tsconfig.json'), settings);
    mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
    for (const types of ['node', 'ws']) {
      const link = join(project, 'node_modules/@types', types);
      if (!existsSync(link)) symlinkSync(join(ROOT, 'node_modules/@types', types), link);
    }
  }
  for (const old of readdirSync(project).filter((file) => file.endsWith('.mts'))) rmSync(join(project, old));
  writeFileSync(join(project, `${name}.mjs`), program);
  writeFileSync(join(project, `${name}.mts`), program);
  const [ran, compiled] = await Promise.all([
    run(process.execPath, [`${name}.mjs`], { cwd: project }),
    run(process.execPath, [compiler, '--noEmit'], { cwd: project }).catch(
      (error: { stdout: string }) => error,
    ),
  ]);
  return { errors: ran.stderr, compiled: compiled.stdout };
}
