// npm run bench hostile [-- --seconds N --kinds 'a;b' --collect]
// The longest turn of the event loop and the growth of resident memory while one client sends the most expensive traffic of each kind that its
// limit allows, and more; and how long /livez on the admin address takes meanwhile. With --collect the server collects its garbage all the time, so
// that the memory is what is held, and the turns are not compared.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileKinds } from './lib/hostile-kinds.mjs';
import { keepResult } from './lib/keep-result.mjs';
import { median } from './lib/median.mjs';
import { startServer } from './lib/server-process.mjs';
import { table } from './lib/table.mjs';

const CONNECTIONS = [1, 8];
const MIB = 1024 * 1024;
/** Until the server has done what it does after its start. */
const REST_MS = 1500;

export async function run(args) {
  const all = { nothing: { connections: 0 }, ...(await hostileKinds()) };
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '4' },
      kinds: { type: 'string', default: Object.keys(all).join(';') },
      collect: { type: 'boolean', default: false },
    },
  });
  const header = [
    'traffic',
    'connections',
    'longest turn ms',
    'memory MB',
    '/livez longest ms',
    'processor share',
  ];
  const [titles, line] = table(header, []).split('\n');
  console.log(`${titles}\n${line}`);
  const measured = [];
  for (const kind of values.kinds.split(';')) {
    const { connections = CONNECTIONS } = all[kind];
    for (const count of [connections].flat()) {
      const figures = await measure(kind, all[kind], count, values).catch((error) => ({ error }));
      measured.push({ kind, connections: count, ...figures });
      console.log(`| ${[kind, count, ...columnsOf(figures)].join(' | ')} |`);
    }
  }
  keepResult(values.collect ? 'hostile-held' : 'hostile', { measured });
}

function columnsOf({ longestTurn, growth, max, cpu, error }) {
  if (error !== undefined) return ['the server ended', '', '', ''];
  return [longestTurn.toFixed(1), (growth / MIB).toFixed(0), max.toFixed(1), cpu.toFixed(2)];
}

async function measure(kind, { server: name = 'limited', options = {} }, connections, { seconds, collect }) {
  const server = await startServer(name, options);
  let client;
  try {
    await sleep(REST_MS);
    await fetch(new URL('livez', server.urls.admin));
    if (collect) await server.ask('collect');
    await server.ask('mainThread');
    if (connections > 0) client = await startClient(kind, server.urls.http, connections);
    const cpuBefore = await server.cpu();
    const times = [];
    const started = performance.now();
    while (performance.now() - started < Number(seconds) * 1000) {
      const sent = performance.now();
      await (await fetch(new URL('livez', server.urls.admin))).text();
      times.push(performance.now() - sent);
      await sleep(10);
    }
    const cpu = ((await server.cpu()) - cpuBefore) / (performance.now() - started);
    return { p50: median(times), max: Math.max(...times), ...(await server.ask('mainThread')), cpu };
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
