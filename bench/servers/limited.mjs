// This gateway with the rate limits of `dapikit serve` and an admin address, in one process, started as that command starts it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DevChain } from '@dapikit/chain';
import {
  absentPlatform,
  DEFAULT_SETTINGS,
  gatewaySettings,
  inProcessLayer1,
  loadLaterModules,
  startGateway,
} from '@dapikit/gateway';
import { pino } from 'pino';
import { watchMainThread } from '../lib/main-thread.mjs';
import { report } from './report.mjs';

const stateDirectory = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
process.on('exit', () => rmSync(stateDirectory, { recursive: true, force: true }));
let mainThread = () => undefined;

async function start() {
  await loadLaterModules();
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
  mainThread = watchMainThread();
  return { http: `http://127.0.0.1:${port}/`, https: `https://127.0.0.1:${port}/`, admin: adminUrl };
}

report(start, { mainThread: () => mainThread() });
