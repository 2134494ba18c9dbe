// A process that sends the most expensive traffic of one kind as fast as the server takes it, and connects again whenever it is cut off.
import { setTimeout as sleep } from 'node:timers/promises';
import { ignore } from './hostile-connections.mjs';
import { hostileKinds } from './hostile-kinds.mjs';

/** A kind whose connections are closed at once does nothing else. */
const PAUSE_MS = 1;

process.once('message', async ({ kind, url, connections }) => {
  const { hostname: host, port } = new URL(url);
  const target = { plain: { host, port: Number(port) }, url };
  const { each, all } = (await hostileKinds())[kind];
  if (all !== undefined) void again(() => all(target, connections));
  else for (let number = 0; number < connections; number += 1) void again(() => each(target));
  process.send('started');
});
process.on('disconnect', () => process.exit());

/** Does something over and over. */
async function again(run) {
  for (;;) {
    await run().catch(ignore);
    await sleep(PAUSE_MS);
  }
}
