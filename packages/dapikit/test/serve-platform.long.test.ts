import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashApiKey, makeApiKey } from '@dapikit/gateway';
import { createPlatform, openLmdbStore, openPostgresStore } from '@dapikit/platform';
import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HAS_LITECOIND, LitecoinNode } from '../../chain/test/litecoin-node.js';
import { FaultProxy } from '../../gateway/test/faults/fault-proxy.js';
import { postgresPrograms, startPostgres, type PostgresServer } from '../../platform/test/postgres-server.js';
import { keysFrom, signed, UNSIGNED } from '../../platform/test/signer.js';
import { callDapikit, folderWith } from './run-dapikit.js';
import { Served } from './served.js';
import { StallingRelay } from './stalling-relay.js';

const programs = postgresPrograms();
const HAS_ALL = HAS_LITECOIND && programs !== undefined;
if (!HAS_ALL && process.env['CI'] !== undefined) throw new Error('litecoind and PostgreSQL are needed here');

/** What is answered to a call, over a connection of its own: workers take turns. */
async function call(
  url: string,
  method: string,
  params?: object,
  headers: Readonly<Record<string, string>> = {},
) {
  const request = httpRequest(url, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  });
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return JSON.parse(text);
}

/** Runs `dapikit platform` against a gateway. */
const run = async (url: string, ...args: string[]) =>
  callDapikit(['platform', ...args, '--url', url], { cwd: folderWith({}) });

const file = (): string => join(folderWith({}), 'platform');
/** Where operators call the platform, who may write. */
const at = ({ admin }: Served): string => `${admin}platform`;
/** Where clients call it. */
const forClients = ({ at: url }: Served): string => `${url}platform`;

describe.skipIf(!HAS_ALL)('the platform of dapikit serve', () => {
  let node: LitecoinNode;
  let server: PostgresServer;
  const running: Served[] = [];
  const proxies: FaultProxy[] = [];
  beforeAll(async () => {
    [node, server] = await Promise.all([LitecoinNode.start(), startPostgres(programs ?? '')]);
    await node.mine(3);
  });
  afterEach(async () => {
    for (const served of running.splice(0)) await served.stop();
    for (const proxy of proxies.splice(0)) await proxy.stop();
  });
  afterAll(async () => Promise.all([node.stop(), server.stop()]));

  /** A database of its own. */
  function database(name: string): string {
    execFileSync(join(programs ?? '', 'createdb'), ['--maintenance-db', server.url, name]);
    return server.url.replace(/postgres$/, name);
  }

  const start = (store: string, ...args: string[]): Served => {
    const served = new Served(['serve', '--port', '0', '--admin-port', '0', ...args], {
      DAPIKIT_STATE_DIR: folderWith({}),
      DAPIKIT_RATE_LIMIT: '0',
      DAPIKIT_NODES: `${node.url}?credentials-file=${node.cookie}`,
      DAPIKIT_PLATFORM_STORE: store,
      DAPIKIT_PLATFORM_WRITES: args.some((arg) => /^--(?:config|platform-writes)$/.test(arg)) ? '' : 'admin',
    });
    running.push(served);
    return served;
  };
  const STORES: readonly [string, () => string][] = [
    ['LMDB', file],
    ['PostgreSQL', () => database('shared')],
  ];

  it.each(STORES)('is shared by all workers and persists through a restart, on %s', async (_, place) => {
    const store = place();
    const served = await start(store, '--workers', '2').serving();
    await vi.waitFor(() => expect(served.lines('listening')).toHaveLength(2), { timeout: 60_000 });
    const made = await Promise.all(Array.from({ length: 20 }, () => call(at(served), 'createIdentity')));
    const ids = made.map(({ result }) => result.id);
    expect(new Set(ids).size).toBe(20);
    const found = await Promise.all(ids.map((id) => call(forClients(served), 'getIdentity', { id })));
    expect(found.map(({ result }) => result.id)).toEqual(ids);
    const pids = new Set(served.lines('listening').map(({ pid }) => pid));
    expect(pids.size).toBe(2);
    const metrics = await (await fetch(`${served.admin}metrics`)).text();
    expect(metrics).toContain('dapikit_calls_total{method="platform.createIdentity",outcome="ok"} 20');
    expect(metrics).toContain('dapikit_platform_up 1');
    // Layer 1 is as high as the blocks of the platform say.
    await vi.waitFor(
      async () => expect((await call(at(served), 'mineBlock')).result.block).toMatchObject({ coreHeight: 3 }),
      { timeout: 20_000 },
    );
    expect(await served.stop()).toBe(0);
    expect(served.lines('closed')).toHaveLength(2);
    running.splice(0);

    const again = await start(store).serving();
    expect((await call(at(again), 'getIdentity', { id: ids[7] })).result.id).toBe(ids[7]);
  });

  it('collects blocks in two processes, and answers for those of the other one', async () => {
    const url = database('collected');
    const [one, other] = await Promise.all(
      [1, 2].map(async () => start(url, '--platform-block-time', '400').serving()),
    );
    if (one === undefined || other === undefined) throw new Error('two gateways run');
    const keys = keysFrom(300).map(({ data, ...key }) => ({
      ...key,
      data: typeof data === 'string' ? data : Buffer.from(data ?? []).toString('hex'),
    }));
    const { result: alice } = await call(at(one), 'createIdentity', { credits: '100000000000', keys });
    const { result: bob } = await call(at(other), 'createIdentity');
    const sent = [1n, 2n, 3n].map((nonce) =>
      signed(
        {
          ...UNSIGNED,
          type: 'identityCreditTransfer',
          formatVersion: 0,
          identityId: base58.decode(alice.id),
          recipientId: base58.decode(bob.id),
          amount: 1_000_000n,
          nonce,
        },
        300,
        3,
      ),
    );
    const ids: string[] = [];
    for (const bytes of sent) {
      const stateTransition = Buffer.from(bytes).toString('base64');
      ids.push((await call(at(one), 'broadcastStateTransition', { stateTransition })).result.id);
    }
    const made = await Promise.all(
      [one, other, other, one].map(async (to) => call(at(to), 'createIdentity')),
    );
    expect(new Set(made.map(({ result }) => result.id)).size).toBe(4);
    const executed = await vi.waitFor(
      async () => {
        const found = await Promise.all(ids.map(async (id) => call(at(other), 'getStateTransition', { id })));
        expect(found.every(({ result }) => result !== null && result.rejection === undefined)).toBe(true);
        return found;
      },
      { timeout: 20_000 },
    );
    const heights = executed.map(({ result }) => Number(result.block.height));
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    const [{ result: here }, { result: there }] = await Promise.all(
      [one, other].map(async (to) => call(at(to), 'status')),
    );
    expect(here.block).toEqual(there.block);
    // Nine changes were made in fewer blocks.
    expect(Number(here.block.height)).toBeLessThan(9);
    expect((await call(at(other), 'verify')).result).toMatchObject({ ok: true });
  });

  it('shares time advanced by one of the workers', async () => {
    const served = await start(file(), '--workers', '2').serving();
    await vi.waitFor(() => expect(served.lines('listening')).toHaveLength(2), { timeout: 60_000 });
    const moved = await call(at(served), 'advanceTime', { milliseconds: 3_600_000 });
    const { time } = moved.result[0].block;
    expect(time).toBeGreaterThanOrEqual(Date.now() + 3_500_000);
    for (let look = 0; look < 8; look += 1) {
      const { result } = await call(at(served), 'status');
      expect(result.time).toBeGreaterThanOrEqual(time);
      expect((await call(at(served), 'mineBlock')).result.block.time).toBeGreaterThanOrEqual(time);
    }
    const { result: snapshot } = await call(at(served), 'snapshot');
    await call(at(served), 'advanceTime', { milliseconds: 3_600_000 });
    await call(at(served), 'revert', snapshot);
    // The state is that of the snapshot, the time is not.
    expect((await call(at(served), 'status')).result.time).toBeGreaterThanOrEqual(time);
  });

  it('is reported by getStatus unless a live platform is configured', async () => {
    const served = await start(file()).serving();
    await call(at(served), 'createIdentity');
    const facts = await vi.waitFor(
      async () => {
        const { v0 } = (await call(served.at, 'getStatus')).result.version;
        expect(v0.chain).toMatchObject({ latest_block_height: 1 });
        return v0;
      },
      { timeout: 60_000 },
    );
    expect(facts).toMatchObject({
      version: { protocol: { drive: { current: 13 } } },
      network: { chain_id: 'dapikit-regtest' },
    });
    const live = await start(file(), '--tenderdash-url', 'http://127.0.0.1:1').serving();
    expect((await call(live.at, 'getStatus')).result.version.v0).toMatchObject({
      chain: null,
      network: null,
    });
  });

  it('reports that its database is unavailable, and recovers with it', async () => {
    const url = new URL(database('away'));
    const proxy = await FaultProxy.start(Number(url.port));
    proxies.push(proxy);
    url.port = new URL(proxy.url).port;
    const served = await start(url.href).serving();
    const { result } = await call(at(served), 'createIdentity');
    await proxy.set('reject');
    await vi.waitFor(
      async () =>
        expect((await call(at(served), 'getIdentity', { id: result.id })).error).toMatchObject({
          code: -32003,
          data: { reason: 'store-unavailable' },
        }),
      { timeout: 20_000 },
    );
    const ready = async (): Promise<unknown[]> => {
      const response = await fetch(`${served.at}readyz`);
      return [response.status, Object(await response.json()).platform];
    };
    await vi.waitFor(async () => expect(await ready()).toEqual([200, 'away']), { timeout: 60_000 });
    expect((await call(served.at, 'getStatus')).result.version.v0).toMatchObject({ chain: null });
    expect((await call(served.at, 'getBlockHash', { height: 3 })).result).toMatch(/^[0-9a-f]{64}$/);
    expect(await (await fetch(`${served.admin}metrics`)).text()).toContain('dapikit_platform_up 0');
    expect(served.lines('store unavailable')[0]).toMatchObject({ method: 'getIdentity' });
    expect(served.lines('node unavailable')).toEqual([]);

    await proxy.set(undefined);
    await vi.waitFor(async () => expect(await ready()).toEqual([200, 'up']), { timeout: 60_000 });
    expect((await call(at(served), 'getIdentity', { id: result.id })).result.id).toBe(result.id);
    expect(served.lines('platform store unavailable')).toHaveLength(1);
    expect(served.lines('platform store available')).toHaveLength(1);
  });

  it('finishes the current write at SIGTERM', async () => {
    const url = database('drained');
    const served = await start(url).serving();
    const store = await openPostgresStore({ url });
    const gate = new EventEmitter();
    const released = once(gate, 'release');
    // Writers come one at a time, those of other processes included.
    let isHolding = false;
    const holding = store.write(async () => {
      isHolding = true;
      await released;
    });
    await vi.waitFor(() => expect(isHolding).toBe(true), { timeout: 60_000 });
    const answer = call(at(served), 'createIdentity');
    await sleep(300);
    served.kill('SIGTERM');
    await vi.waitFor(() => expect(served.lines('stopping')).toHaveLength(1), { timeout: 60_000 });
    await sleep(300);
    gate.emit('release');
    await holding;
    const { result } = await answer;
    expect(await served.exit).toBe(0);
    const platform = await createPlatform({ store });
    expect(await platform.getIdentity({ id: result.id })).toMatchObject({ id: result.id });
    await platform.close();
  });

  it('stops at SIGTERM and logs it though its database hangs in a write', async () => {
    const url = new URL(database('hanging'));
    const relay = await StallingRelay.start(Number(url.port));
    url.port = String(relay.port);
    const served = await start(url.href, '--drain-timeout', '500').serving();
    await call(at(served), 'createIdentity');
    relay.stall();
    const unanswered = call(at(served), 'createIdentity').catch((error: unknown) => error);
    await sleep(300);
    served.kill('SIGTERM');
    expect(await served.exit).toBe(1);
    expect(served.lines('platform store not closed in time')).toHaveLength(1);
    expect(await unanswered).toBeInstanceOf(Error);
    relay.stop();
  });

  it('reloads platform-writes at SIGHUP, but not the store', async () => {
    const config = join(folderWith({}), 'dapikit.yaml');
    const [first, other] = [file(), file()];
    writeFileSync(config, `platform-store: ${first}\n`);
    const served = await start('', '--config', config).serving();
    const reason = async (): Promise<unknown> =>
      (await call(at(served), 'createIdentity')).error?.data.reason;
    expect(await reason()).toBe('writes-off');
    writeFileSync(config, `platform-store: ${other}\nplatform-protocol: 12\nplatform-writes: admin\n`);
    served.kill('SIGHUP');
    await vi.waitFor(() => expect(served.lines('settings reloaded')).toHaveLength(1), { timeout: 60_000 });
    expect(await reason()).toBeUndefined();
    expect(
      served.lines('restart needed to apply: platform-store, platform-protocol')[0]?.['settings'],
    ).toEqual(['platform-store', 'platform-protocol']);
    expect((await call(at(served), 'status')).result).toMatchObject({
      protocolVersion: 13,
      block: { height: 1 },
    });
  });

  it('is used from the command line by operators, and by every client with an API key with platform-writes keys', async () => {
    const key = makeApiKey();
    const keys = join(
      folderWith({ 'keys.json': JSON.stringify([{ name: 'team', hash: hashApiKey(key) }]) }),
      'keys.json',
    );
    const done = { code: 0, stderr: '' };

    const readOnly = await start(file(), '--platform-writes', 'none').serving();
    for (const url of [forClients(readOnly), at(readOnly)])
      expect((await run(url, 'identity', 'me')).stderr).toContain('This platform is read-only');
    expect(await run(at(readOnly), 'verify')).toMatchObject(done);

    const forOperators = await start(file(), '--platform-writes', 'admin').serving();
    const elsewhere = await run(forClients(forOperators), 'identity', 'me');
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.stderr).toContain('Call it on the admin address');
    for (const action of [['identity', 'me'], ['advance', '1m'], ['verify']])
      expect(await run(at(forOperators), ...action)).toMatchObject(done);

    const forKeys = await start(file(), '--platform-writes', 'keys', '--api-keys', keys).serving();
    const withoutKey = await run(forClients(forKeys), 'identity', 'me');
    expect(withoutKey.code).toBe(1);
    expect(withoutKey.stderr).toContain('Send an API key');
    expect(await run(forClients(forKeys), 'identity', 'me', '--api-key', key)).toMatchObject(done);
    expect((await run(forClients(forKeys), 'advance', '1m', '--api-key', key)).stderr).toContain(
      'Call it on the admin address',
    );
    expect(await run(at(forKeys), 'advance', '1m')).toMatchObject(done);
  });

  it.each<[string, () => Promise<string[]>, string]>([
    [
      'a missing database',
      () =>
        Promise.resolve([
          server.url
            .replace('postgres://postgres', 'postgres://postgres:hidden')
            .replace(/postgres$/, 'nowhere'),
        ]),
      'database "nowhere" does not exist',
    ],
    [
      'no database server',
      () => Promise.resolve(['postgres://u:hidden@127.0.0.1:1/x']),
      'platform-store: the platform cannot be opened',
    ],
    ['a folder', () => Promise.resolve([folderWith({})]), 'platform-store: the platform cannot be opened'],
    [
      'the platform of another network',
      async () => {
        const path = file();
        await (await createPlatform({ store: openLmdbStore({ path }), network: 'testnet' })).close();
        return [path];
      },
      'it belongs to testnet, not to regtest',
    ],
  ])('fails to start with an explanation for %s', async (_, given, text) => {
    const { exit, explanation, said } = await failedStart(await given());
    expect(exit).toBe(1);
    expect(explanation).toContain(text);
    expect(said).not.toMatch(SECRET_OR_STACK);
  });

  it.each<[string, () => Promise<string[]>, string]>([
    [
      'a URL of something else',
      () => Promise.resolve(['mysql://u:hidden@127.0.0.1/x']),
      'expected a file, or a URL such as postgres://',
    ],
    [
      'a password without % escapes',
      () => Promise.resolve(['postgres://u:hid/den@127.0.0.1/x']),
      'with % escapes',
    ],
    [
      'a protocol that there is not',
      () => Promise.resolve([file(), '--platform-protocol', '15']),
      'from 9 to 14',
    ],
    [
      'invalid keys',
      () => Promise.resolve([file(), '--platform-writes', 'keys']),
      'platform-writes: no API keys',
    ],
    [
      'writers of a former version',
      () => Promise.resolve([file(), '--platform-writes', 'local']),
      '--platform-writes: expected one of none, admin, keys, found "local"',
    ],
    [
      'an allowed host with a port',
      () => Promise.resolve([file(), '--allowed-hosts', 'a.test,b.test:80']),
      '--allowed-hosts: expected names or addresses without ports',
    ],
  ])('is called wrongly with %s', async (_, given, text) => {
    const { exit, explanation, said } = await failedStart(await given());
    expect(exit).toBe(2);
    expect(explanation).toContain(text);
    expect(said).not.toMatch(SECRET_OR_STACK);
  });

  /** Returns the exit code of a server that does not start, and what it printed. */
  async function failedStart([store = '', ...args]: string[]): Promise<{
    readonly exit: number | null;
    readonly explanation: string;
    readonly said: string;
  }> {
    const served = start(store, ...args);
    const exit = await served.exit;
    return { exit, explanation: served.stderr, said: served.stdout + served.stderr };
  }
});

const SECRET_OR_STACK = /hidden|hid\/den| {4}at /;

it('hides the password of its store', async () => {
  const file = join(
    folderWith({
      'dapikit.yaml': 'nodes: [{ url: "http://a" }]\nplatform-store: postgres://u:top/se@cret@db:5432/x\n',
    }),
    'dapikit.yaml',
  );
  const wrong = await callDapikit(['config', 'check', file]);
  expect(wrong).toMatchObject({ code: 1 });
  const env = { DAPIKIT_NODES: 'http://a', DAPIKIT_PLATFORM_STORE: 'postgres://u:secret@db:5432/x' };
  const printed = await callDapikit(['config', 'print'], { env });
  expect(printed.stdout).toMatch(/^platform-store: "postgres:\/\/\*\*\*:\*\*\*@db:5432\/x" /m);
  const said = [wrong, printed].map(({ stdout, stderr }) => stdout + stderr).join('');
  expect(said).not.toMatch(/cret|top/);
});
