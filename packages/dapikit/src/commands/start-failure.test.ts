import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startFailure } from './start-failure.js';

/** Listens at a free port, and returns it with the error of a second server there. */
async function takenPort(): Promise<{ readonly port: number; readonly error: unknown }> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  const [error]: unknown[] = await once(createServer().listen(address.port, '127.0.0.1'), 'error');
  return { port: address.port, error };
}

/** What the error says behind the owner, for the option that is to be changed. */
const advice = (option: string) =>
  expect.stringMatching(
    new RegExp(`\\(process ${process.pid}\\) \\(EADDRINUSE\\): choose another port with ${option}$`),
  );

it.runIf(process.platform === 'linux')(
  'names the program at a port in use, and the option to change',
  async () => {
    const { port, error } = await takenPort();
    const addresses = { host: '127.0.0.1', adminHost: '127.0.0.1' };
    const forClients = await startFailure(error, { ...addresses, port, adminPort: 1 });
    expect(forClients).toMatchObject({ message: expect.stringContaining(`port ${port} is in use by `) });
    expect(forClients).toMatchObject({ message: advice('--port') });
    const forOperators = await startFailure(error, { ...addresses, port: 1, adminPort: port });
    expect(forOperators).toMatchObject({ message: advice('--admin-port') });
  },
);
