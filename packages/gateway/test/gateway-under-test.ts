import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { GatewayParts } from '../src/gateway-parts.js';
import { startGateway, type Gateway } from '../src/gateway.js';
import { absentPlatform } from '../src/base/platform-status/absent-platform.js';
import { DEFAULT_SETTINGS, type GatewaySettings } from '../src/settings/settings.js';
import { recordedLayer1 } from './recorded-layer1.js';
import { recordedLog, type LogLine } from './recorded-log.js';

/** A gateway on a free loopback port. */
export interface GatewayUnderTest extends Gateway {
  readonly logLines: readonly LogLine[];
  /** Closes it and removes what it kept. */
  readonly stop: () => Promise<void>;
}

/** Starts a gateway in front of the recorded node, with these settings and parts instead of the defaults. */
export async function startGatewayUnderTest(
  settings: Partial<GatewaySettings> = {},
  parts: Partial<GatewayParts> = {},
): Promise<GatewayUnderTest> {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'dapikit-gateway-'));
  const { log, lines } = recordedLog('debug');
  const gateway = await startGateway(
    { ...DEFAULT_SETTINGS, port: 0, drainTimeout: 500, stateDirectory, ...settings },
    {
      layer1: recordedLayer1(),
      platformStatus: absentPlatform('4.0.0', () => 1760447450),
      log,
      now: Date.now,
      ...parts,
    },
  );
  const stop = async () => {
    await gateway.close();
    await rm(stateDirectory, { recursive: true, force: true });
  };
  return { ...gateway, logLines: lines, stop };
}

/** Starts a gateway that is stopped when the running test ends. */
export async function gatewayForTest(
  settings: Partial<GatewaySettings> = {},
  parts: Partial<GatewayParts> = {},
): Promise<GatewayUnderTest> {
  const gateway = await startGatewayUnderTest(settings, parts);
  onTestFinished(gateway.stop);
  return gateway;
}
