// This gateway on the embedded chain, which mines when it is told to, with room for many streams.
import { DevChain } from '@dapikit/chain';
import { absentPlatform, DEFAULT_SETTINGS, startGateway } from '@dapikit/gateway';
import { pino } from 'pino';
import { report } from './report.mjs';

const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });

async function start({ stateDirectory }) {
  const { port } = await startGateway(
    { ...DEFAULT_SETTINGS, port: 0, stateDirectory, rateLimit: undefined, maxConnectionsPerAddress: 1000 },
    {
      layer1: chain,
      platformStatus: absentPlatform('bench', () => Math.floor(Date.now() / 1000)),
      log: pino({ level: 'warn' }),
      now: Date.now,
    },
  );
  return { http: `http://127.0.0.1:${port}`, height: chain.tip().height };
}

report(start, {
  mine: () => {
    const at = String(process.hrtime.bigint());
    chain.mine(1);
    return { at };
  },
});
