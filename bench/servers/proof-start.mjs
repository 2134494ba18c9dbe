// Loads a client, has it verify one response, and sends the processor time of the process in milliseconds.
import { dapikitClient, evoSdkClient } from '../lib/proof-clients.mjs';

process.once('message', async ({ name, server }) => {
  const verify = await (name === 'evo-sdk' ? evoSdkClient(server) : dapikitClient(server));
  await verify();
  const { user, system } = process.cpuUsage();
  process.send((user + system) / 1000, () => process.exit());
});
