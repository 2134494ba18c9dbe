// npm run bench hostile [-- --seconds N --connections 1,8 --kinds a,b]
// How long /livez on the admin address takes while one client sends the most expensive traffic of each kind that its limit allows, and more.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepResult } from './lib/keep-result.mjs';
import { median } from './lib/median.mjs';
import { startServer } from './lib/server-process.mjs';
import { table } from './lib/table.mjs';

const KINDS = [
  'nothing',
  'bodies',
  'chunks of a byte',
  'pipelined calls',
  'pipelined Expect',
  'headers of 16 KiB',
  'gRPC-web calls',
  'gRPC-web chunks of a byte',
  'garbage',
  'TLS handshakes',
  'failed TLS handshakes',
  'WebSocket messages',
  'streams of HTTP/2',
];

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '1,8' },
      kinds: { type: 'string', default: KINDS.join(',') },
    },
  });
  const measured = [];
  for (const kind of values.kinds.split(',')) {
    for (const connections of values.connections.split(',').map(Number)) {
      measured.push({ kind, connections, ...(await measure(kind, connections, Number(values.seconds))) });
    }
  }
  const rows = measured.map(({ kind, connections, p50, max, longestTurn, cpu }) => [
    kind,
    connections,
    ...[p50, max, longestTurn].map((milliseconds) => milliseconds.toFixed(1)),
    cpu.toFixed(2),
  ]);
  const header = [
    'traffic',
    'connections',
    '/livez median ms',
    'longest ms',
    'longest turn ms',
    'processor share',
  ];
  console.log(table(header, rows));
  keepResult('hostile', { measured });
}

async function measure(kind, connections, seconds) {
  const server = await startServer('limited', {});
  const client = kind === 'nothing' ? undefined : await startClient(kind, server.urls.http, connections);
  try {
    await sleep(500);
    await server.ask('longestTurn');
    const cpuBefore = await server.cpu();
    const times = [];
    const started = performance.now();
    while (performance.now() - started < seconds * 1000) {
      const sent = performance.now();
      await (await fetch(new URL('livez', server.urls.admin))).text();
      times.push(performance.now() - sent);
      await sleep(10);
    }
    const cpu = ((await server.cpu()) - cpuBefore) / (performance.now() - started);
    const { milliseconds: longestTurn } = await server.ask('longestTurn');
    return { p50: median(times), max: Math.max(...times), longestTurn, cpu };
  } finally {
    client?.disconnect();
    server.stop();
  }
}

async function startClient(kind, url, connections) {
  const client = fork(fileURLToPath(new URL('lib/hostile-client.mjs', import.meta.url)));
  client.send({ kind, url, connections });
  await once(client, 'message');
  return client;
}
