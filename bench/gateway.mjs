// npm run bench gateway [-- --seconds N --rounds N --requests N --single --calls N]
// The gateway beside a bare node:http server, jayson, fastify and, where one is installed, a node's own RPC: the same calls, in one
// run, on one machine. Absolute figures depend on the machine; the ratios are what counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fire } from './lib/fire.mjs';
import { keepResult } from './lib/keep-result.mjs';
import { median } from './lib/median.mjs';
import { measureMemory, memoryTables } from './lib/memory-of-node.mjs';
import { startServer } from './lib/server-process.mjs';
import { table } from './lib/table.mjs';
import { startNode } from './servers/node.mjs';

const CONNECTIONS = 64;
/** A node rejects calls beyond its work queue of 16. */
const NODE_CONNECTIONS = 12;
const BATCH_CALLS = 100;
const ECHO = 'node:http echo';
const MEMORY_SAMPLES = 10;

const GET_BLOCK_HASH = { jsonrpc: '2.0', id: 1, method: 'getBlockHash', params: { height: 100 } };
const NODE_CALL = { jsonrpc: '1.0', id: 1, method: 'getblockhash', params: [0] };

const batchOf = (call) => Array.from({ length: BATCH_CALLS }, (_, id) => ({ ...call, id }));

/** What is measured: the row's name, the transport, the body, the calls in it. */
const LOADS = [
  { name: 'single call, HTTP', scheme: 'http', calls: 1 },
  { name: 'single call, HTTPS', scheme: 'https', calls: 1 },
  { name: `batch of ${BATCH_CALLS}, HTTP`, scheme: 'http', calls: BATCH_CALLS },
  { name: `batch of ${BATCH_CALLS}, HTTPS`, scheme: 'https', calls: BATCH_CALLS },
];

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '5' },
      requests: { type: 'string', default: '1000000' },
      // Sends so many requests in each round, however long they take: on a busy machine, a server needs them to be compiled.
      calls: { type: 'string' },
      // Measures single calls over HTTP only.
      single: { type: 'boolean', default: false },
    },
  });
  const stateDirectory = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
  const dapikit = await startServer('dapikit', { stateDirectory });
  const certificate = {
    cert: readFileSync(join(stateDirectory, 'tls', 'cert.pem'), 'utf8'),
    key: readFileSync(join(stateDirectory, 'tls', 'key.pem'), 'utf8'),
  };
  const echo = await startServer('echo', certificate);
  const jayson = await startServer('jayson', certificate);
  const fastify = await startServer('fastify', certificate);
  const configured = await startServer('fastify-configured', certificate);
  const limited = await startServer('dapikit', { stateDirectory, isLimited: true });
  const node = values.single ? undefined : await startNode();
  const targets = [
    { name: ECHO, urls: echo.urls, cpu: echo.cpu, call: GET_BLOCK_HASH },
    { name: 'dapikit', urls: dapikit.urls, cpu: dapikit.cpu, call: GET_BLOCK_HASH },
    { name: 'jayson 5', urls: jayson.urls, cpu: jayson.cpu, call: GET_BLOCK_HASH },
    { name: 'fastify 5', urls: fastify.urls, cpu: fastify.cpu, call: GET_BLOCK_HASH },
    { name: 'dapikit, limited', urls: limited.urls, cpu: limited.cpu, call: GET_BLOCK_HASH },
    { name: 'fastify 5, configured', urls: configured.urls, cpu: configured.cpu, call: GET_BLOCK_HASH },
    ...(node
      ? [
          {
            name: `${node.name} RPC`,
            urls: { http: node.url },
            cpu: node.cpu,
            headers: node.headers,
            connections: NODE_CONNECTIONS,
            call: NODE_CALL,
          },
        ]
      : []),
  ];
  try {
    const loads = values.single ? LOADS.slice(0, 1) : LOADS;
    const until =
      values.calls === undefined ? { duration: Number(values.seconds) } : { amount: Number(values.calls) };
    const measured = await measure(targets, loads, until, Number(values.rounds));
    if (values.single) {
      print(measured, []);
      keepResult('gateway-single-call', { measured });
      return;
    }
    const memory = await memoryOver(dapikit, Number(values.requests));
    print(measured, memory);
    const ofNode = node && {
      program: node.name,
      ...(await measureMemory({
        node,
        stateDirectory,
        seconds: Number(values.seconds),
        rounds: Number(values.rounds),
        connections: { node: NODE_CONNECTIONS, gateway: CONNECTIONS },
      })),
    };
    if (ofNode) console.log(`\n${memoryTables(ofNode.program, ofNode)}`);
    keepResult('gateway', { measured, memory });
    if (ofNode) keepResult('gateway-answers-from-memory', ofNode);
  } finally {
    for (const server of [dapikit, echo, jayson, fastify, configured, limited]) server.stop();
    node?.stop();
    rmSync(stateDirectory, { recursive: true, force: true });
  }
}

/** Calls a second of every target under every load, in rounds that visit the targets in turn. */
async function measure(targets, loads, until, rounds) {
  const samples = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const load of loads) {
      for (const target of targets) {
        const url = target.urls[load.scheme];
        if (url === undefined) continue;
        const body = JSON.stringify(load.calls === 1 ? target.call : batchOf(target.call));
        const { perSecond, p50, p99, cpuMicroseconds } = await fire(
          {
            url,
            body,
            headers: target.headers,
            connections: target.connections ?? CONNECTIONS,
            ...until,
          },
          target.cpu,
        );
        const sample = {
          round,
          load: load.name,
          target: target.name,
          callsPerSecond: perSecond * load.calls,
          cpu: cpuMicroseconds / load.calls,
          p50,
          p99,
        };
        process.stderr.write(
          `round ${round + 1} ${load.name} ${target.name}: ${Math.round(sample.callsPerSecond)} calls/s, ${sample.cpu.toFixed(2)} µs\n`,
        );
        samples.push(sample);
      }
    }
  }
  return summarize(samples, loads, targets);
}

/**
 * One row a load and target. The ratios are medians of the rounds' own ratios: what is compared was measured within
 * seconds of each other, however fast the machine was in that round.
 */
function summarize(samples, loads, targets) {
  const sampleOf = (round, load, target) =>
    samples.find((sample) => sample.round === round && sample.load === load && sample.target === target);
  // What disturbs only adds to the processor time of a call: the least of the rounds is nearest to it.
  const least = (load, target) =>
    Math.min(
      ...samples.filter((sample) => sample.load === load && sample.target === target).map(({ cpu }) => cpu),
    );
  return loads.flatMap(({ name: load }) =>
    targets.flatMap(({ name: target }) => {
      const own = samples.filter((sample) => sample.load === load && sample.target === target);
      if (own.length === 0) return [];
      const of = (key) => median(own.map((sample) => sample[key]));
      const ofEcho = median(
        own.map(({ round, callsPerSecond }) => callsPerSecond / sampleOf(round, load, ECHO).callsPerSecond),
      );
      return [
        {
          load,
          target,
          callsPerSecond: Math.round(of('callsPerSecond')),
          ofEcho,
          cpu: least(load, target),
          cpuOfEcho: least(load, target) / least(load, ECHO),
          p50: of('p50'),
          p99: of('p99'),
        },
      ];
    }),
  );
}

/** The memory of the gateway while it answers many requests, after a collection of garbage each time. */
async function memoryOver(server, requests) {
  const body = JSON.stringify(GET_BLOCK_HASH);
  const samples = [];
  for (let i = 0; i < MEMORY_SAMPLES; i += 1) {
    const amount = Math.round(requests / MEMORY_SAMPLES);
    await fire({ url: server.urls.http, body, amount, connections: CONNECTIONS }, server.cpu);
    const { rss, heapUsed } = await server.memory();
    samples.push({
      requests: Math.round((requests * (i + 1)) / MEMORY_SAMPLES),
      rssMiB: Math.round(rss / 2 ** 20),
      heapMiB: Math.round((heapUsed / 2 ** 20) * 10) / 10,
    });
  }
  return samples;
}

function print(measured, memory) {
  const rows = measured.map(({ load, target, callsPerSecond, ofEcho, cpu, cpuOfEcho, p50, p99 }) => [
    load,
    target,
    callsPerSecond.toLocaleString('en'),
    ofEcho.toFixed(2),
    cpu.toFixed(2),
    cpuOfEcho.toFixed(2),
    p50.toFixed(2),
    p99.toFixed(2),
  ]);
  console.log(
    table(
      ['load', 'server', 'calls/s', 'of echo', 'processor µs a call', 'of echo', 'p50 ms', 'p99 ms'],
      rows,
    ),
  );
  if (memory.length === 0) return;
  console.log();
  console.log(
    table(
      ['requests so far', 'RSS MiB', 'heap MiB'],
      memory.map((row) => Object.values(row)),
    ),
  );
}
