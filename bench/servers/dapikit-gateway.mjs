import { DevChain } from '@dapikit/chain';
import { absentPlatform, DEFAULT_SETTINGS, inProcessLayer1, startGateway } from '@dapikit/gateway';
import { pino } from 'pino';

/** Starts this gateway on the embedded chain, with the settings that `npm start` has. */
export async function start({ stateDirectory }) {
  const { port } = await startGateway(
    { ...DEFAULT_SETTINGS, port: 0, stateDirectory },
    {
      layer1: inProcessLayer1(new DevChain()),
      platformStatus: absentPlatform('bench', () => Math.floor(Date.now() / 1000)),
      log: pino({ level: 'warn' }),
      now: Date.now,
    },
  );
  return { http: `http://127.0.0.1:${port}/`, https: `https://127.0.0.1:${port}/` };
}
