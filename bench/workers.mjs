// npm run bench workers [-- --seconds N --rounds N]
// What a call costs one worker, and each of two that share a port. Whether two do twice as much depends on the cores that there are
// in addition to that of the load, which is a small part of a batch. Whether they can shows in the processor time of a call, which must not grow.
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
const CALL = { jsonrpc: '2.0', id: 1, method: 'getBlockHash', params: { height: 100 } };
const LOADS = [
  { load: 'a call a request', calls: 1, body: JSON.stringify(CALL) },
  { load: 'a batch of 100', calls: 100, body: JSON.stringify(Array.from({ length: 100 }, () => CALL)) },
];

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
      servers.push({ workers, server, samples: new Map(LOADS.map(({ load }) => [load, []])) });
    }
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const { load, body } of LOADS) {
        for (const { server, samples } of servers) {
          const cpu = async () => (await server.ask('cpuOfAll')).milliseconds;
          const duration = Number(values.seconds);
          const fired = { url: server.urls.http, body, connections: CONNECTIONS, duration };
          samples.get(load).push(await fire(fired, cpu));
        }
      }
    }
  } finally {
    for (const { server } of servers) server.stop();
    rmSync(stateDirectory, { recursive: true, force: true });
  }
  const results = LOADS.map(({ load, calls }) => {
    const [one, two] = servers.map(({ samples }) => samples.get(load));
    const measured = servers.map(({ workers, samples }) => {
      const rounds = samples.get(load);
      return {
        workers,
        callsPerSecond: Math.round(calls * median(rounds.map(({ perSecond }) => perSecond))),
        cpu: Math.min(...rounds.map(({ cpuMicroseconds }) => cpuMicroseconds)) / calls,
        cpuOfLoad: Math.min(...rounds.map(({ loadMicroseconds }) => loadMicroseconds)) / calls,
      };
    });
    const ratios = {
      callsPerSecond: median(two.map(({ perSecond }, round) => perSecond / one[round].perSecond)),
      perProcessorSecond: measured[0].cpu / measured[1].cpu,
      // One worker is busy with its own core; two and the load share all that there are.
      most: Math.min(2, (cpus().length * measured[0].cpu) / (measured[1].cpu + measured[1].cpuOfLoad)),
    };
    return { load, measured, ratios };
  });
  const rows = results.flatMap(({ load, measured, ratios }) =>
    measured.map(({ workers, callsPerSecond, cpu, cpuOfLoad }, at) => [
      load,
      workers,
      callsPerSecond.toLocaleString('en'),
      at === 0 ? '1.00' : ratios.callsPerSecond.toFixed(2),
      at === 0 ? '1.00' : ratios.most.toFixed(2),
      cpu.toFixed(2),
      cpuOfLoad.toFixed(2),
    ]),
  );
  console.log(
    table(
      ['load', 'workers', 'calls/s', 'of one', 'at most', 'processor µs a call', 'the load’s µs a call'],
      rows,
    ),
  );
  console.log(
    `\n"At most" is what two can do beside the load on ${cpus().length} cores that do nothing else.`,
  );
  keepResult('workers', { results });
}
