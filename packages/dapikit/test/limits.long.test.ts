import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HAS_REDIS, RedisServer } from '../../gateway/test/limits/redis-server.js';
import { DapikitProcess } from './dev-process.js';
import { callDapikit, folderWith } from './run-dapikit.js';

const CALL = '{"jsonrpc":"2.0","method":"getBestBlockHash","id":1}';

async function started(...args: readonly string[]): Promise<DapikitProcess> {
  const dapikit = new DapikitProcess(['dev', '--port', '0', ...args]);
  onTestFinished(() => dapikit.stop().then(() => undefined));
  await dapikit.started();
  return dapikit;
}

async function ask({ url }: DapikitProcess, key?: string): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  const response = await fetch(url, { method: 'POST', headers, body: CALL });
  await response.text();
  return response.status;
}

async function askTimes(count: number, dapikit: DapikitProcess): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) statuses.push(await ask(dapikit));
  return statuses;
}

function fileWith(text: string): string {
  return join(folderWith({ 'keys.json': text }), 'keys.json');
}

const LIMIT = ['--rate-limit', '1', '--rate-burst', '40'];

it.skipIf(!HAS_REDIS)(
  'two gateway processes share a limit (skipped without redis-server)',
  async () => {
    const redis = await RedisServer.start();
    onTestFinished(() => redis.stop());
    const [one, other] = await Promise.all([
      started(...LIMIT, '--redis', redis.url),
      started(...LIMIT, '--redis', redis.url),
    ]);
    expect(await askTimes(15, one)).toEqual(Array.from({ length: 15 }, () => 200));
    expect(await askTimes(6, other)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await ask(one)).toBe(429);
    // A gateway that cannot start lets go of Redis, and so ends.
    const { port } = new URL(one.url);
    const { code, stderr } = await callDapikit(['dev', '--port', port, ...LIMIT, '--redis', redis.url], {
      env: { DAPIKIT_STATE_DIR: folderWith({}) },
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`port ${port} is in use by `)]);
  },
  120_000,
);

describe('dapikit key', () => {
  it('prints a key that a gateway accepts and never stores in plain text', async () => {
    const { stdout, code } = await callDapikit(['key', 'wallet']);
    expect(code).toBe(0);
    const [, key = '', entry = ''] = /^key: +(\S+)\nentry: (.+)\n$/.exec(stdout) ?? [];
    expect(JSON.parse(entry)).toEqual({
      name: 'wallet',
      hash: expect.stringMatching(/^sha256:[\da-f]{64}$/),
    });
    expect(entry).not.toContain(key);
    const dapikit = await started('--api-keys', fileWith(`[${entry}]`), '--require-api-key');
    expect([await ask(dapikit), await ask(dapikit, 'x'), await ask(dapikit, key)]).toEqual([401, 401, 200]);
  });

  it.each([[[]], [['a b']]])('rejects the names %j', async (names) => {
    const { stderr, code } = await callDapikit(['key', ...names]);
    expect(code).toBe(2);
    expect(stderr).toContain('expected a name of 1 to 64 letters, digits, dots and dashes');
  });
});

describe('dapikit dev rejects', () => {
  it.each<[string, readonly string[], string]>([
    [
      'required keys without a list of keys',
      ['--require-api-key'],
      '--require-api-key requires a file of keys',
    ],
    ['a missing file of keys', ['--api-keys', '/nowhere.json'], '/nowhere.json: ENOENT'],
    [
      'an invalid file of keys',
      ['--api-keys', fileWith('[{}]')],
      '/0/name: expected a string, found nothing',
    ],
    ['an invalid trusted proxy', ['--trusted-proxies', '10.0.0.0/8,x'], 'found "x"'],
    ['an invalid Redis URL', ['--rate-limit', '1', '--redis', 'http://u:secret@x'], 'expected redis://'],
  ])('%s', async (_, args, message) => {
    const { stderr, code } = await callDapikit(['dev', '--port', '0', ...args]);
    expect(code).toBeOneOf([1, 2]);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/secret| at /);
  });
});
