import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RPC_METHODS } from '@dapikit/chain/core-node';
import { DapikitProcess } from './dev-process.js';
import { folderWith, MAIN, runDapikit } from './run-dapikit.js';

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const DEFAULT_URL = 'http://127.0.0.1:3000/';

/** Every `curl` line of the README with the answer that is printed below it. */
const examples = [
  ...README.matchAll(/```sh\n(?<call>curl [^\n]*)\n```\n\n```json\n(?<answer>[^\n]*)\n```/g),
].map(({ groups }) => [groups?.['call'] ?? '', groups?.['answer'] ?? ''] as const);

const server = new DapikitProcess(['dev', '--port', '0']);
beforeAll(() => server.started());
afterAll(() => server.stop());

it('the README has calls with answers', () => {
  expect(examples.length).toBeGreaterThan(1);
});

it.each(examples)('%s', (call, answer) => {
  const line = call.replace(DEFAULT_URL, server.url);
  expect(execFileSync('bash', ['-c', line], { encoding: 'utf8' })).toBe(answer);
});

it('the README lets the gateway make every call that it makes', () => {
  const [, listed = ''] = /^rpcwhitelist=dapi:(\S+)$/m.exec(README) ?? [];
  expect(listed.split(',').toSorted()).toEqual([...RPC_METHODS].toSorted());
});

it('the README shows what dapikit check says of the contract in it', () => {
  const [, contract = ''] = /`note\.json`,\n\n```json\n([^]*?\n)```/.exec(README) ?? [];
  const [, output] = /npx dapikit check note\.json\n[^]*?```text\n([^]*?)```/.exec(README) ?? [];
  const cwd = folderWith({ 'note.json': contract });
  expect(runDapikit(['check', 'note.json'], { cwd }).stdout).toBe(output);
});

it('the README shows what a subscriber prints', async () => {
  const [, program = '', printed = ''] =
    /```js\n(import \{ WebSocket \}[^]*?)```\n\n[^\n]*\n\n```text\n([^]*?)```/.exec(README) ?? [];
  // The calls above have mined blocks.
  const another = new DapikitProcess(['dev', '--port', '0']);
  await another.started();
  const url = another.url.replace(/^http/, 'ws');
  const source = program.replace(DEFAULT_URL.replace(/^http/, 'ws'), url);
  const client = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  let output = '';
  for await (const chunk of client.stdout) {
    output += String(chunk);
    if (output.split('\n').length >= printed.split('\n').length) break;
  }
  client.kill();
  await another.stop();
  expect(printed.split('\n').length).toBeGreaterThan(2);
  // More blocks are behind them where a call of the README mined some.
  expect(output.slice(0, printed.length)).toBe(printed);
});

/** The section about the platform: its contract, the program, and what that prints. */
const PLATFORM = /## A platform on this machine\n([^]*?)\n## /.exec(README)?.[1] ?? '';
const shopContract = /```json\n([^]*?)```/.exec(PLATFORM)?.[1] ?? '';

it('the README shows what a program on a platform prints', () => {
  const [, program = '', printed] = /```js\n([^]*?)```\n\nprints\n\n```text\n([^]*?)```/.exec(PLATFORM) ?? [];
  const cwd = folderWith({ 'shop.json': shopContract });
  const from = import.meta.resolve('@dapikit/platform');
  const source = program.replace("'@dapikit/platform'", JSON.stringify(from));
  expect(source).not.toBe(program);
  expect(
    execFileSync(process.execPath, ['--input-type=module', '--eval', source], { cwd, encoding: 'utf8' }),
  ).toBe(printed);
});

it('the README shows commands that write and find a document, and hold a contest', () => {
  const [, lines = ''] = /```sh\n(npx dapikit platform [^]*?)```/.exec(PLATFORM) ?? [];
  const cwd = folderWith({ 'shop.json': shopContract });
  const answers = lines
    .trim()
    .split('\n')
    .map((line) => line.replace('npx dapikit', `'${process.execPath}' '${MAIN}'`))
    .map((line) =>
      execFileSync('bash', ['-c', `${line} --url ${server.url}platform`], { cwd, encoding: 'utf8' }),
    );
  expect(answers).toHaveLength(10);
  const [, registered, put = '', found = ''] = answers;
  expect(registered).toMatch(/^registered \w+, version 1, fee [\d.]+ DASH\n$/);
  expect(JSON.parse(found)).toEqual([JSON.parse(put.slice(put.indexOf('{')))]);
  const bob = /^identity (\w+)/.exec(answers[4] ?? '')?.[1];
  expect(answers[8]).toContain(`name ["dash"]: won by ${bob}, with `);
  expect(JSON.parse(answers[9] ?? '')).toMatchObject({ status: 'Awarded', winner: { identityId: bob } });
}, 60_000);
