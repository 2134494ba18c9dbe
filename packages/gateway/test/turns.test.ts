import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { UNOBSERVED, type Observer } from '../src/base/observe/observer.js';
import { gatewayForTest } from './gateway-under-test.js';
import { openConnection } from './raw-connection.js';
import { GRPC_WEB_CALL } from './grpc-web-call.js';

/** Counts what an observer is told of in each turn of the event loop, until the test ends. */
function countedTurns(): { readonly observer: Observer; readonly perTurn: () => readonly number[] } {
  const counts = [0];
  let isDone = false;
  const next = (): void => {
    if (counts.at(-1) !== 0) counts.push(0);
    if (!isDone) setImmediate(next);
  };
  next();
  onTestFinished(() => void (isDone = true));
  const observer: Observer = {
    ...UNOBSERVED,
    request: (route, headers, run) => {
      counts.push((counts.pop() ?? 0) + 1);
      return UNOBSERVED.request(route, headers, run);
    },
  };
  return { observer, perTurn: () => counts.filter((count) => count > 0) };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

it('gRPC calls that wait for the modules of gRPC start some in a turn of the event loop', async () => {
  const { observer, perTurn } = countedTurns();
  const { port } = await gatewayForTest({}, { observer });
  const socket = connect(port, '127.0.0.1').resume();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const calls = 60;
  socket.write(GRPC_WEB_CALL.repeat(calls));
  await expect.poll(() => sum(perTurn()), { timeout: 60_000 }).toBe(calls);
  expect(Math.max(...perTurn())).toBeLessThanOrEqual(8);
});

it('a gRPC call of an unknown method that waits for the modules of gRPC leaves its connection open', async () => {
  const { port } = await gatewayForTest();
  const connection = await openConnection(port, 'http');
  connection.write(GRPC_WEB_CALL.replace('getBestBlockHeight', 'nope'));
  expect((await connection.response()).headers.get('grpc-status')).toBe('9');
  connection.write(GRPC_WEB_CALL);
  expect((await connection.response()).body).toContain('grpc-status: 0');
});
