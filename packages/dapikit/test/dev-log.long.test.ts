import { afterEach, expect, it } from 'vitest';
import { DapikitProcess } from './dev-process.js';
import { runDapikit } from './run-dapikit.js';

/** A response of these tests. */
interface Response {
  readonly result: { readonly id: string; readonly contractId: string };
}

const servers: DapikitProcess[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => server.stop()));
});

/** Starts a network whose platform is open, and returns it with what calls it. */
async function start(...args: readonly string[]) {
  const server = new DapikitProcess(['dev', '--port', '0', ...args]);
  servers.push(server);
  const output = await server.started();
  await expect.poll(() => server.stdout, { timeout: 60_000 }).toContain('Platform open\n');
  const [, url = ''] = /address\s+(\S+)/.exec(output) ?? [];
  const call = async (path: string, method: string, params?: object): Promise<Response> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer of-a-client' };
    const response = await fetch(new URL(path, url), { method: 'POST', headers, body });
    const answer: Response = JSON.parse(await response.text());
    return answer;
  };
  return { server, url, call };
}

const CONTRACT = {
  card: {
    type: 'object',
    properties: { name: { type: 'string', maxLength: 9, position: 0 } },
    additionalProperties: false,
  },
};

it('dapikit dev prints one line a request and one a transition, with the reason of a rejection', async () => {
  const { server, call } = await start();
  await call('/', 'getBlockHash', { height: 3 });
  await call('/', 'getBlockHash', { height: 99_999 });
  const { result: me } = await call('/platform', 'createIdentity', { seed: 'me' });
  const { result: registered } = await call('/platform', 'registerContract', {
    by: me.id,
    contract: CONTRACT,
  });
  const { contractId } = registered;
  const card = { by: me.id, contractId, documentType: 'card' };
  await call('/platform', 'createDocument', { ...card, data: { name: 'Ann' } });
  await call('/platform', 'createDocument', { ...card, data: { name: 'a name that is too long' } });
  await call('/dev', 'getState');
  await expect.poll(() => server.stderr).toContain('getState');
  const lines = server.stderr.split('\n').map((line) => line.replace(/^[\d:]{8} /, ''));
  const short = contractId.slice(0, 8);
  expect(lines).toContainEqual(
    expect.stringMatching(/^\/ {10}getBlockHash height=3 {2}→ [\da-f]{8}… {2}[\d.]+ ms$/),
  );
  expect(lines).toContainEqual(
    expect.stringMatching(/getBlockHash height=99999 {2}error -32602 height-out-of-range at/),
  );
  expect(lines).toContainEqual('executed  identityCreate me  unsigned');
  expect(lines).toContainEqual(
    expect.stringMatching(
      new RegExp(`^block \\d+  documentCreate card of ${short}…  by me  0\\.0\\d+ DASH  unsigned$`),
    ),
  );
  const rejected = lines.findIndex((line) =>
    line.startsWith(`rejected 10101 JsonSchemaError  documentCreate card of ${short}…  by me  charged `),
  );
  expect(lines.slice(rejected + 1, rejected + 3).map((line) => line.trim())).toEqual([
    '/name: "a name that is too long" has 23 characters: the maximum is 9',
    'dapikit explain 10101',
  ]);
  expect(server.stderr).not.toContain('of-a-client');
  // The accounts of getState have private keys.
  expect(server.stderr).not.toMatch(/\bc[1-9A-HJ-NP-Za-km-z]{51}\b/);
}, 90_000);

it('dapikit dev --quiet prints neither requests nor transitions nor blocks', async () => {
  const { server, call } = await start('--quiet');
  await call('/platform', 'createIdentity', { seed: 'me' });
  expect(await call('/dev', 'mine', { count: 1 })).toHaveProperty('result');
  expect(server.stderr).toBe('');
  expect(server.stdout).not.toContain('Block 621');
}, 90_000);

it('dapikit platform trace shows the steps of bytes, of a sent transition, and says where none are kept', async () => {
  const { call, url } = await start();
  const trace = (what: string) => runDapikit(['platform', 'trace', what, '--url', url]);
  const unreadable = trace('fa01');
  expect(unreadable.stdout).toMatch(/^unreadable: rejected .*\(dry run: nothing has changed\)\n/);
  expect(unreadable.stdout).toContain('\nx decode\n');
  const id = /\n {2}id {7}([\da-f]{64})\n/.exec(unreadable.stdout)?.[1] ?? '';
  expect(trace(id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`none of the last 1,000 signed transitions has the hash ${id}`),
  });
  await call('/platform', 'broadcastStateTransition', { stateTransition: '+gE=' });
  expect(trace(id).stdout).toMatch(/^unreadable: rejected [^(\n]*\n[^]*\nx decode\n/);
}, 90_000);

it('dapikit platform rejections shows why transitions were rejected', async () => {
  const { call, url } = await start();
  const { result: me } = await call('/platform', 'createIdentity', { seed: 'me' });
  const { result } = await call('/platform', 'registerContract', { by: me.id, contract: CONTRACT });
  const card = { by: me.id, contractId: result.contractId, documentType: 'card' };
  await call('/platform', 'createDocument', { ...card, data: { nosuch: 1 } });
  const { code, stdout } = runDapikit(['platform', 'rejections', '--url', url]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    new RegExp(
      `^1\\. {2}[\\d:]{8} UTC {2}10101 {2}JsonSchemaError {2}documentCreate card of ${result.contractId}\n`,
    ),
  );
  expect(stdout).toContain(`\n  by       me (${me.id})\n`);
  expect(stdout).toContain('\n  sent     as an unsigned call\n  explain  dapikit explain 10101\n');
  expect(stdout).toContain('"nosuch": 1');
  const report = runDapikit(['platform', 'fee-report', '--url', url]).stdout;
  expect(report).toMatch(/^ +action +count +rejected +lowest +average +highest\n/);
  expect(report).toMatch(new RegExp(`\n +documentCreate card of ${result.contractId} +1 +1 +0\\.0`));
}, 90_000);
