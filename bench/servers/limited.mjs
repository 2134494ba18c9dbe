// This gateway with the rate limits of `dapikit serve` and an admin address, in one process, started as that command starts it.
import { mkdtempSync, rmSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DevChain } from '@dapikit/chain';
import {
  absentPlatform,
  DEFAULT_SETTINGS,
  gatewaySettings,
  inProcessLayer1,
  loadGrpcModules,
  startGateway,
} from '@dapikit/gateway';
import { pino } from 'pino';
import { report } from './report.mjs';

const stateDirectory = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
process.on('exit', () => rmSync(stateDirectory, { recursive: true, force: true }));
const delay = monitorEventLoopDelay({ resolution: 1 });

async function start() {
  await loadGrpcModules();
  const { port, adminUrl } = await startGateway(
    {
      ...DEFAULT_SETTINGS,
      rateLimit: {
        perMinute: gatewaySettings.ratePerMinute.default,
        burst: gatewaySettings.rateBurst.default,
      },
      port: 0,
      admin: { host: '127.0.0.1', port: 0 },
      stateDirectory,
    },
    {
      layer1: inProcessLayer1(new DevChain()),
      platformStatus: absentPlatform('bench', () => Math.floor(Date.now() / 1000)),
      log: pino({ level: 'warn' }),
      now: Date.now,
    },
  );
  delay.enable();
  return { http: `http://127.0.0.1:${port}/`, https: `https://127.0.0.1:${port}/`, admin: adminUrl };
}

/** The longest turn of the event loop since the last time, in milliseconds. */
function longestTurn() {
  const milliseconds = delay.max / 1e6;
  delay.reset();
  return { milliseconds };
}

report(start, { longestTurn });
