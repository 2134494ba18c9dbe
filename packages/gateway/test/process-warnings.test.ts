import { DevChain, NodeUnavailableError, type Layer1 } from '@dapikit/chain';
import { expect, it, onTestFinished } from 'vitest';
import { gatewayForTest } from './gateway-under-test.js';
import { grpcClients } from './grpc/grpc-clients.js';
import { blockHashCall } from './json-rpc-calls.js';
import { openConnection, postText } from './raw-connection.js';
import { BLOCK_HASHES, recordedLayer1 } from './recorded-layer1.js';
import { WebSocketClient } from './web-socket-client.js';

function collectWarnings(): Error[] {
  const warnings: Error[] = [];
  const collect = (warning: Error): void => void warnings.push(warning);
  process.on('warning', collect);
  onTestFinished(() => void process.off('warning', collect));
  return warnings;
}

/** The recorded node, whose hashes come when all calls have come, and which listens for callers that hang up. */
function listeningLayer1(count: number): Layer1 {
  const waiting: (() => void)[] = [];
  return {
    ...recordedLayer1(),
    blockHash: (height, { signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new NodeUnavailableError('gone', 'cancelled')));
        waiting.push(() => resolve(BLOCK_HASHES[height]!));
        if (waiting.length === count) for (const answer of waiting) answer();
      }),
  };
}

const HEIGHTS = Array.from({ length: 20 }, (_, height) => height);

it('a large batch of pending node calls causes no process warning', async () => {
  const warnings = collectWarnings();
  const { port } = await gatewayForTest({}, { layer1: listeningLayer1(HEIGHTS.length) });
  const connection = await openConnection(port, 'http');
  connection.write(postText(`[${HEIGHTS.map(blockHashCall).join()}]`));
  expect(JSON.parse((await connection.response()).body)).toHaveLength(HEIGHTS.length);
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

it('many pending node calls over a WebSocket cause no process warning', async () => {
  const warnings = collectWarnings();
  const { urls } = await gatewayForTest(
    { maxMessagesInFlight: HEIGHTS.length },
    { layer1: listeningLayer1(HEIGHTS.length) },
  );
  const client = await WebSocketClient.forTest(urls[0]!);
  for (const height of HEIGHTS) client.socket.send(blockHashCall(height));
  await client.until(() => (client.messages.length === HEIGHTS.length ? true : undefined));
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

it.each(['http', 'https'] as const)(
  'many requests with an unknown Upgrade over %s cause no process warning',
  async (scheme) => {
    const warnings = collectWarnings();
    const { port } = await gatewayForTest();
    const connection = await openConnection(port, scheme);
    for (let turn = 0; turn < 16; turn += 1) {
      connection.write('GET /livez HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
      expect((await connection.response()).status).toBe(200);
    }
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  },
);

it('concurrent gRPC streams cause no process warning', async () => {
  const warnings = collectWarnings();
  const chain = new DevChain();
  onTestFinished(() => chain.close());
  const { port } = await gatewayForTest({}, { layer1: chain });
  const { core } = grpcClients(port);
  const streams = Array.from({ length: 20 }, () =>
    core.subscribeToMasternodeList({})[Symbol.asyncIterator](),
  );
  for (const { done } of await Promise.all(streams.map(async (stream) => stream.next())))
    expect(done).toBe(false);
  expect(warnings).toEqual([]);
});
