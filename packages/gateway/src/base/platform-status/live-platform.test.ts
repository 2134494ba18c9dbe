import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { fromBinary, fromJson, toBinary } from '@bufbuild/protobuf';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EXAMPLE_STATUS } from '../../../test/example-status.js';
import { DRIVE_GET_STATUS } from './drive-protocol.js';
import { livePlatform, type LivePlatformOptions } from './live-platform.js';

const NOW = EXAMPLE_STATUS.time.local * 1000;

const DRIVE = {
  v0: {
    version: {
      software: { drive: '4.0.0' },
      protocol: { drive: { latest: 12, current: 11, nextEpoch: 11 } },
    },
    chain: { coreChainLockedHeight: 1340012 },
    time: { block: '1760447448765', genesis: '1721353209000', epoch: 9260 },
  },
};

const hex = (value: Uint8Array | null | undefined) =>
  Buffer.from(value ?? [])
    .toString('hex')
    .toUpperCase();
const { node, chain } = EXAMPLE_STATUS;
const TENDERDASH = {
  status: {
    node_info: {
      protocol_version: { p2p: '10', block: '14', app: '12' },
      id: hex(node?.id).toLowerCase(),
      ProTxHash: hex(node?.proTxHash),
      network: 'dash-testnet-51',
      version: '1.5.0',
    },
    sync_info: {
      latest_block_hash: hex(chain?.latestBlockHash),
      latest_app_hash: hex(chain?.latestAppHash),
      latest_block_height: '198748',
      earliest_block_hash: hex(chain?.earliestBlockHash),
      earliest_app_hash: hex(chain?.earliestAppHash),
      earliest_block_height: 1,
      max_peer_block_height: '198748',
      catching_up: false,
      total_synced_time: '0',
      remaining_time: '0',
      total_snapshots: '0',
      chunk_process_avg_time: '0',
      snapshot_height: '0',
      snapshot_chunks_count: '0',
      backfilled_blocks: '0',
      backfill_blocks_total: '0',
    },
  },
  net_info: { listening: true, n_peers: '61', peers: [] },
};

async function listening(server: Server | ReturnType<typeof createHttp2Server>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startDrive(asked: string[]): Promise<string> {
  const routes = connectNodeAdapter({
    routes: (router) => {
      router.rpc(DRIVE_GET_STATUS, () => {
        asked.push('getStatus');
        return fromJson(DRIVE_GET_STATUS.output, DRIVE);
      });
    },
  });
  return listening(createHttp2Server(routes));
}

async function startTenderdash(answers: Readonly<Record<string, unknown>>, asked: string[]): Promise<string> {
  const server = createHttpServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { id, method }: { id: unknown; method: string } = JSON.parse(body);
    asked.push(method);
    const result = answers[method];
    response.end(
      JSON.stringify(
        result === undefined
          ? { jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error', data: '' } }
          : { jsonrpc: '2.0', id, result },
      ),
    );
  });
  return listening(server);
}

function platform(options: Partial<LivePlatformOptions>) {
  const failed: string[] = [];
  const source = livePlatform({
    driveUrls: [],
    tenderdashUrl: undefined,
    dapiVersion: '4.0.0',
    now: () => NOW,
    onError: (_, part) => failed.push(part),
    ...options,
  });
  onTestFinished(() => source.close());
  return { source, failed };
}

describe('livePlatform.status', () => {
  it('merges the responses of Drive and Tenderdash', async () => {
    const asked: string[] = [];
    const [driveUrl, tenderdashUrl] = await Promise.all([
      startDrive(asked),
      startTenderdash(TENDERDASH, asked),
    ]);
    const { source, failed } = platform({ driveUrls: [driveUrl], tenderdashUrl });
    expect(await source.status()).toEqual(EXAMPLE_STATUS);
    expect(failed).toEqual([]);
  });

  it('shares one query among callers and caches it for ten seconds', async () => {
    const asked: string[] = [];
    let now = NOW;
    const [driveUrl, tenderdashUrl] = await Promise.all([
      startDrive(asked),
      startTenderdash(TENDERDASH, asked),
    ]);
    const { source } = platform({ driveUrls: [driveUrl], tenderdashUrl, now: () => now });
    await Promise.all(Array.from({ length: 20 }, () => source.status()));
    now += 9_999;
    expect((await source.status()).time.local).toBe(Math.floor(now / 1000));
    expect(asked.toSorted()).toEqual(['getStatus', 'net_info', 'status']);
    now += 1;
    await source.status();
    expect(asked).toHaveLength(6);
  });

  it('omits the parts of Drive while it is down and recovers at once', async () => {
    const asked: string[] = [];
    const tenderdashUrl = await startTenderdash(TENDERDASH, asked);
    const { source, failed } = platform({ driveUrls: ['http://127.0.0.1:1'], tenderdashUrl });
    const status = await source.status();
    expect(status.version.software).toEqual({ dapi: '4.0.0', drive: null, tenderdash: '1.5.0' });
    expect(status.chain).toEqual({ ...EXAMPLE_STATUS.chain, coreChainLockedHeight: null });
    expect(status.time).toEqual({ local: NOW / 1000, block: null, genesis: null, epoch: null });
    await source.status();
    expect(asked.filter((method) => method === 'status')).toHaveLength(2);
    expect(failed).toEqual(['drive', 'drive']);
  });

  it('omits the parts of Tenderdash while it is down', async () => {
    const driveUrl = await startDrive([]);
    const { source, failed } = platform({ driveUrls: [driveUrl], tenderdashUrl: 'http://127.0.0.1:1' });
    const status = await source.status();
    expect([status.node, status.chain, status.network, status.stateSync]).toEqual([null, null, null, null]);
    expect(status.version.software).toEqual({ dapi: '4.0.0', drive: '4.0.0', tenderdash: null });
    expect(status.time.epoch).toBe(9260);
    expect(failed).toEqual(['tenderdash']);
  });

  it('uses the status when net_info failed, without caching it', async () => {
    const asked: string[] = [];
    const tenderdashUrl = await startTenderdash({ status: TENDERDASH.status }, asked);
    const { source } = platform({ tenderdashUrl });
    expect((await source.status()).network).toEqual({
      chainId: 'dash-testnet-51',
      peersCount: 0,
      listening: false,
    });
    await source.status();
    expect(asked).toHaveLength(4);
  });

  it('stops reading an endless response of Tenderdash', async () => {
    const server = createHttpServer((_, response) => {
      const pour = (): void => void (response.destroyed || response.write(' '.repeat(65_536), pour));
      pour();
    });
    const { source, failed } = platform({ tenderdashUrl: await listening(server) });
    expect((await source.status()).version.software.tenderdash).toBeNull();
    expect(failed).toEqual(['tenderdash']);
  });

  it.each([
    {},
    [],
    'text',
    { node_info: 5, sync_info: { latest_block_height: -1, latest_block_hash: 'xyz' } },
  ])('survives a Tenderdash that returns %j', async (status) => {
    const tenderdashUrl = await startTenderdash({ status, net_info: status }, []);
    const { source } = platform({ tenderdashUrl });
    expect((await source.status()).version.software.tenderdash).toBeNull();
  });
});

it('a live platform decodes the fields of the status from bytes built by hand', () => {
  // v0 { version { software { drive "4.0.0" } protocol { drive { 12, 11, 11 } } } chain { 1340012 } time { 1, 2, 3 } }
  const software = '0a071205342e302e30';
  const protocol = '12081206180c200b280b';
  const version = `0a13${software}${protocol}`;
  const chain = '1a0450ece451';
  const time = '3206100118022003';
  const v0 = version + chain + time;
  const bytes = Buffer.from(`0a${(v0.length / 2).toString(16)}${v0}`, 'hex');
  const told = {
    v0: { ...DRIVE.v0, time: { block: '1', genesis: '2', epoch: 3 } },
  };
  expect(toBinary(DRIVE_GET_STATUS.output, fromJson(DRIVE_GET_STATUS.output, told))).toEqual(
    new Uint8Array(bytes),
  );
  expect(fromBinary(DRIVE_GET_STATUS.output, bytes)).toEqual(fromJson(DRIVE_GET_STATUS.output, told));
});
