import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlatform, openLmdbStore } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DapikitProcess } from './dev-process.js';

interface Response {
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

function shell(line: string): Response {
  return JSON.parse(execFileSync('bash', ['-c', line], { encoding: 'utf8' }));
}

describe('dapikit dev', () => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  let output = '';
  beforeAll(async () => {
    output = await server.started();
  });
  afterAll(() => server.stop());

  it('prints the tip of the chain that it serves', () => {
    const tip = /^Block 620 ([0-9a-f]{64})$/m.exec(output)?.[1];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBestBlockHash' });
    const line = `curl -s ${server.url} -H 'content-type: application/json' -d '${body}'`;
    expect(shell(line)).toMatchObject({ result: tip });
  });

  it('logs in readable form, such as the use of a deprecated method', async () => {
    await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getMnListDiff' }),
    });
    await expect.poll(() => server.stderr).toContain('WARN  deprecated method called');
    expect(server.stderr).not.toContain('{"level"');
  });

  it('starts with few lines, and names the command that lists accounts', () => {
    expect(output.slice(0, output.indexOf('Ready;')).split('\n').length).toBeLessThanOrEqual(12);
    expect(output).toMatch(/^ {2}account {2}y\w{33}, 1,000 DASH$/m);
    expect(output).toContain('in memory; keep it with --state FILE');
    expect(output).toContain('dapikit chain accounts');
  });

  it('has the same chain at every start', async () => {
    const another = new DapikitProcess(['dev', '--port', '0']);
    const outputOfAnother = await another.started();
    await another.stop();
    const shown = /Block 620 [0-9a-f]{64}/;
    expect(shown.exec(outputOfAnother)?.[0]).toBe(shown.exec(output)?.[0]);
    expect(output).toMatch(shown);
  });

  it('serves the studio and prints its URL', async () => {
    const [, studio = ''] = /^ {2}studio {3}(http:\S+)$/m.exec(output) ?? [];
    const response = await fetch(studio, { headers: { accept: 'text/html' } });
    expect(await response.text()).toContain('<title>dapikit studio</title>');
  });

  it('explains what to do when the port is in use', async () => {
    const port = new URL(server.url).port;
    const late = new DapikitProcess(['dev'], { DAPIKIT_PORT: port });
    expect(await late.exit).toBe(1);
    expect(late.stderr).toContain(`port ${port} is in use by `);
    expect(late.stderr).toContain('--port');
  });
});

it('dapikit dev prints no error when its output is closed', async () => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  await server.started();
  server.stopReading();
  expect(await server.stop()).toBe(0);
  expect(server.stderr).toBe('');
});

it('dapikit dev opens the platform without a request for it', async () => {
  const server = new DapikitProcess(['dev', '--port', '0', '--log-level', 'info']);
  await server.started();
  await expect.poll(() => server.stdout, { timeout: 60_000 }).toContain('Platform open\n');
  expect(await server.stop()).toBe(0);
}, 90_000);

it('dapikit dev stops as soon as the platform has a store, and leaves one that the next process opens', async () => {
  const store = join(mkdtempSync(join(tmpdir(), 'dapikit-dev-')), 'platform');
  const args = ['dev', '--port', '0', '--log-level', 'info', '--platform-store', store];
  const stopped = new DapikitProcess(args);
  await stopped.started();
  await expect.poll(() => existsSync(store), { timeout: 60_000, interval: 1 }).toBe(true);
  expect(await stopped.stop()).toBe(0);
  expect(stopped.stderr).not.toMatch(/WARN|ERROR/);

  const next = new DapikitProcess(args);
  await next.started();
  await expect.poll(() => next.stdout, { timeout: 60_000 }).toContain('Platform open\n');
  expect(await next.stop()).toBe(0);
  expect(next.stderr).not.toMatch(/WARN|ERROR/);
}, 180_000);

describe('dapikit dev stops', () => {
  it('with exit code 1 and the reason where it can never open the store of its platform', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-dev-'));
    const server = new DapikitProcess(['dev', '--port', '0', '--platform-store', folder]);
    expect(await server.exit).toBe(1);
    expect(server.stderr).toContain(
      `dapikit dev: platform-store: the platform cannot be opened: the store at ${folder} `,
    );
    expect(server.stderr).not.toContain('WARN');
  }, 90_000);

  it('with exit code 1 where the state of its platform has another layout, and leaves it as it is', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'dapikit-dev-')), 'platform');
    const store = openLmdbStore({ path });
    await (await createPlatform({ store })).close();
    const changed = openLmdbStore({ path });
    // The key of the layout: see packages/platform/src/state/chain/state-layout.ts.
    await changed.write(async (view) => Promise.resolve(view.delete(Uint8Array.of(0x0b))));
    await changed.close();
    const before = readFileSync(path);
    const server = new DapikitProcess(['dev', '--port', '0', '--platform-store', path]);
    expect(await server.exit).toBe(1);
    expect(server.stderr).toContain('has another layout (expected layout ');
    expect(server.stderr).toContain('start with an empty store, or use the dapikit that wrote it');
    expect(readFileSync(path).equals(before)).toBe(true);
  }, 90_000);

  it.each(['SIGTERM', 'SIGINT'] as const)('with exit code 0 at %s', async (signal) => {
    const server = new DapikitProcess(['dev', '--port', '0']);
    await server.started();
    expect(await server.stop(signal)).toBe(0);
    expect(server.stderr).toBe('');
  });
});

describe('dapikit', () => {
  it.each([
    [[], 2, 'Usage: dapikit <command>'],
    [['--help'], 0, 'Usage: dapikit <command>'],
    [['--version'], 0, '0.1.0'],
    [['serve-tea'], 2, 'unknown command "serve-tea"'],
    [['dev', '--help'], 0, '--masternode-changes <blocks>'],
    [['dev', '-h'], 0, '--masternode-changes <blocks>'],
    [['dev', '--prot', '1'], 2, 'unknown option --prot; did you mean --port?'],
    [['chekc'], 2, 'unknown command "chekc"; did you mean check?'],
    [['help', 'dev'], 0, '--masternode-changes <blocks>'],
    [['dev', '--port', '65536'], 2, '--port: expected a whole number from 0 to 65535, found "65536"'],
    [['dev', '--port', '0x10'], 2, '--port: expected a whole number from 0 to 65535, found "0x10"'],
    [
      ['dev', '--mining', 'never'],
      2,
      '--mining: expected on-transaction, or seconds from 0.01 to 86400, found "never"',
    ],
    [['dev', '--mining', '2147484'], 2, '--mining: expected on-transaction, or seconds from 0.01 to 86400'],
    [['dev', '--status-encoding', 'xml'], 2, '--status-encoding: expected one of rs-dapi, protobuf-json'],
    [['dev', '--tls-cert', 'cert.pem'], 2, 'give both --tls-cert and --tls-key'],
    [
      ['dev', '--tls-cert', '/no/cert.pem', '--tls-key', '/no/key.pem'],
      2,
      'tls-cert: /no/cert.pem cannot be read',
    ],
    [['dev', '--host', '192.0.2.1', '--port', '0'], 1, '--host'],
    [['dev', '--state-dir', '/dev/null/x', '--port', '0'], 2, '--state-dir'],
  ] as const)('%j exits with %i and says %s', async (args, code, text) => {
    const command = new DapikitProcess(args);
    expect(await command.exit).toBe(code);
    expect(command.stdout + command.stderr).toContain(text);
    expect(command.stderr).not.toContain('    at ');
  });
});
