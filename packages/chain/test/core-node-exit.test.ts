import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeChain } from './fake-chain.js';
import { FakeNode } from './fake-node.js';
import { FakePublisher } from './fake-publisher.js';

const PACKAGE = new URL('../package.json', import.meta.url);
const chain = new FakeChain('00'.repeat(32));
let server: FakeNode;
let publisher: FakePublisher;

beforeAll(async () => {
  server = await FakeNode.start((call) => chain.answer(call));
  publisher = await FakePublisher.start();
});
afterAll(async () => {
  publisher.close();
  await server.stop();
});

/** Runs a program on the built packages; gives what it prints, once it has ended by itself. */
async function run(program: string): Promise<string> {
  const child = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('.', PACKAGE),
    timeout: 10_000,
  });
  return (await child).stdout.trim();
}

/** The packages that are loaded only where they are needed. */
const LOADED = `
  import { createRequire } from 'node:module';
  const loaded = () => ['undici', 'zeromq'].filter((name) =>
    Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('/node_modules/' + name + '/')));`;

it('importing the development chain loads neither undici nor ZMQ', async () => {
  expect(await run(`${LOADED} await import('@dapikit/chain'); console.log(loaded().join())`)).toBe('');
});

it.each([
  ['without ZMQ', (): unknown => 'none', 'undici'],
  ['with ZMQ', (): unknown => [publisher.address], 'undici,zeromq'],
])('a closed CoreNode lets the process exit: %s', async (_, notifications, loaded) => {
  const program = `${LOADED}
    import { CoreNode } from '@dapikit/chain/core-node';
    const node = new CoreNode({ url: '${server.url}', notifications: ${JSON.stringify(notifications())} });
    node.watchBlocks(() => undefined);
    const wanted = '${notifications() === 'none' ? 'none' : 'connected'}';
    while (!node.health().tip || node.health().notifications !== wanted) await new Promise((go) => setTimeout(go, 5));
    await node.tip();
    await node.close();
    console.log(loaded().join());`;
  expect(await run(program)).toBe(loaded);
});
