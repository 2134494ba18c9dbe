// Loads a client, has it verify one response, and sends the processor time of the process in milliseconds: when the client was ready, and
// when it had verified the response.
import { dapikitClient, evoSdkClient } from '../lib/proof-clients.mjs';

const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

process.once('message', async ({ name, server }) => {
  const verify = await (name === 'evo-sdk' ? evoSdkClient(server) : dapikitClient(server));
  const ready = spent();
  await verify();
  process.send({ ready, verified: spent() }, () => process.exit());
});
