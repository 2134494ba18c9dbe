import { expect, it, onTestFinished } from 'vitest';
import { folderWith } from './run-dapikit.js';
import { Served } from './served.js';

it('dapikit serve loads the modules of gRPC before it listens', async () => {
  const served = new Served(['serve', '--port', '0', '--admin-port', '0', '--log-level', 'debug'], {
    DAPIKIT_STATE_DIR: folderWith({}),
    // No node listens there.
    DAPIKIT_NODES: 'http://127.0.0.1:9',
  });
  onTestFinished(async () => void (await served.stop()));
  await served.serving();
  const order = served.log
    .map(({ msg }) => msg)
    .filter((msg) => /^(?:gRPC modules loaded|listening)$/.test(msg));
  expect(order).toEqual(['gRPC modules loaded', 'listening']);
});
