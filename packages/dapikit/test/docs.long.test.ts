import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RPC_METHODS } from '@dapikit/chain/core-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DapikitProcess } from './dev-process.js';
import { callDapikit, folderWith, MAIN, runDapikit } from './run-dapikit.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DEFAULT_URL = 'http://127.0.0.1:3000/';
const GUIDES = ['README.md', ...pagesIn('docs/tutorials'), ...pagesIn('docs/how-to')];

function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => join(folder, file))
    .toSorted((one, other) => (one < other ? -1 : 1));
}

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** Finds each `curl` line of a page to the default address, with the response printed below it. */
function callsOf(page: string): (readonly [call: string, response: string])[] {
  return [...read(page).matchAll(/```sh\n(curl [^\n]*)\n```\n\n```json\n([^\n]*)\n```/g)].map(
    ([, call = '', response = '']) => [call, response],
  );
}

/** Returns the code blocks of a language on a page. */
function blocksOf(page: string, language: string): string[] {
  return [...read(page).matchAll(/```(\w+)\n([^]*?)```/g)]
    .filter(([, of]) => of === language)
    .map(([, , block = '']) => block);
}

const pagesWithCalls = GUIDES.filter((page) => callsOf(page).length > 0);

it('the README and the guides contain calls with responses', () => {
  expect(pagesWithCalls).toContain('README.md');
  expect(pagesWithCalls).toContain('docs/how-to/control-the-chain.md');
});

describe.each(pagesWithCalls)('the calls in %s', (page) => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  beforeAll(() => server.started());
  afterAll(() => server.stop());

  it.each(callsOf(page))('have the documented response: %s', (call, response) => {
    const line = call.replace(DEFAULT_URL, server.url);
    expect(execFileSync('bash', ['-c', line], { encoding: 'utf8' })).toBe(response);
  });
});

it.each(['README.md', ...pagesIn('docs')])('the links in %s lead to existing files', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)].map(([, target = '']) =>
    normalize(join(dirname(page), target)),
  );
  const tracked = new Set(
    execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => file !== ''),
  );
  expect(
    targets.filter((target) => !tracked.has(target) && !target.startsWith('docs/reference/api')),
  ).toEqual([]);
});

const MAX_GUIDE_WORDS = 900;

it.each(pagesIn('docs/how-to'))('%s has at most 900 words', (page) => {
  expect(read(page).split(/\s+/).length).toBeLessThanOrEqual(MAX_GUIDE_WORDS);
});

it('the production guide allows every call that the gateway makes', () => {
  const [, listed = ''] = /^rpcwhitelist=dapi:(\S+)$/m.exec(read('docs/how-to/run-in-production.md')) ?? [];
  expect(listed.split(',').toSorted()).toEqual([...RPC_METHODS].toSorted());
});

it('the README shows the output of npx dapikit check for its contract', () => {
  const contract = blocksOf('README.md', 'json').find((block) => block.includes('"note"')) ?? '';
  const [output] = blocksOf('README.md', 'text');
  const cwd = folderWith({ 'note.json': contract });
  const env = { npm_lifecycle_event: 'npx' };
  expect(runDapikit(['check', 'note.json'], { cwd, env }).stdout).toBe(output);
});

it('the WebSocket guide shows the output of its subscriber', async () => {
  const page = 'docs/how-to/follow-the-chain.md';
  const [[program = ''], [printed = '']] = [blocksOf(page, 'js'), blocksOf(page, 'text')];
  const server = new DapikitProcess(['dev', '--port', '0']);
  await server.started();
  const source = program.replace(DEFAULT_URL.replace(/^http/, 'ws'), server.url.replace(/^http/, 'ws'));
  const client = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  let output = '';
  for await (const chunk of client.stdout) {
    output += String(chunk);
    if (output.split('\n').length >= printed.split('\n').length) break;
  }
  client.kill();
  await server.stop();
  expect(printed.split('\n').length).toBeGreaterThan(2);
  expect(output).toBe(printed);
});

it.each([
  ['dapi-client', 'connect-dapi-client', 0],
  ['evo-sdk that reads', 'connect-evo-sdk', 0],
  ['evo-sdk that writes', 'connect-evo-sdk', 1],
])('the SDK guide shows what the unmodified %s receives', async (_, guide, at) => {
  const page = `docs/how-to/${guide}.md`;
  const program = blocksOf(page, 'js')[at] ?? '';
  const printed = blocksOf(page, 'text')[at];
  const server = new DapikitProcess(['dev', '--port', '0']);
  await server.started();
  const source = program.replace('127.0.0.1:3000', new URL(server.url).host);
  const client = spawn(process.execPath, ['--input-type=module', '--eval', source], { cwd: ROOT });
  let output = '';
  for await (const chunk of client.stdout) {
    output += String(chunk);
    if (output.split('\n').length >= String(printed).split('\n').length) break;
  }
  client.kill();
  await server.stop();
  expect(output).toBe(printed);
});

it('the first tutorial leads from errors to a valid contract', async () => {
  const [broken = '', fixed = ''] = blocksOf('docs/tutorials/first-contract.md', 'json');
  const cwd = folderWith({ 'broken.json': broken, 'note.json': fixed });
  expect((await callDapikit(['check', 'broken.json'], { cwd })).stdout).toContain('2 errors');
  expect((await callDapikit(['check', 'note.json'], { cwd })).code).toBe(0);
});

/** Runs the `npx dapikit platform` lines of a page against a fresh server, and returns what each prints. */
async function runPlatformLines(page: string, cwd: string): Promise<string[]> {
  const server = new DapikitProcess(['dev', '--port', '0']);
  await server.started();
  const lines = blocksOf(page, 'sh')
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith('npx dapikit platform'))
    .map((line) => line.replace('npx dapikit', `'${process.execPath}' '${MAIN}'`));
  const printed = lines.map((line) =>
    execFileSync('bash', ['-c', `${line} --url ${server.url}`], { cwd, encoding: 'utf8' }),
  );
  await server.stop();
  return printed;
}

it('the first tutorial writes and finds a document', async () => {
  const [, fixed = ''] = blocksOf('docs/tutorials/first-contract.md', 'json');
  const cwd = folderWith({ 'note.json': fixed });
  const [, , put = '', found = ''] = await runPlatformLines('docs/tutorials/first-contract.md', cwd);
  expect(JSON.parse(found)).toEqual([JSON.parse(put.slice(put.indexOf('{')))]);
});

it('the README writes and finds a document of the contract that init writes', async () => {
  const cwd = folderWith({});
  expect((await callDapikit(['init', 'notes'], { cwd })).code).toBe(0);
  const [, , put = '', found = ''] = await runPlatformLines('README.md', cwd);
  expect(JSON.parse(found)).toEqual([JSON.parse(put.slice(put.indexOf('{')))]);
});

const LOCAL_PLATFORM = 'docs/tutorials/local-platform.md';
const [shopContract = ''] = blocksOf(LOCAL_PLATFORM, 'json');

it('the platform tutorial shows the output of its program', () => {
  const [program = ''] = blocksOf(LOCAL_PLATFORM, 'js');
  const [printed] = blocksOf(LOCAL_PLATFORM, 'text');
  const cwd = folderWith({ 'shop.json': shopContract });
  const source = program.replace(
    "'@dapikit/platform'",
    JSON.stringify(import.meta.resolve('@dapikit/platform')),
  );
  expect(source).not.toBe(program);
  expect(
    execFileSync(process.execPath, ['--input-type=module', '--eval', source], { cwd, encoding: 'utf8' }),
  ).toBe(printed);
});

it('the platform tutorial writes a document and holds a contest from the command line', async () => {
  const printed = await runPlatformLines(LOCAL_PLATFORM, folderWith({ 'shop.json': shopContract }));
  expect(printed).toHaveLength(10);
  const [, registered, put = '', found = ''] = printed;
  expect(registered).toMatch(/^registered shop \(\w+\), version 1, fee [\d.]+ DASH \(estimate\)\n$/);
  expect(JSON.parse(found)).toEqual([JSON.parse(put.slice(put.indexOf('{')))]);
  const [bob, id] = /bob \((\w+)\)/.exec(printed[4] ?? '') ?? [];
  expect(printed[8]).toContain(`name ["dash"]: won by ${bob}, with `);
  expect(JSON.parse(printed[9] ?? '')).toMatchObject({ status: 'Awarded', winner: { identityId: id } });
});

it('the library guide reports the diagnostics of a contract', () => {
  const [program = ''] = blocksOf('docs/how-to/use-the-libraries.md', 'ts');
  const [contract = ''] = blocksOf('docs/tutorials/first-contract.md', 'json');
  const cwd = folderWith({ 'note.json': contract });
  const source = program.replace(
    "'@dapikit/contract'",
    JSON.stringify(import.meta.resolve('@dapikit/contract')),
  );
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd,
    encoding: 'utf8',
  });
  expect(output).toMatch(/^false false\n(\d+:\d+ [\w-]+: [^\n]+\n){2}$/);
});

it('the decoding guide shows the output of its command and its program', async () => {
  const page = 'docs/how-to/decode-bytes.md';
  const [command = ''] = blocksOf(page, 'sh');
  expect((await callDapikit(command.trim().split(' ').slice(1))).stdout).toBe(blocksOf(page, 'json')[0]);

  const [program = ''] = blocksOf(page, 'ts');
  const transitions = read('fixtures/state-transitions/transitions-4.1.0.jsonl').split('\n');
  const line = transitions.find((text) => text.includes('"identity-credit-transfer-small"')) ?? '{}';
  const { hex }: { hex: string } = JSON.parse(line);
  const source = program.replace(
    "'@dapikit/protocol'",
    JSON.stringify(import.meta.resolve('@dapikit/protocol')),
  );
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', source, hex], {
    encoding: 'utf8',
  });
  expect(output).toMatch(/^identityCreditTransfer \{"\$type":"identityCreditTransfer",.*\}\ntrue\n$/);
});
