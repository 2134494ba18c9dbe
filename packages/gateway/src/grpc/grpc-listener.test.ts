import { createServer } from 'node:http';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { recordedLog } from '../../test/recorded-log.js';
import { OpenRequests } from '../admission/limits/open-requests.js';
import { UNOBSERVED } from '../base/observe/observer.js';
import { Pipelines } from '../transport/server/pipelines.js';
import { GrpcListener, type GrpcListenerOptions } from './grpc-listener.js';

it('the gRPC listener loads its server again after a failed load', async () => {
  const { log, lines } = recordedLog('error');
  let attempts = 0;
  const options = {
    get upstream(): never {
      attempts += 1;
      throw new Error(`not loaded, attempt ${attempts}`);
    },
    parts: { log },
    observer: UNOBSERVED,
    openRequests: new OpenRequests(() => Infinity),
    pipelines: new Pipelines(),
    allowPlainHttp: true,
    maxBodyBytes: 1000,
    maxBufferedBytes: 1000,
    messageLimits: { maxElements: 1000, maxDepth: 64 },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no other part is read before the failure
  const listener = new GrpcListener(options as unknown as GrpcListenerOptions);
  const server = createServer((request, response) => listener.serve(request, response, false)).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  const headers = { 'content-type': 'application/grpc-web' };
  for (let call = 0; call < 2; call += 1)
    await expect(fetch(`http://127.0.0.1:${address.port}/`, { method: 'POST', headers })).rejects.toThrow(
      'fetch failed',
    );
  expect(attempts).toBe(2);
  expect(lines).toHaveLength(2);
});

it('the gRPC listener loads its server in several turns of the event loop', async () => {
  const { log } = recordedLog('error');
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no part is read before the modules are loaded
  await new GrpcListener({ parts: { log } } as unknown as GrpcListenerOptions).preload();
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(7);
});
