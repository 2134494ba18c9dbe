import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { CoreNode, credentialsFile } from '@dapikit/chain/core-node';
import { afterEach, describe, expect, it } from 'vitest';
import { DapikitProcess } from './dev-process.js';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

function dev(...args: readonly string[]): DapikitProcess {
  const server = new DapikitProcess(['dev', '--port', '0', ...args]);
  endings.push(() => server.stop());
  return server;
}

describe('dapikit dev --node-rpc', () => {
  it('prints a working RPC command and publishes ZMQ messages', async () => {
    const server = dev('--node-rpc', '0', '--node-zmq', '0');
    const output = await server.started();
    const [, url, cookieFile] = /RPC at (\S+) \(user and password in (.*)\)/.exec(output) ?? [];
    const line = output.split('\n').find((one) => one.startsWith('  curl -s --user'));
    const told: unknown = JSON.parse(execFileSync('bash', ['-c', line!], { encoding: 'utf8' }));
    expect(told).toMatchObject({ result: { chain: 'regtest', blocks: 620 }, error: null });
    const node = new CoreNode({ url: url!, credentials: credentialsFile(cookieFile!) });
    endings.push(() => node.close());
    node.watchBlocks(() => undefined);
    await expect.poll(() => node.health().notifications).toBe('connected');
    expect(output).toMatch(/ZMQ at tcp:\/\/127\.0\.0\.1:\d+\n/);
    expect(existsSync(cookieFile!)).toBe(true);
    endings.pop();
    await node.close();
    expect(await server.stop()).toBe(0);
    expect(existsSync(cookieFile!)).toBe(false);
    expect(server.stderr).toBe('');
  });

  it('accepts a user and a password', async () => {
    const output = await dev('--node-rpc', '0', '--node-user', 'ann', '--node-password', 'p:w').started();
    const [, url] = /RPC at (\S+) \(user ann\)/.exec(output) ?? [];
    expect(output).not.toContain('p:w');
    const node = new CoreNode({ url: url!, credentials: { user: 'ann', password: 'p:w' } });
    endings.push(() => node.close());
    expect(await node.tip()).toMatchObject({ height: 620 });
  });

  it('prints no emulator without its option', async () => {
    expect(await dev().started()).not.toContain('Dash Core');
  });

  it.each([
    [['--node-zmq', '0'], '--node-zmq requires --node-rpc'],
    [['--node-rpc', '0', '--node-user', 'ann'], 'give both --node-user and --node-password'],
    [['--node-rpc', '65536'], 'expected a whole number from 0 to 65535'],
  ])('rejects %j', async (args, why) => {
    const server = dev(...args);
    expect(await server.exit).toBe(2);
    expect(server.stderr).toContain(why);
  });

  it.each([
    ['--node-rpc', []],
    ['--node-zmq', ['--node-rpc', '0']],
  ])('explains what to do when the port of %s is in use', async (flag, needed) => {
    const taken = createServer().listen(0, '127.0.0.1');
    endings.push(() => taken.close());
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const server = dev(...needed, flag, port);
    expect(await server.exit).toBe(1);
    expect(server.stderr).toContain(flag);
  });

  it('stops when the port of the gateway is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    endings.push(() => taken.close());
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const server = new DapikitProcess(['dev', '--port', port, '--node-rpc', '0', '--node-zmq', '0']);
    endings.push(() => server.stop());
    expect(await server.exit).toBe(1);
    expect(server.stderr).toContain('--port');
  });
});
