import { fire } from './fire.mjs';
import { latencyOf } from './latency.mjs';
import { median } from './median.mjs';
import { startServer } from './server-process.mjs';
import { table } from './table.mjs';

/** From block 432 on Litecoin wants what its miner makes only for a chain that is in use. */
const BLOCKS = 420;
const TIP_REQUESTS = 100_000;
/** What is asked for before it counts. */
const WARM_UP = 60;
/** Below this depth an answer is kept: see `packages/gateway/src/cache/chain-cache.ts`. */
const UNKEPT = 10;

const atHeight = (height) => ({ jsonrpc: '2.0', id: 1, method: 'getBlockHash', params: { height } });
const TIP_CALL = { jsonrpc: '2.0', id: 1, method: 'getBestBlockHash' };

/** The same calls by their names at the node and at the gateway. */
const CALLS = [
  { name: 'hash of the tip', own: { method: 'getbestblockhash', params: [] }, call: TIP_CALL },
  { name: 'hash at a height', own: { method: 'getblockhash', params: [100] }, call: atHeight(100) },
];

/**
 * The gateway with its memory beside the node that it asks: calls a second, what it adds where it has to ask, and how often
 * it asks.
 */
export async function measureMemory({ node, stateDirectory, seconds, rounds, connections }) {
  // Before the gateway runs: it knows every block that comes while it does.
  await node.mine(BLOCKS);
  const gateway = await startServer('remembering', {
    stateDirectory,
    url: node.url,
    user: node.user,
    password: node.password,
  });
  try {
    const url = gateway.urls.http;
    const direct = { url: node.url, headers: node.headers, connections: connections.node };
    const samples = CALLS.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { own, call }] of CALLS.entries()) {
        const body = JSON.stringify({ jsonrpc: '1.0', id: 1, ...own });
        const ofNode = await fire({ ...direct, body, duration: seconds }, node.cpu);
        const load = { url, body: JSON.stringify(call), connections: connections.gateway, duration: seconds };
        samples[index].push({ node: ofNode, gateway: await fire(load, gateway.cpu) });
      }
    }
    // What disturbs only adds.
    const least = (index, server) =>
      Math.min(...samples[index].map((sample) => sample[server].cpuMicroseconds));
    const rates = CALLS.map(({ name }, index) => {
      const of = (read) => median(samples[index].map(read));
      return {
        name,
        node: Math.round(of(({ node: sample }) => sample.perSecond)),
        gateway: Math.round(of(({ gateway: sample }) => sample.perSecond)),
        ratio: of((sample) => sample.gateway.perSecond / sample.node.perSecond),
        nodeCpu: least(index, 'node'),
        gatewayCpu: least(index, 'gateway'),
        cpuRatio: least(index, 'node') / least(index, 'gateway'),
      };
    });
    const latency = await latencies(node, url);
    const before = await gateway.count();
    const tips = {
      url,
      body: JSON.stringify(TIP_CALL),
      connections: connections.gateway,
      amount: TIP_REQUESTS,
    };
    await fire(tips, gateway.cpu);
    const questions = (await gateway.count()) - before;
    return { rates, latency, tip: { requests: TIP_REQUESTS, questions } };
  } finally {
    gateway.stop();
  }
}

/** One call after the other: the node itself, the gateway where it has to ask, and where it knows. */
async function latencies(node, url) {
  const own = latencyOf(node);
  const ours = latencyOf({ url });
  const times = [];
  for (let height = 1; height <= BLOCKS - UNKEPT; height += 1) {
    const call = { jsonrpc: '1.0', id: 1, method: 'getblockhash', params: [height] };
    times.push({
      node: await own(call),
      miss: await ours(atHeight(height)),
      hit: await ours(atHeight(height)),
    });
  }
  const of = (key) => median(times.slice(WARM_UP).map((time) => time[key]));
  return { nodeMs: of('node'), missMs: of('miss'), hitMs: of('hit'), addedMs: of('miss') - of('node') };
}

/** What `measureMemory` gives, as Markdown. */
export function memoryTables(program, { rates, latency, tip }) {
  const { nodeMs, missMs, hitMs } = latency;
  return [
    table(
      [
        'call',
        `${program} calls/s`,
        'gateway calls/s',
        'ratio',
        `${program} µs a call`,
        'gateway µs a call',
        'ratio',
      ],
      rates.map((rate) => [
        rate.name,
        rate.node.toLocaleString('en'),
        rate.gateway.toLocaleString('en'),
        rate.ratio.toFixed(2),
        rate.nodeCpu.toFixed(1),
        rate.gatewayCpu.toFixed(1),
        rate.cpuRatio.toFixed(2),
      ]),
    ),
    table(
      ['one call after the other', 'p50 ms'],
      [
        [`${program} itself`, nodeMs.toFixed(3)],
        ['gateway that asks it', missMs.toFixed(3)],
        ['gateway that remembers', hitMs.toFixed(3)],
      ],
    ),
    `${tip.requests.toLocaleString('en')} requests of the tip became ${tip.questions} questions to the node.`,
  ].join('\n\n');
}
