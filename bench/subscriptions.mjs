// npm run bench subscriptions [-- --subscribers N --blocks N]
// Many idle subscribers on one process: the memory that each takes, and how long a new block takes to reach all of them, beside a
// bare ws server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openIdleSubscriber } from './lib/idle-subscriber.mjs';
import { startServer } from './lib/server-process.mjs';
import { table } from './lib/table.mjs';

/** How many connect at once. */
const AT_ONCE = 50;
const SETTLING_MS = 1000;

/** The gateway comes first, as it makes the certificate. */
const TARGETS = ['http', 'https'].flatMap((scheme) => [
  { name: `dapikit, ${scheme.replace('http', 'ws')}:`, server: 'subscriptions', scheme },
  { name: `ws 8, one send each, ${scheme.replace('http', 'ws')}:`, server: 'ws-broadcast', scheme },
]);

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      subscribers: { type: 'string', default: '5000' },
      blocks: { type: 'string', default: '20' },
    },
  });
  const [subscribers, blocks] = [Number(values.subscribers), Number(values.blocks)];
  const measured = [];
  const stateDirectory = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
  try {
    for (const target of TARGETS) measured.push(await measure(target, stateDirectory, subscribers, blocks));
  } finally {
    rmSync(stateDirectory, { recursive: true, force: true });
  }
  console.log(
    table(
      [
        'server',
        'KiB RSS each',
        'KiB heap each',
        'processor ms a block',
        'median ms to all',
        'longest ms to all',
      ],
      measured.map(({ name, rssKiB, heapKiB, cpuMs, medianMs, longestMs }) => [
        name,
        rssKiB.toFixed(1),
        heapKiB.toFixed(1),
        cpuMs.toFixed(0),
        medianMs.toFixed(0),
        longestMs.toFixed(0),
      ]),
    ),
  );
  const machine = {
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
  const result = {
    date: new Date().toISOString(),
    node: process.version,
    machine,
    subscribers,
    blocks,
    measured,
  };
  writeFileSync(
    new URL('results/subscriptions.json', import.meta.url),
    `${JSON.stringify(result, null, 2)}\n`,
  );
}

async function measure({ name, server, scheme }, stateDirectory, subscribers, blocks) {
  const target = await startServer(server, { stateDirectory, connections: subscribers });
  const sockets = [];
  let reached = 0;
  let whenAll;
  const onBlock = () => {
    reached += 1;
    if (reached % subscribers === 0) whenAll?.(process.hrtime.bigint());
  };
  const open = () => openIdleSubscriber(target.urls[scheme], onBlock);
  const reachAll = async () => {
    const all = new Promise((resolve) => {
      whenAll = resolve;
    });
    const { told } = await target.ask('mine');
    return Number((await all) - BigInt(told)) / 1e6;
  };
  try {
    // What the first connections load counts for the server, not for a subscriber.
    const first = await Promise.all(Array.from({ length: AT_ONCE }, open));
    for (const socket of first) socket.removeAllListeners('close').destroy();
    await sleep(SETTLING_MS);
    const before = await target.ask('memory');
    while (sockets.length < subscribers) {
      const more = Math.min(AT_ONCE, subscribers - sockets.length);
      sockets.push(...(await Promise.all(Array.from({ length: more }, open))));
    }
    await sleep(SETTLING_MS);
    const after = await target.ask('memory');
    reached = 0;
    const times = [];
    const { milliseconds: cpuBefore } = await target.ask('cpu');
    for (let block = 0; block < blocks; block += 1) {
      times.push(await reachAll());
      await sleep(100);
    }
    const { milliseconds: cpuAfter } = await target.ask('cpu');
    times.sort((a, b) => a - b);
    process.stderr.write(`${name}: ${times.map((time) => time.toFixed(0)).join(' ')} ms\n`);
    const eachKiB = (what) => (after[what] - before[what]) / subscribers / 1024;
    return {
      name,
      rssKiB: eachKiB('rss'),
      heapKiB: eachKiB('heapUsed'),
      cpuMs: (cpuAfter - cpuBefore) / blocks,
      medianMs: times[Math.floor(times.length / 2)],
      longestMs: times.at(-1),
    };
  } finally {
    for (const socket of sockets) socket.removeAllListeners('close').destroy();
    target.stop();
  }
}
