// npm run bench grpc [-- --calls N --rounds N --streams N --blocks N]
// gRPC over h2c: unary calls beside a bare server of the same library, by turns; then filtered streams of transactions on ten connections.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  GetBestBlockHeightRequestSchema,
  TransactionsWithProofsRequestSchema,
  TransactionsWithProofsResponseSchema,
} from '../packages/gateway/dist/grpc/generated/dapi_pb.js';
import { keepResult } from './lib/keep-result.mjs';
import { median } from './lib/median.mjs';
import { startServer } from './lib/server-process.mjs';
import { table } from './lib/table.mjs';

const CORE = '/org.dash.platform.dapi.v0.Core';
const CONNECTIONS = 10;
const CALLERS_PER_CONNECTION = 4;
const PREFIX_BYTES = 5;
const WARM_UP_STREAMS = 100;

/** A message behind its flag and its length, as gRPC sends it. */
function framed(message) {
  const frame = Buffer.alloc(PREFIX_BYTES + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX_BYTES);
  return frame;
}

function openStream(session, method, frame) {
  const stream = session.request({
    ':method': 'POST',
    ':path': `${CORE}/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  stream.end(frame);
  return stream;
}

/** Calls a method once; rejects unless its status is OK. */
function call(session, frame) {
  return new Promise((resolve, reject) => {
    const stream = openStream(session, 'getBestBlockHeight', frame);
    let status = '?';
    stream.on('trailers', (trailers) => (status = trailers['grpc-status']));
    stream.on('error', reject);
    stream.on('close', () => (status === '0' ? resolve() : reject(new Error(`a call ended with ${status}`))));
    stream.resume();
  });
}

/** Makes calls, and returns the processor time that the server takes for one, in microseconds. */
async function measureCalls(server, sessions, calls) {
  const frame = framed(toBinary(GetBestBlockHeightRequestSchema, create(GetBestBlockHeightRequestSchema)));
  const before = await server.cpu();
  let left = calls;
  const caller = async (session) => {
    while (left > 0) {
      left -= 1;
      await call(session, frame);
    }
  };
  await Promise.all(
    sessions.flatMap((session) => Array.from({ length: CALLERS_PER_CONNECTION }, () => caller(session))),
  );
  return (1000 * ((await server.cpu()) - before)) / calls;
}

const openSessions = (url) => Array.from({ length: CONNECTIONS }, () => connect(url));

async function measureUnary(servers, { calls, rounds }) {
  const sessions = servers.map(({ urls }) => openSessions(urls.http));
  const micros = servers.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, server] of servers.entries()) {
      const one = await measureCalls(server, sessions[at], calls);
      if (round > 0) micros[at].push(one);
    }
  for (const session of sessions.flat()) session.close();
  return micros.map((all) => Math.min(...all));
}

/** Opens streams with a filter that matches every transaction; `next` resolves when each has had a Merkle block since. */
async function openStreams(url, fromBlockHeight, count) {
  const bloomFilter = { vData: Uint8Array.of(0xff), nHashFuncs: 1, nTweak: 0, nFlags: 0 };
  const request = create(TransactionsWithProofsRequestSchema, {
    bloomFilter,
    fromBlock: { case: 'fromBlockHeight', value: fromBlockHeight },
  });
  const frame = framed(toBinary(TransactionsWithProofsRequestSchema, request));
  const sessions = openSessions(url);
  let waiting = new Set();
  let done;
  const streams = Array.from({ length: count }, (_, at) => {
    const stream = openStream(sessions[at % CONNECTIONS], 'subscribeToTransactionsWithProofs', frame);
    let bytes = Buffer.alloc(0);
    stream.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      while (bytes.length >= PREFIX_BYTES && bytes.length >= PREFIX_BYTES + bytes.readUInt32BE(1)) {
        const end = PREFIX_BYTES + bytes.readUInt32BE(1);
        const { responses } = fromBinary(
          TransactionsWithProofsResponseSchema,
          bytes.subarray(PREFIX_BYTES, end),
        );
        bytes = bytes.subarray(end);
        if (responses.case === 'rawMerkleBlock' && waiting.delete(stream) && waiting.size === 0) done();
      }
    });
    stream.on('error', () => undefined);
    return stream;
  });
  return {
    next: () =>
      new Promise((resolve) => {
        waiting = new Set(streams);
        done = resolve;
      }),
    close: () => sessions.forEach((session) => session.destroy()),
  };
}

/** Memory that each stream takes, and how long a block takes to all of them. */
async function measureStreams(server, { streams, blocks }) {
  const warm = await openStreams(server.urls.http, server.urls.height, WARM_UP_STREAMS);
  await warm.next();
  warm.close();
  const before = await server.memory();
  const opened = await openStreams(server.urls.http, server.urls.height, streams);
  // The block of the tip comes first, of the history.
  await opened.next();
  const after = await server.memory();
  const times = [];
  const cpuBefore = await server.cpu();
  for (let block = 0; block < blocks; block += 1) {
    const all = opened.next();
    const { at } = await server.ask('mine');
    await all;
    times.push(Number(process.hrtime.bigint() - BigInt(at)) / 1e6);
  }
  const cpu = blocks === 0 ? 0 : ((await server.cpu()) - cpuBefore) / blocks;
  opened.close();
  return {
    rssKiB: (after.rss - before.rss) / 1024 / streams,
    heapKiB: (after.heapUsed - before.heapUsed) / 1024 / streams,
    ...(blocks > 0 && { medianMs: median(times), longestMs: Math.max(...times), processorMs: cpu }),
  };
}

const number = (value) => ({ type: 'string', default: value });

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { calls: number('3000'), rounds: number('7'), streams: number('1000'), blocks: number('10') },
  });
  const size = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  const stateDirectory = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
  const withServers = async (measure) => {
    const servers = [
      await startServer('grpc-dapikit', { stateDirectory }),
      await startServer('grpc-connect', {}),
    ];
    try {
      return await measure(...servers);
    } finally {
      for (const server of servers) server.stop();
    }
  };
  try {
    const [own, theirs] = await withServers(async (...servers) => measureUnary(servers, size));
    console.log(
      table(
        ['getBestBlockHeight over h2c', 'processor µs a call', 'of the bare server'],
        [
          ['bare server of @connectrpc/connect', theirs.toFixed(0), '1.00'],
          ['dapikit', own.toFixed(0), (theirs / own).toFixed(2)],
        ],
      ),
    );
    // Processes of their own: what calls have left behind would be taken for memory of streams.
    const streams = await withServers(async (dapikit, bare) => ({
      dapikit: await measureStreams(dapikit, size),
      bare: await measureStreams(bare, { ...size, blocks: 0 }),
    }));
    const rows = [
      ['dapikit', streams.dapikit],
      ['bare server', streams.bare],
    ];
    console.log(
      table(
        [
          `${size.streams} streams`,
          'KiB RSS each',
          'KiB heap each',
          'median ms to all',
          'longest ms',
          'processor ms a block',
        ],
        rows.map(([name, { rssKiB, heapKiB, medianMs, longestMs, processorMs }]) => [
          name,
          rssKiB.toFixed(1),
          heapKiB.toFixed(1),
          ...[medianMs, longestMs, processorMs].map((value) => value?.toFixed(0) ?? ''),
        ]),
      ),
    );
    keepResult('grpc', { ...size, unary: { dapikit: own, bare: theirs }, streams });
  } finally {
    rmSync(stateDirectory, { recursive: true, force: true });
  }
}
