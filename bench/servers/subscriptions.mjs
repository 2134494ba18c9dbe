// This gateway on the embedded chain, which mines when it is told to, with room for many connections.
import { DevChain } from '@dapikit/chain';
import { absentPlatform, DEFAULT_SETTINGS, startGateway } from '@dapikit/gateway';
import { pino } from 'pino';
import { report } from './report.mjs';

const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });

async function start({ stateDirectory, connections }) {
  const { port } = await startGateway(
    {
      ...DEFAULT_SETTINGS,
      port: 0,
      stateDirectory,
      maxConnections: connections + 10,
      maxConnectionsPerAddress: connections + 10,
    },
    {
      layer1: chain,
      platformStatus: absentPlatform('bench', () => Math.floor(Date.now() / 1000)),
      log: pino({ level: 'warn' }),
      now: Date.now,
    },
  );
  return { http: `http://127.0.0.1:${port}/`, https: `https://127.0.0.1:${port}/` };
}

// The time is that of the moment when the chain tells of the block, before the gateway hears of it, on the clock of all processes.
let told;
chain.watchBlocks(() => {
  told = String(process.hrtime.bigint());
});

report(start, {
  mine: () => {
    chain.mine(1);
    return { told };
  },
});
