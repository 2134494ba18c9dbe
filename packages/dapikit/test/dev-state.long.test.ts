import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DevChain } from '@dapikit/chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DapikitProcess } from './dev-process.js';

const folder = mkdtempSync(join(tmpdir(), 'dapikit-cli-'));
const fileOf = (name: string): string => join(folder, name);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function control(server: DapikitProcess, method: string, params?: object): Promise<unknown> {
  const response = await fetch(`${server.url}dev`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) }),
  });
  const { result, error }: { result?: unknown; error?: unknown } = JSON.parse(await response.text());
  expect(error).toBeUndefined();
  return result;
}

/** Each starts a process or two, on machines that do other things as well. */
const PATIENCE = { timeout: 60_000 };

describe('dapikit dev --state', PATIENCE, () => {
  it('resumes the stored chain', async () => {
    const file = fileOf('kept.dump');
    const args = ['dev', '--port', '0', '--state', file, '--mnemonic', 'words of my own'];
    const first = new DapikitProcess(args);
    await first.started();
    await control(first, 'mine', { count: 7 });
    await control(first, 'addFault', { kind: 'drop' });
    const state = await control(first, 'getState');
    expect(await first.stop()).toBe(0);
    expect(first.stdout).toContain(`the chain is in ${file}, at height 627`);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const second = new DapikitProcess(args);
    expect(await second.started()).toContain('Block 627 ');
    expect(await control(second, 'getState')).toEqual(state);
    expect(await control(second, 'listFaults')).toHaveLength(1);
    await control(second, 'mine');
    expect(await second.stop('SIGINT')).toBe(0);
    expect(DevChain.load(readFileSync(file)).tip().height).toBe(628);
  });

  it('saves the chain when the reader of its output is gone', async () => {
    const file = fileOf('unread.dump');
    const server = new DapikitProcess(['dev', '--port', '0', '--state', file]);
    await server.started();
    await control(server, 'mine', { count: 3 });
    server.stopReading();
    // It prints the block.
    await control(server, 'mine');
    expect(await server.exit).toBe(0);
    expect(DevChain.load(readFileSync(file)).tip().height).toBe(624);
  });

  it('saves the chain before it waits for requests, and a second signal does not end it', async () => {
    const file = fileOf('waiting.dump');
    const server = new DapikitProcess(['dev', '--port', '0', '--state', file]);
    await server.started();
    await control(server, 'mine', { count: 2 });
    const { port, hostname } = new URL(server.url);
    const unfinished = connect(Number(port), hostname).on('error', () => undefined);
    unfinished.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
    await control(server, 'getState');
    server.kill('SIGHUP');
    await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
    server.kill('SIGINT');
    server.kill('SIGTERM');
    unfinished.destroy();
    expect(await server.exit).toBe(0);
    expect(server.stdout).toContain('at height 622');
    expect(DevChain.load(readFileSync(file)).tip().height).toBe(622);
  });

  it('removes at its start what a killed process left of the file', async () => {
    const file = fileOf('drafts.dump');
    writeFileSync(fileOf('.drafts.dump.99999999.tmp'), 'half of it');
    writeFileSync(fileOf('.other.dump.99999999.tmp'), 'of another file');
    const server = new DapikitProcess(['dev', '--port', '0', '--state', file]);
    await server.started();
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual(['.other.dump.99999999.tmp']);
    expect(await server.stop()).toBe(0);
  });

  it('saves the chain periodically with --state-interval', async () => {
    const file = fileOf('meanwhile.dump');
    const server = new DapikitProcess(['dev', '--port', '0', '--state', file, '--state-interval', '1']);
    await server.started();
    await control(server, 'mine', { count: 3 });
    await expect.poll(() => heightIn(file), { timeout: 60_000 }).toBe(623);
    server.kill('SIGKILL');
    await server.exit;
    expect(heightIn(file)).toBe(623);
  });
});

function start(file: string): DapikitProcess {
  return new DapikitProcess(['dev', '--port', '0', '--state', file, '--state-interval', '1']);
}

describe('a state file in use', PATIENCE, () => {
  it('is rejected for a second process, with the id of the first, until that ends', async () => {
    const file = fileOf('shared.dump');
    const first = start(file);
    await first.started();
    const second = start(file);
    expect(await second.exit).toBe(1);
    expect(second.stderr).toContain(`${file}: process ${first.pid} uses this file`);
    await control(first, 'mine', { count: 2 });
    expect(await first.stop()).toBe(0);
    const third = start(file);
    expect(await third.started()).toContain('Block 622 ');
    expect(await third.stop()).toBe(0);
    expect(readdirSync(folder).filter((name) => name.includes('shared'))).toEqual(['shared.dump']);
  });

  it('is released by a killed process, whose temporary files are removed', async () => {
    const file = fileOf('killed.dump');
    const first = start(file);
    await first.started();
    first.kill('SIGKILL');
    await first.exit;
    expect(readdirSync(folder)).toContain('.killed.dump.lock');
    writeFileSync(fileOf(`.killed.dump.${first.pid}.tmp`), 'half of a du');
    const second = start(file);
    await second.started();
    expect(readdirSync(folder)).not.toContain(`.killed.dump.${first.pid}.tmp`);
    expect(await second.stop()).toBe(0);
    expect(readdirSync(folder).filter((name) => name.includes('killed'))).toEqual(['killed.dump']);
  });

  it('is released when the start fails', async () => {
    const file = fileOf('failing.dump');
    writeFileSync(file, 'no dump');
    expect(await start(file).exit).toBe(1);
    expect(readdirSync(folder)).not.toContain('.failing.dump.lock');
  });
});

function heightIn(file: string): number | undefined {
  try {
    return DevChain.load(readFileSync(file)).tip().height;
  } catch {
    return undefined;
  }
}

describe('dapikit dev --load', PATIENCE, () => {
  it('starts with the chain of a dump without changing it, and --dump-on-exit writes another', async () => {
    const chain = new DevChain({ mining: 'manual' });
    chain.mine(2);
    const [loaded, written] = [fileOf('loaded.dump'), fileOf('written.dump')];
    writeFileSync(loaded, chain.dump());
    const flags = ['--load', loaded, '--dump-on-exit', written, '--mining', '0.05'];
    const server = new DapikitProcess(['dev', '--port', '0', ...flags]);
    await server.started();
    // A slow start has mined more before it prints its first block.
    await expect
      .poll(() => server.stdout, { timeout: 60_000 })
      .toMatch(/Block (?:5[3-9]\d|[6-9]\d\d|\d{4,}) /);
    expect(await server.stop()).toBe(0);
    expect(Buffer.compare(readFileSync(loaded), chain.dump())).toBe(0);
    const again = DevChain.load(readFileSync(written), { mining: 'manual' });
    expect(again.tip().height).toBeGreaterThanOrEqual(530);
    expect(await again.blockHash(522)).toBe(chain.tip().hash);
  });

  it('prints no account if none has funds', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const [first] = chain.accounts;
    for (const account of chain.accounts) {
      const coins = chain.balance(account) - 100_000n;
      await chain.sendTransaction(chain.transfer(account, { ...first!, scriptPubKey: BURNT }, coins));
    }
    chain.mine(1);
    writeFileSync(fileOf('poor.dump'), chain.dump());
    const server = new DapikitProcess(['dev', '--port', '0', '--load', fileOf('poor.dump')]);
    const output = await server.started();
    expect(output).not.toMatch(/^ {2}account/m);
    await server.stop();
  });
});

/** Pays to a hash whose key nobody has. */
const BURNT = Uint8Array.from([0x76, 0xa9, 0x14, ...new Uint8Array(20), 0x88, 0xac]);

describe('dapikit dev', PATIENCE, () => {
  beforeAll(() => {
    writeFileSync(fileOf('damaged.dump'), new DevChain({ mining: 'manual' }).dump().subarray(0, -1));
    writeFileSync(fileOf('own.dump'), new DevChain({ mining: 'manual', mnemonic: 'own' }).dump());
    writeFileSync(fileOf('anvil.json'), '{"block":{"number":"0x1"}}');
  });

  it.each<[string[], number, string]>([
    [['--load', 'missing.dump'], 2, 'missing.dump: no such file or folder'],
    [['--load', '.'], 2, '.: it is a folder, not a file'],
    [['--load', 'anvil.json'], 1, 'anvil.json: expected a dump'],
    [['--state', 'anvil.json'], 1, 'anvil.json: expected a dump'],
    [['--load', 'damaged.dump'], 1, 'start without it, or delete it'],
    [['--load', 'own.dump', '--mnemonic', 'other'], 1, 'found one with another mnemonic'],
    [['--dump-on-exit', 'no/folder/x.dump'], 2, 'no/folder/x.dump: no such file or folder'],
    [['--state', '.'], 2, '.: it is not a regular file'],
    [['--state', 'a', '--load', 'b'], 2, '--state cannot be combined with --load or --dump-on-exit'],
    [['--state-interval', '5'], 2, '--state-interval requires --state or --dump-on-exit'],
    [
      ['--state', 'a', '--state-interval', '0'],
      2,
      '--state-interval: expected a whole number from 1 to 86400',
    ],
  ])('%j exits with %i and says %s', async (flags, code, text) => {
    const command = new DapikitProcess(['dev', '--port', '0', ...flags], {}, folder);
    expect(await command.exit).toBe(code);
    expect(command.stderr).toContain(text);
    expect(command.stderr).not.toContain('    at ');
  });
});
