// npm run bench core-pool [-- --seconds N --rounds N]
// What a pool costs over the node that it is of: the same calls to a CoreNode, and to a CorePool of that node alone.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CoreNode } from '@dapikit/chain/core-node';
import { CorePool } from '@dapikit/chain/core-pool';
import { startServer } from './lib/server-process.mjs';
import { table } from './lib/table.mjs';

/** Callers that each wait for their answer before they ask again. */
const CALLERS = 64;
/** Below all that a pool keeps of its chain, so that both ask the node. */
const DEEP = 10;

const CALLS = [
  { name: 'blockHash, below what is kept', call: (layer1) => layer1.blockHash(DEEP) },
  { name: 'status', call: (layer1) => layer1.status() },
  { name: 'tip', call: (layer1) => layer1.tip() },
];

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '2' }, rounds: { type: 'string', default: '5' } },
  });
  const server = await startServer('rpc', {});
  const node = () => new CoreNode({ url: server.urls.http, notifications: 'none' });
  const alone = node();
  const pool = new CorePool({ nodes: [{ name: 'node', node: node() }] });
  const results = [];
  for (const { name, call } of CALLS) {
    const rounds = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const milliseconds = 1_000 * Number(values.seconds);
      rounds.push([
        await measure(() => call(alone), milliseconds),
        await measure(() => call(pool), milliseconds),
      ]);
    }
    results.push({
      name,
      node: median(rounds.map(([node]) => node.perSecond)),
      pool: median(rounds.map(([, pool]) => pool.perSecond)),
      ratio: median(rounds.map(([node, pool]) => pool.perSecond / node.perSecond)),
      cpu: {
        node: median(rounds.map(([node]) => node.cpu)),
        pool: median(rounds.map(([, pool]) => pool.cpu)),
      },
    });
  }
  await Promise.all([alone.close(), pool.close()]);
  server.stop();
  const rows = results.map(({ name, node, pool, ratio, cpu }) => [
    name,
    count(node),
    count(pool),
    ratio.toFixed(2),
    cpu.node.toFixed(1),
    cpu.pool.toFixed(1),
  ]);
  console.log(
    table(
      ['call', 'CoreNode calls/s', 'CorePool calls/s', 'of CoreNode', 'CoreNode µs', 'CorePool µs'],
      rows,
    ),
  );
  const file = new URL('results/core-pool.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify({ node: process.version, results }, undefined, 2)}\n`);
}

/** Calls a second, and the processor time of this process for each in microseconds. */
async function measure(call, milliseconds) {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const end = begun + milliseconds;
  let calls = 0;
  const caller = async () => {
    while (performance.now() < end) {
      await call();
      calls += 1;
      // What is known already would keep the others, and every timer, from their turn.
      if (calls % 10_000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (1_000 * calls) / (performance.now() - begun), cpu: (user + system) / calls };
}

function count(value) {
  return Math.round(value).toLocaleString('en');
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
