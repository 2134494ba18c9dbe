import { DevChain } from '@dapikit/chain';
import {
  absentPlatform,
  DEFAULT_SETTINGS,
  gatewayObserver,
  inProcessLayer1,
  Metrics,
  startGateway,
} from '@dapikit/gateway';
import { pino } from 'pino';

/** The highest rate limit. No client of a benchmark reaches it. */
const RATE_LIMIT = { perMinute: 60_000_000, burst: 1_000_000 };

/**
 * Starts this gateway on the embedded chain, with the settings that `npm start` has.
 * @param options `isLimited` says whether it has a rate limit and metrics, too
 */
export async function start({ stateDirectory, isLimited = false }) {
  const metrics = new Metrics('bench');
  const { port } = await startGateway(
    { ...DEFAULT_SETTINGS, port: 0, stateDirectory, ...(isLimited && { rateLimit: RATE_LIMIT }) },
    {
      ...(isLimited && { metrics, observer: gatewayObserver(metrics) }),
      layer1: inProcessLayer1(new DevChain()),
      platformStatus: absentPlatform('bench', () => Math.floor(Date.now() / 1000)),
      log: pino({ level: 'warn' }),
      now: Date.now,
    },
  );
  return { http: `http://127.0.0.1:${port}/`, https: `https://127.0.0.1:${port}/` };
}
