// The round trip of `documents.create` of an unmodified evo-sdk against `dapikit dev` in a process of its own: signed, broadcast, awaited and
// its proof verified.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startDev } from './dev-process.mjs';

const CLIENT = fileURLToPath(new URL('../servers/sdk-creates.mjs', import.meta.url));

/** Returns the round trips of creates in ms, and the processor time for each in the client and in the server. */
export async function measureSdkCreates(creates) {
  const { env, stop, processor } = await startDev('--tutorial');
  try {
    const client = spawn(process.execPath, [CLIENT, String(creates)], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    client.once('exit', (code) => {
      if (code !== 0) throw new Error(`the client ended with ${code}`);
    });
    await once(client, 'message');
    const before = processor();
    client.send('create');
    const [{ milliseconds, clientProcessor }] = await once(client, 'message');
    const sorted = milliseconds.toSorted((a, b) => a - b);
    return {
      creates,
      least: sorted[0],
      median: sorted[Math.floor(creates / 2)],
      clientProcessor,
      serverProcessor: before === undefined ? undefined : (processor() - before) / creates,
    };
  } finally {
    await stop();
  }
}
