import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../chain/test/free-port.js';
import { HAS_LITECOIND, LitecoinNode } from '../../chain/test/litecoin-node.js';
import { portOf } from '../../chain/test/port-of.js';
import type { Setting } from '@dapikit/gateway';
import { serveSettings } from '../src/settings/settings-table.js';
import { callJsonRpc } from './json-rpc-call.js';
import { folderWith } from './run-dapikit.js';
import { Served } from './served.js';

if (!HAS_LITECOIND && process.env['CI'] !== undefined) throw new Error('litecoind is needed here');

/** The status of `/readyz`, its first reason, and the nodes that it lists. */
const nodesAt = async (url: string): Promise<unknown> => {
  const ready = await fetch(`${url}readyz`);
  const { reasons, nodes } = Object(await ready.json());
  return [ready.status, reasons[0]?.message, nodes];
};

describe.skipIf(!HAS_LITECOIND)('dapikit serve in front of a real node', () => {
  let node: LitecoinNode;
  let tip: string;
  const running: Served[] = [];
  beforeAll(async () => {
    node = await LitecoinNode.start();
    tip = (await node.mine(3)).at(-1) ?? '';
  });
  afterEach(async () => {
    for (const served of running.splice(0)) await served.stop();
  });
  afterAll(() => node.stop());

  const nodeText = (): string => `${node.url}?credentials-file=${node.cookie}&name=first`;

  function start(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Served {
    const served = new Served(['serve', ...args], {
      DAPIKIT_PORT: '0',
      DAPIKIT_ADMIN_PORT: '0',
      DAPIKIT_STATE_DIR: folderWith({}),
      DAPIKIT_RATE_LIMIT: '0',
      ...env,
    });
    running.push(served);
    return served;
  }

  const startWithNode = (...args: string[]): Promise<Served> =>
    start(args, { DAPIKIT_NODES: nodeText() }).serving();

  it('serves from the node and reports ready', async () => {
    const served = await startWithNode();
    expect(await callJsonRpc(served.at, 'getBestBlockHash')).toEqual({ jsonrpc: '2.0', result: tip, id: 1 });
    expect(await callJsonRpc(served.at, 'getBlockHash', { height: 3 })).toMatchObject({ result: tip });
    expect(await callJsonRpc(served.at, 'sendRawTransaction', ['00'])).toHaveProperty('error.code', -32602);
    const ready = await fetch(`${served.at}readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { tip: { height: 3, hash: tip } }]);
    const metrics = await (await fetch(`${served.admin}metrics`)).text();
    expect(metrics).toContain('dapikit_upstream_calls_total{node="first",call="status",outcome="ok"}');
    expect(metrics).toContain('dapikit_node_up{node="first"} 1');
    expect(metrics).toContain('dapikit_reloads_total{outcome="rejected"} 0');
    expect(metrics).toMatch(/dapikit_memory_requests_total\{source="(?:hit|miss)"\} [12]/);
    expect(await served.stop()).toBe(0);
    expect(served.lines('closed')).toHaveLength(1);
  });

  it('serves the studio if enabled, without controls', async () => {
    const headers = { accept: 'text/html' };
    const [without, withIt] = [await startWithNode(), await startWithNode('--studio', 'true')];
    expect((await fetch(without.at, { headers })).status).toBe(405);
    expect(await (await fetch(withIt.at, { headers })).text()).toContain('<title>dapikit studio</title>');
    const server = await (await fetch(`${withIt.at}studio/server.json`)).json();
    expect(server).toEqual({
      network: 'regtest',
      tip: { height: 3, hash: tip },
      controls: false,
      platform: false,
      verifies: false,
      program: 'dapikit',
    });
  });

  it('starts without the node, logs it, and serves once the node is up', async () => {
    const late = await LitecoinNode.start();
    await late.kill();
    const served = await start([], {
      DAPIKIT_NODES: `${late.url}?credentials-file=${late.cookie}`,
    }).serving();
    expect(await callJsonRpc(served.at, 'getBestBlockHash')).toMatchObject({ error: { code: -32003 } });
    const unready = await fetch(`${served.at}readyz`);
    expect([unready.status, await unready.json()]).toMatchObject([
      503,
      { status: 'not-ready', reasons: [{ code: 'node-unavailable' }] },
    ]);
    expect((await fetch(`${served.at}livez`)).status).toBe(200);
    await late.restart();
    await vi.waitFor(async () => expect((await fetch(`${served.at}readyz`)).status).toBe(200), {
      timeout: 10_000,
    });
    expect(await callJsonRpc(served.at, 'getBlockHash', { height: 0 })).toHaveProperty('result');
    await late.stop();
  });

  it('names each node and its failure at /readyz and in the log, and logs a healthy node', async () => {
    const closed = `127.0.0.1:${await freePort()}`;
    const wrong = new URL(node.url);
    [wrong.username, wrong.password] = ['wrong', 'pass'];
    const served = await start([], {
      DAPIKIT_NODES: `${wrong.href}?name=first http://${closed}`,
    }).serving();
    const message = 'no node answers: 1 unauthorized (HTTP 401), 1 connection refused';
    const first = { name: 'first', state: 'failing', failure: 'unauthorized (HTTP 401)' };
    const second = { name: 'node 2', state: 'failing', failure: 'connection refused' };
    await vi.waitFor(async () => expect(await nodesAt(served.at)).toEqual([503, message, [first, second]]), {
      timeout: 10_000,
    });
    expect(await nodesAt(served.admin)).toEqual([503, message, [first, { ...second, name: closed }]]);
    const logged = served.lines('node unhealthy').map((line) => [line['node'], line['failure']]);
    expect(Object.fromEntries(logged)).toEqual({
      first: 'unauthorized (HTTP 401)',
      [closed]: 'connection refused',
    });
    expect(logged).toHaveLength(2);

    const well = await startWithNode();
    await vi.waitFor(() => expect(well.lines('node healthy')).toHaveLength(1), { timeout: 60_000 });
    expect(well.lines('node healthy')[0]).toMatchObject({
      node: 'first',
      version: expect.stringMatching(/^LitecoinCore:/),
      network: 'regtest',
      height: 3,
    });
    expect(await nodesAt(well.at)).toMatchObject([200, undefined, [{ name: 'first', state: 'healthy' }]]);
  });

  it('reloads settings and nodes at SIGHUP without losing a request', async () => {
    const other = await LitecoinNode.start();
    const otherTip = (await other.mine(1))[0];
    const folder = folderWith({});
    const file = join(folder, 'dapikit.yaml');
    const write = (of: LitecoinNode, more: string): void =>
      writeFileSync(
        file,
        `nodes: [{ name: n, url: "${of.url}", credentials-file: "${of.cookie}" }]\n${more}`,
      );
    write(node, 'max-batch-calls: 5\n');
    const served = await start(['--config', file]).serving();
    const before = (await fetch(`${served.at}openapi.json`)).status;
    const seen: unknown[] = [];
    const over = new AbortController();
    const load = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) seen.push((await callJsonRpc(served.at, 'getBestBlockHash'))['result']);
    });
    for (const [at, of] of [other, node, other].entries()) {
      write(of, `max-batch-calls: ${at + 1}\nmax-tip-age: ${1_000 + at}\nheaders-timeout: ${9_000 + at}\n`);
      served.kill('SIGHUP');
      await vi.waitFor(() => expect(served.lines('settings reloaded')).toHaveLength(at + 1), {
        timeout: 5_000,
      });
      await sleep(200);
    }
    over.abort();
    await Promise.all(load);
    expect(before).toBe(200);
    expect(new Set(seen)).toEqual(new Set([tip, otherTip]));
    expect(await callJsonRpc(served.at, 'getBestBlockHash')).toMatchObject({ result: otherTip });
    expect(served.lines('restart needed to apply: headers-timeout')[0]?.['settings']).toEqual([
      'headers-timeout',
    ]);

    writeFileSync(file, 'max-batch-calls: many\nnodes: []\n');
    served.kill('SIGHUP');
    await vi.waitFor(() => expect(served.lines('settings not reloaded')).toHaveLength(2), {
      timeout: 60_000,
    });
    expect(served.lines('settings not reloaded')[0]?.['error']).toContain('max-batch-calls: expected');
    expect(served.lines('settings not reloaded').map(({ at }) => at)).toEqual([`${file}:1`, file]);
    expect(await callJsonRpc(served.at, 'getBestBlockHash')).toMatchObject({ result: otherTip });
    const metrics = await (await fetch(`${served.admin}metrics`)).text();
    expect(metrics).toContain('dapikit_reloads_total{outcome="applied"} 3');
    expect(metrics).toContain('dapikit_reloads_total{outcome="rejected"} 1');
    await other.stop();
  });

  it('lists at SIGHUP the settings that need a restart', async () => {
    const file = join(folderWith({}), 'dapikit.yaml');
    const nodes = `nodes: [{ url: "${node.url}", credentials-file: "${node.cookie}" }]\n`;
    const pem = `tls-cert: ${file}\ntls-key: ${file}\n`;
    const others: Readonly<Record<string, unknown>> = {
      host: '127.0.0.2',
      port: 12_345,
      'admin-host': '127.0.0.2',
      'admin-port': 'none',
      studio: true,
      workers: 2,
      'state-dir': '/elsewhere',
      'headers-timeout': 9_001,
      'request-timeout': 9_002,
      'log-format': 'json',
      'platform-store': '/elsewhere/store',
      'platform-protocol': 12,
      'platform-network': 'mainnet',
      'platform-block-time': 1_000,
      'platform-feed-blocks': 500,
      'record-transitions': true,
      strict: true,
      'accept-wrong-bls': true,
      proofs: 'off',
      'docs-url': 'https://docs.example.org',
      'max-checkpoint-age': 100,
    };
    // Beside nodes, or several workers, they are rejected.
    const ofNetwork = new Set([
      'verify',
      'network',
      'peers',
      'checkpoint',
      'accept-fork',
      'check-work',
      'accept-expired-certificates',
    ]);
    const needRestart = Object.values<Setting<unknown>>(serveSettings).filter(
      ({ needsRestart, flag }) => needsRestart && !ofNetwork.has(flag),
    );
    expect(needRestart.map(({ flag }) => flag).toSorted()).toEqual(Object.keys(others).toSorted());
    const first = `${nodes}port: 0\nadmin-port: 0\nstate-dir: ${folderWith({})}\n`;
    writeFileSync(file, first);
    const served = new Served(['serve', '--config', file], { DAPIKIT_STATE_DIR: '' });
    running.push(served);
    await served.serving();
    const { at, admin } = served;
    const lines = Object.entries(others).map(([flag, value]) => `${flag}: ${String(value)}\n`);
    writeFileSync(file, `${nodes}${pem}${lines.join('')}`);
    served.kill('SIGHUP');
    await vi.waitFor(() => expect(served.lines('settings reloaded')).toHaveLength(1), { timeout: 60_000 });
    const told = `restart needed to apply: ${Object.values(serveSettings)
      .map(({ flag }) => flag)
      .filter((flag) => flag in others || flag === 'tls-cert' || flag === 'tls-key')
      .join(', ')}`;
    await vi.waitFor(() => expect(served.lines(told)).toHaveLength(1), { timeout: 60_000 });
    expect(served.lines('settings reloaded')[0]?.['changed']).toEqual([]);
    const named: unknown = served.lines(told)[0]?.['settings'];
    expect(new Set(Array.isArray(named) ? named : [])).toEqual(
      new Set([...Object.keys(others), 'tls-cert', 'tls-key']),
    );
    expect(await callJsonRpc(at, 'getBestBlockHash')).toMatchObject({ result: tip });
    expect((await fetch(`${admin}livez`)).status).toBe(200);
  });

  it('continues with one of two nodes when the other is killed', async () => {
    const other = await LitecoinNode.start();
    const served = await start([], {
      DAPIKIT_NODES: `${node.url}?credentials-file=${node.cookie}&name=first ${other.url}?credentials-file=${other.cookie}&name=second`,
    }).serving();
    await vi.waitFor(
      async () => expect(await callJsonRpc(served.at, 'getBestBlockHash')).toMatchObject({ result: tip }),
      { timeout: 10_000 },
    );
    await other.kill();
    await sleep(4_000);
    expect(await callJsonRpc(served.at, 'getBestBlockHash')).toMatchObject({ result: tip });
    expect(await callJsonRpc(served.at, 'getBlockHash', { height: 3 })).toMatchObject({ result: tip });
    expect((await fetch(`${served.at}readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${served.admin}metrics`)).text();
    expect(metrics).toContain('dapikit_node_up{node="first"} 1');
    expect(metrics).toContain('dapikit_node_healthy{node="second"} 0');
    expect(metrics).toMatch(/dapikit_upstream_calls_total\{node="second",call="\w+",outcome="unreachable"\}/);
    await other.stop();
  });

  it('finishes requests in flight at SIGTERM', async () => {
    const served = await startWithNode();
    await node.stall();
    const answer = callJsonRpc(served.at, 'getBlockHash', { height: 1 });
    await sleep(200);
    served.kill('SIGTERM');
    await sleep(200);
    node.goOn();
    expect((await answer)['result']).toMatch(/^[0-9a-f]{64}$/);
    expect(await served.exit).toBe(0);
  });

  it('shares its port among workers, replaces a dead one and sums their metrics', async () => {
    const served = await startWithNode('--workers', '2');
    await vi.waitFor(() => expect(served.lines('listening')).toHaveLength(2), { timeout: 60_000 });
    const calls = Array.from({ length: 20 }, () => callJsonRpc(served.at, 'getBestBlockHash'));
    expect(new Set((await Promise.all(calls)).map(({ result }) => result))).toEqual(new Set([tip]));
    const metrics = await (await fetch(`${served.admin}metrics`)).text();
    expect(metrics).toContain('dapikit_calls_total{method="getBestBlockHash",outcome="ok"} 20');
    expect(metrics).toContain('dapikit_tip_height 3');

    process.kill(Number(served.lines('listening')[0]?.['pid']), 'SIGKILL');
    await vi.waitFor(() => expect(served.lines('listening')).toHaveLength(3), { timeout: 60_000 });
    expect(served.lines('worker ended; starting another')[0]).toMatchObject({ signal: 'SIGKILL' });
    expect(await callJsonRpc(served.at, 'getBestBlockHash')).toMatchObject({ result: tip });
    served.kill('SIGHUP');
    await vi.waitFor(() => expect(served.lines('settings reloaded')).toHaveLength(2), { timeout: 60_000 });
    expect(await served.stop()).toBe(0);
    expect(served.lines('closed')).toHaveLength(2);
  });

  it('stops when a worker cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const served = start(['--workers', '2', '--port', String(portOf(taken))], { DAPIKIT_NODES: nodeText() });
    expect(await served.exit).toBe(1);
    expect(served.stderr).toContain('choose another port with --port');
    taken.close();
  });

  it('reports which of its two addresses is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const served = start(['--admin-port', String(portOf(taken))], { DAPIKIT_NODES: nodeText() });
    expect(await served.exit).toBe(1);
    expect(served.stderr).toContain('choose another port with --admin-port');
    taken.close();
  });

  it('sends spans of request, call and node call to an OpenTelemetry collector', async () => {
    const bodies: string[] = [];
    const collector = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        bodies.push(`${request.url} ${body}`);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const served = await start([], {
      DAPIKIT_NODES: nodeText(),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}`,
    }).serving();
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    await fetch(served.at, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent },
      // A node without masternodes rejects it, which is an answer.
      body: '{"jsonrpc":"2.0","id":1,"method":"getMnListDiff","params":{"baseBlockHash":"1","blockHash":"2"}}',
    });
    // An empty message: the block that it should name is missing.
    for (const method of ['getBestBlockHeight', 'getBlock'])
      await fetch(`${served.at}/${CORE_SERVICE}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/grpc-web+proto', traceparent },
        body: new Uint8Array(5),
      });
    expect(await served.stop()).toBe(0);
    collector.close();
    expect(bodies[0]).toMatch(/^\/v1\/traces /);
    const spans = bodies.flatMap((body): Span[] => {
      const sent: Export = JSON.parse(body.slice(body.indexOf(' ')));
      return sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    });
    const [request, method, upstream] = ['/', 'getMnListDiff', 'masternodeListDiff'].map((name) =>
      spans.find((span) => span.name === name),
    );
    expect(request).toMatchObject({ traceId: 'ab'.repeat(16), parentSpanId: 'cd'.repeat(8) });
    expect(method?.parentSpanId).toBe(request?.spanId);
    expect(upstream?.parentSpanId).toBe(method?.spanId);
    expect(upstream?.attributes).toContainEqual({ key: 'dapikit.node', value: { stringValue: 'first' } });
    expect(bodies[0]).toContain('"service.name","value":{"stringValue":"dapikit"}');
    for (const [name, status] of [
      ['getBestBlockHeight', 0],
      ['getBlock', 3],
    ] as const) {
      const [outer, inner] = spans
        .filter((span) => span.name === `/${CORE_SERVICE}/${name}`)
        .toSorted(byStart);
      expect(outer).toMatchObject({ traceId: 'ab'.repeat(16), parentSpanId: 'cd'.repeat(8) });
      expect(inner).toMatchObject({ traceId: 'ab'.repeat(16), parentSpanId: outer?.spanId });
      // The names are those of OpenTelemetry's semantic conventions.
      expect(inner?.attributes).toEqual([
        { key: 'rpc.system', value: { stringValue: 'grpc' } },
        { key: 'rpc.service', value: { stringValue: CORE_SERVICE } },
        { key: 'rpc.method', value: { stringValue: name } },
        { key: 'rpc.grpc.status_code', value: { intValue: status } },
      ]);
    }
  });

  it('reports the available platform status and stops although a source hangs', async () => {
    const tenderdash = createServer((request, response) => {
      request.resume();
      response.end(
        '{"jsonrpc":"2.0","id":1,"result":{"node_info":{"version":"1.5.0"},"listening":true,"n_peers":"3"}}',
      );
    }).listen(0, '127.0.0.1');
    const drive = createHttp2Server().listen(0, '127.0.0.1');
    drive.on('stream', (stream) => {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      // An answer in one frame of 13 bytes: v0 { version { software { drive "4.0.0" } } }.
      stream.end(Buffer.from('000000000d0a0b0a090a071205342e302e30', 'hex'));
    });
    await Promise.all([once(tenderdash, 'listening'), once(drive, 'listening')]);
    const served = await start(['--tenderdash-url', `http://127.0.0.1:${portOf(tenderdash)}`], {
      DAPIKIT_NODES: nodeText(),
      DAPIKIT_DRIVE_URL: `http://127.0.0.1:${portOf(drive)}`,
    }).serving();
    expect(await callJsonRpc(served.at, 'getStatus')).toMatchObject({
      result: {
        version: {
          v0: {
            version: { software: { dapi: '0.1.0', drive: '4.0.0', tenderdash: '1.5.0' } },
            network: { peers_count: 3, listening: true },
            chain: null,
          },
        },
      },
    });
    expect(await served.stop()).toBe(0);
    tenderdash.close();
    drive.close();
  });

  it('has every metric used by the dashboard and the alerts', async () => {
    const served = await startWithNode();
    await callJsonRpc(served.at, 'getBestBlockHash');
    served.kill('SIGHUP');
    await vi.waitFor(() => expect(served.lines('settings reloaded')).toHaveLength(1), { timeout: 60_000 });
    const metrics = await (await fetch(`${served.admin}metrics`)).text();
    const dashboard: { panels: { targets: Query[] }[] } = JSON.parse(deployed('grafana/dapikit.json'));
    const alerts: { groups: { rules: Query[] }[] } = parse(deployed('prometheus/alerts.yaml'));
    const queries = [
      ...dashboard.panels.flatMap(({ targets }) => targets),
      ...alerts.groups.flatMap(({ rules }) => rules),
    ];
    const used = queries.flatMap(({ expr }) => expr.match(/\b(?:dapikit|nodejs|process)_\w+/g) ?? []);
    expect(used.length).toBeGreaterThan(30);
    const families = new Set(used.map((name) => name.replace(/_bucket$/, '')));
    expect([...families].filter((name) => !metrics.includes(`# TYPE ${name} `))).toEqual([]);
  });
});

/** The text of a file in `deploy/`. */
function deployed(name: string): string {
  return readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
}

interface Query {
  readonly expr: string;
}

const CORE_SERVICE = 'org.dash.platform.dapi.v0.Core';

const byStart = (a: Span, b: Span): number =>
  Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano));

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly attributes: readonly unknown[];
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}
