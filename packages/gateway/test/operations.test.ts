import { readFile, rename, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { once } from 'node:events';
import { DevChain, NodeUnavailableError, type Layer1 } from '@dapikit/chain';
import type { PoolNode } from '@dapikit/chain/core-pool';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { inProcessLayer1 } from '../src/cache/in-process-layer1.js';
import { gatewayObserver } from '../src/base/observe/gateway-observer.js';
import { Metrics } from '../src/base/observe/metrics.js';
import { observedNode } from '../src/base/observe/observed-node.js';
import { CertificateError, storedSelfSignedCertificate } from '../src/transport/server/certificate.js';
import { DEFAULT_SETTINGS, type GatewaySettings } from '../src/settings/settings.js';
import { failingLayer1 } from './failing-layer1.js';
import { gatewayForTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL } from './json-rpc-calls.js';
import { openConnection } from './raw-connection.js';
import { recordedLayer1 } from './recorded-layer1.js';
import { WebSocketClient } from './web-socket-client.js';

const ADMIN = { host: '127.0.0.1', port: 0 };

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dapikit-operations-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function observed(settings: Partial<GatewaySettings> = {}, layer1: Layer1 = recordedLayer1()) {
  const metrics = new Metrics('1.2.3');
  const observer = gatewayObserver(metrics);
  const gateway = await gatewayForTest(
    { admin: ADMIN, ...settings },
    {
      metrics,
      observer,
      layer1: { ...layer1, ...observedNode(asNode(layer1), 'first', observer) },
      nodes: () => [
        {
          name: '10.0.0.1:9998',
          publicName: 'node 1',
          state: 'failing',
          failure: 'unauthorized (HTTP 401)',
          height: 7,
          blocksBehind: 2,
          isUp: true,
          isHealthy: true,
          isNotifying: false,
          callsInFlight: 1,
          callsQueued: 2,
        },
      ],
    },
  );
  return { ...gateway, url: `http://127.0.0.1:${gateway.port}/` };
}

/** A layer 1 that nobody asks for a block. */
const asNode = (layer1: Layer1): PoolNode => ({
  ...layer1,
  block: () => Promise.reject(new Error('not asked for')),
  watchNews: () => () => undefined,
  close: () => Promise.resolve(),
});

const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

async function samples(adminUrl: string | undefined): Promise<Map<string, number>> {
  const text = await (await fetch(`${adminUrl}metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

describe('metrics of subscribers', () => {
  it('count subscribers, notifications and closed connections', async () => {
    const chain = new DevChain({ mining: 'manual' });
    onTestFinished(() => chain.close());
    const { url, adminUrl } = await observed({}, inProcessLayer1(chain));
    const [first, second] = [await WebSocketClient.forTest(url), await WebSocketClient.forTest(url)];
    const ids = [await first.subscribe('subscribeToBlocks'), await first.subscribe('subscribeToBlocks')];
    await second.subscribe('subscribeToMasternodeList');
    chain.mine(2);
    await first.noticesUntil(ids[0]!, 2);
    await first.call('unsubscribe', { subscription: ids[1]! });
    second.socket.send(Buffer.from([1]), { binary: true });
    await second.closed;
    const seen = await samples(adminUrl);
    expect(seen.get('dapikit_websockets')).toBe(1);
    expect(seen.get('dapikit_subscriptions{method="subscribeToBlocks"}')).toBe(1);
    expect(seen.get('dapikit_subscriptions{method="subscribeToMasternodeList"}')).toBe(0);
    expect(seen.get('dapikit_notifications_total{method="subscribeToBlocks"}')).toBe(4);
    expect(seen.get('dapikit_websocket_closes_total{reason="unsupportedData"}')).toBe(1);
    expect(seen.get('dapikit_block_to_subscribers_seconds_count')).toBe(2);
    expect(seen.get('dapikit_block_to_subscribers_seconds_sum')).toBeLessThan(1);
    // To read them changes nothing.
    const again = await samples(adminUrl);
    expect(again.get('dapikit_notifications_total{method="subscribeToBlocks"}')).toBe(4);
  });
});

describe('health probes', () => {
  it('are served at both addresses, the metrics only at the admin address', async () => {
    const { url, adminUrl } = await observed();
    for (const at of [url, adminUrl]) {
      expect(await (await fetch(`${at}livez`)).json()).toEqual({ status: 'alive' });
      const ready = await fetch(`${at}readyz`);
      expect(ready.status).toBe(200);
      expect(ready.headers.get('cache-control')).toBe('no-store');
      expect(await ready.json()).toMatchObject({ status: 'ready', reasons: [], network: 'regtest' });
    }
    expect((await fetch(`${url}metrics`)).status).toBe(404);
    expect((await fetch(`${adminUrl}metrics`)).headers.get('content-type')).toMatch(
      /^text\/plain; version=0\.0\.4/,
    );
    expect((await post(adminUrl ?? '', BEST_BLOCK_HASH_CALL)).status).toBe(404);
  });

  it.each([
    [Array<string>(1001).fill('a:'), 431],
    [['host: evil.example'], 400],
  ])('reject bad request heads like the client address: %j', async (lines, status) => {
    const { adminUrl } = await observed();
    const connection = await openConnection(Number(new URL(adminUrl ?? '').port), 'http');
    connection.write(['GET /livez HTTP/1.1', 'host: 127.0.0.1', ...lines, '\r\n'].join('\r\n'));
    expect((await connection.response()).status).toBe(status);
  });

  it('return 503 with the reason while no node responds, and alive for the process', async () => {
    const { url, adminUrl } = await observed(
      {},
      failingLayer1(new NodeUnavailableError('secret host', 'timeout')),
    );
    const ready = await fetch(`${url}readyz`);
    expect(ready.status).toBe(503);
    const text = await ready.text();
    expect(JSON.parse(text)).toEqual({
      status: 'not-ready',
      reasons: [{ code: 'node-unavailable', message: 'no node answers: unauthorized (HTTP 401)' }],
      nodes: [
        {
          name: 'node 1',
          state: 'failing',
          failure: 'unauthorized (HTTP 401)',
          height: 7,
          blocksBehind: 2,
        },
      ],
    });
    expect(text).not.toMatch(/secret|10\.0\.0/);
    const forOperators = await (await fetch(`${adminUrl}readyz`)).json();
    expect(forOperators).toMatchObject({ nodes: [{ name: '10.0.0.1:9998', state: 'failing' }] });
    expect((await fetch(`${url}livez`)).status).toBe(200);
  });

  it('return 503 at both addresses during a shutdown, while calls are still served', async () => {
    // Long enough for four requests on a busy machine.
    const gateway = await observed({ shutdownDelay: 3_000 });
    const closed = gateway.close();
    for (const at of [gateway.url, gateway.adminUrl]) {
      const ready = await fetch(`${at}readyz`);
      expect(ready.status).toBe(503);
      expect(await ready.json()).toMatchObject({ reasons: [{ code: 'draining' }] });
    }
    expect(await (await post(gateway.url, BEST_BLOCK_HASH_CALL)).json()).toHaveProperty('result');
    await closed;
    await expect(fetch(`${gateway.url}livez`)).rejects.toThrow('fetch failed');
    await expect(fetch(`${gateway.adminUrl}livez`)).rejects.toThrow('fetch failed');
  });
});

describe('the metrics', () => {
  it('count calls, responses and node calls under a fixed set of names', async () => {
    const { url, adminUrl } = await observed();
    await post(url, BEST_BLOCK_HASH_CALL);
    await post(url, '{"jsonrpc":"2.0","id":1,"method":"getBlockHash","params":{"height":-1}}');
    for (const name of ['evil-1', 'evil-2', '__proto__'])
      await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method: name }));
    await post(url, '{');
    await fetch(`${url}evil-path`);
    const found = await samples(adminUrl);
    expect(found.get('dapikit_calls_total{method="getBestBlockHash",outcome="ok"}')).toBe(1);
    expect(found.get('dapikit_calls_total{method="getBlockHash",outcome="invalidParams"}')).toBe(1);
    expect(found.get('dapikit_calls_total{method="other",outcome="methodNotFound"}')).toBe(3);
    expect(found.get('dapikit_calls_total{method="none",outcome="parseError"}')).toBe(1);
    expect(found.get('dapikit_call_duration_seconds_count{method="getBestBlockHash"}')).toBe(1);
    expect(found.get('dapikit_http_responses_total{route="/",status="200"}')).toBe(6);
    expect(found.get('dapikit_http_responses_total{route="other",status="404"}')).toBe(1);
    expect(found.get('dapikit_upstream_calls_total{node="first",call="tip",outcome="ok"}')).toBe(1);
    expect(found.get('dapikit_build_info{version="1.2.3"}')).toBe(1);
    expect([...found.keys()].filter((name) => name.includes('evil') || name.includes('proto'))).toEqual([]);
  });

  it('report the current state', async () => {
    const { adminUrl } = await observed();
    const found = await samples(adminUrl);
    expect(found.get('dapikit_ready')).toBe(1);
    expect(found.get('dapikit_tip_height')).toBeGreaterThan(100);
    expect(found.get('dapikit_node_calls_queued{node="10.0.0.1:9998"}')).toBe(2);
    expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('omit an unknown chain', async () => {
    const { adminUrl } = await observed({}, failingLayer1(new NodeUnavailableError('', 'timeout')));
    await fetch(`${adminUrl}readyz`);
    const found = await samples(adminUrl);
    expect(found.get('dapikit_ready')).toBe(0);
    expect(found.has('dapikit_tip_height')).toBe(false);
    expect(found.get('dapikit_upstream_calls_total{node="first",call="status",outcome="timeout"}')).toBe(1);
  });
});

describe('a changed setting', () => {
  it('applies to new requests', async () => {
    const gateway = await observed();
    const batch = `[${BEST_BLOCK_HASH_CALL},${BEST_BLOCK_HASH_CALL}]`;
    expect(await (await post(gateway.url, batch)).json()).toHaveLength(2);
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, maxBatchCalls: 1, maxBodyBytes: 300 });
    expect(await (await post(gateway.url, batch)).json()).toMatchObject({
      error: { data: { reason: 'batch-too-large' } },
    });
    expect((await post(gateway.url, ' '.repeat(301))).status).toBe(413);
  });
});

async function pair(name: string): Promise<{ certFile: string; keyFile: string }> {
  await storedSelfSignedCertificate(join(directory, name), Date.now());
  return { certFile: join(directory, name, 'cert.pem'), keyFile: join(directory, name, 'key.pem') };
}

async function fingerprint(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

describe('the TLS certificate', () => {
  it('is reloaded when its files change, unless they do not match', async () => {
    const used = await pair('used');
    const other = await pair('other');
    const gateway = await gatewayForTest({ tls: used });
    const first = await fingerprint(gateway.port);
    await writeFile(join(directory, 'new.pem'), await readFile(other.certFile));
    await rename(join(directory, 'new.pem'), used.certFile);
    await vi.waitFor(
      () =>
        expect(gateway.logLines.map(({ msg }) => msg)).toContain(
          'certificate not reloaded; the current one stays',
        ),
      { timeout: 8_000 },
    );
    expect(await fingerprint(gateway.port)).toBe(first);
    await writeFile(used.keyFile, await readFile(other.keyFile));
    await vi.waitFor(async () => expect(await fingerprint(gateway.port)).not.toBe(first), {
      timeout: 8_000,
      interval: 100,
    });
  });

  it('can move to other files, and stays when those are invalid', async () => {
    const used = await pair('used');
    const other = await pair('other');
    const gateway = await gatewayForTest({ tls: used });
    const first = await fingerprint(gateway.port);
    const wrong = { ...DEFAULT_SETTINGS, maxBodyBytes: 1, tls: { ...other, keyFile: used.keyFile } };
    await expect(gateway.reconfigure(wrong)).rejects.toThrow(CertificateError);
    expect(await fingerprint(gateway.port)).toBe(first);
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, tls: other });
    expect(await fingerprint(gateway.port)).not.toBe(first);
  });
});
