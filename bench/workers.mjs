// npm run bench workers [-- --seconds N --rounds N]
// What a call costs one worker, and each of two that share a port. Whether two do twice as much depends on the cores that there are
// besides the load's; whether they can shows in the processor time of a call, which must not grow.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fire } from './lib/fire.mjs';
import { keepResult } from './lib/keep-result.mjs';
import { median } from './lib/median.mjs';
import { startServer } from './lib/server-process.mjs';
import { table } from './lib/table.mjs';

const CONNECTIONS = 64;
const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBlockHash', params: { height: 100 } });

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '7' } },
  });
  const stateDirectory = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
  const servers = [];
  try {
    for (const workers of [1, 2]) {
      const server = await startServer('workers', { stateDirectory, workers });
      servers.push({ workers, server, samples: [] });
    }
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const { server, samples } of servers) {
        const cpu = async () => (await server.ask('cpuOfAll')).milliseconds;
        const duration = Number(values.seconds);
        samples.push(
          await fire({ url: server.urls.http, body: BODY, connections: CONNECTIONS, duration }, cpu),
        );
      }
    }
  } finally {
    for (const { server } of servers) server.stop();
    rmSync(stateDirectory, { recursive: true, force: true });
  }
  const [one, two] = servers.map(({ samples }) => samples);
  const measured = servers.map(({ workers, samples }) => ({
    workers,
    callsPerSecond: Math.round(median(samples.map(({ perSecond }) => perSecond))),
    cpu: Math.min(...samples.map(({ cpuMicroseconds }) => cpuMicroseconds)),
  }));
  const ratios = {
    callsPerSecond: median(two.map(({ perSecond }, round) => perSecond / one[round].perSecond)),
    perProcessorSecond: measured[0].cpu / measured[1].cpu,
  };
  console.log(
    table(
      ['workers', 'calls/s', 'processor µs a call'],
      measured.map(({ workers, callsPerSecond, cpu }) => [
        workers,
        callsPerSecond.toLocaleString('en'),
        cpu.toFixed(2),
      ]),
    ),
  );
  console.log(
    `\nTwo do ${ratios.callsPerSecond.toFixed(2)} times the calls of one on ${cpus().length} cores that the load shares, and ` +
      `${ratios.perProcessorSecond.toFixed(2)} times the calls in a second of processor time.`,
  );
  keepResult('workers', { measured, ratios });
}
