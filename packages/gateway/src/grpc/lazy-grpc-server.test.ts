import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { recordedLog } from '../../test/recorded-log.js';
import { GatheredBody } from '../server/gathered-body.js';
import { lazyGrpcServer } from './lazy-grpc-server.js';
import type { GrpcServerOptions } from './grpc-server.js';

it('the lazy gRPC server loads again after a failed load', async () => {
  const { log, lines } = recordedLog('error');
  let attempts = 0;
  const parts = new Proxy({ log }, {});
  const options = {
    get observer(): never {
      attempts += 1;
      throw new Error(`not loaded, attempt ${attempts}`);
    },
    parts,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no other part is read before the failure
  const lazy = lazyGrpcServer(options as unknown as GrpcServerOptions);
  const server = createServer((request: IncomingMessage, response: ServerResponse) =>
    lazy.serve(request, response, new GatheredBody(request, { maxBytes: 1000, maxWork: 1000 })),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  for (let call = 0; call < 2; call += 1)
    await expect(fetch(`http://127.0.0.1:${address.port}/`, { method: 'POST' })).rejects.toThrow(
      'fetch failed',
    );
  expect(attempts).toBe(2);
  expect(lines).toHaveLength(2);
});

it('the lazy gRPC server is loaded in several turns of the event loop', async () => {
  const { log } = recordedLog('error');
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no part is read before the modules are loaded
  await lazyGrpcServer({ parts: { log } } as unknown as GrpcServerOptions).preload();
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(7);
});
