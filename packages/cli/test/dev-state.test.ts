import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
const PATIENCE = { timeout: 30_000 };

describe('dapikit dev --state', PATIENCE, () => {
  it('goes on where it was stopped', async () => {
    const file = fileOf('kept.dump');
    const args = ['dev', '--port', '0', '--state', file, '--mnemonic', 'words of my own'];
    const first = new DapikitProcess(args);
    await first.started();
    await control(first, 'mine', { count: 7 });
    await control(first, 'addFault', { kind: 'drop' });
    const state = await control(first, 'getState');
    expect(await first.stop()).toBe(0);
    expect(first.stdout).toContain(`the chain is in ${file}, at height 527`);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const second = new DapikitProcess(args);
    expect(await second.started()).toContain('Block 527 ');
    expect(await control(second, 'getState')).toEqual(state);
    expect(await control(second, 'listFaults')).toHaveLength(1);
    await control(second, 'mine');
    expect(await second.stop('SIGINT')).toBe(0);
    expect(DevChain.load(readFileSync(file)).tip().height).toBe(528);
  });

  it('keeps the chain meanwhile with --state-interval', async () => {
    const file = fileOf('meanwhile.dump');
    const server = new DapikitProcess(['dev', '--port', '0', '--state', file, '--state-interval', '1']);
    await server.started();
    await control(server, 'mine', { count: 3 });
    await expect.poll(() => heightIn(file), { timeout: 10_000 }).toBe(523);
    server.kill('SIGKILL');
    await server.exit;
    expect(heightIn(file)).toBe(523);
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
  it('begins with the chain of a dump and leaves its file alone, and --dump-on-exit writes another', async () => {
    const chain = new DevChain({ mining: 'manual' });
    chain.mine(2);
    const [loaded, written] = [fileOf('loaded.dump'), fileOf('written.dump')];
    writeFileSync(loaded, chain.dump());
    const flags = ['--load', loaded, '--dump-on-exit', written, '--mining', '0.05'];
    const server = new DapikitProcess(['dev', '--port', '0', ...flags]);
    await server.started();
    await expect.poll(() => server.stdout, { timeout: 10_000 }).toContain('Block 530 ');
    expect(await server.stop()).toBe(0);
    expect(readFileSync(loaded)).toEqual(Buffer.from(chain.dump()));
    const again = DevChain.load(readFileSync(written), { mining: 'manual' });
    expect(again.tip().height).toBeGreaterThanOrEqual(530);
    expect(await again.blockHash(522)).toBe(chain.tip().hash);
  });

  it('shows no payment where no account has anything left', async () => {
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
    expect(output.match(/^curl /gm)).toHaveLength(5);
    expect(output).not.toContain('sendRawTransaction');
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
    [['--load', 'missing.dump'], 2, 'there is no file missing.dump'],
    [['--load', '.'], 2, '. cannot be read: EISDIR'],
    [['--load', 'anvil.json'], 1, 'anvil.json: expected a dump'],
    [['--state', 'anvil.json'], 1, 'anvil.json: expected a dump'],
    [['--load', 'damaged.dump'], 1, 'start without it, or delete it'],
    [['--load', 'own.dump', '--mnemonic', 'other'], 1, 'found one of other words'],
    [['--dump-on-exit', 'no/folder/x.dump'], 1, 'no/folder/x.dump cannot be written: ENOENT'],
    [['--state', '.'], 1, '. cannot be written: it is no file'],
    [['--state', 'a', '--load', 'b'], 2, '--state does what --load and --dump-on-exit do'],
    [['--state-interval', '5'], 2, '--state-interval goes with --state or --dump-on-exit'],
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
