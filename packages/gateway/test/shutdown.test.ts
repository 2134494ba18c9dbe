import { describe, expect, it } from 'vitest';
import { gatewayForTest, type GatewayUnderTest } from './gateway-under-test.js';
import { heldLayer1 } from './held-layer1.js';
import { BEST_BLOCK_HASH_CALL, blockHashCall } from './json-rpc-calls.js';
import { openConnection, postText, SCHEMES } from './raw-connection.js';
import { BLOCK_HASHES } from './recorded-layer1.js';

/** For what the test at hand does not wait for. */
const NEVER = 3_600_000;
const PATIENT = { headersTimeout: NEVER, requestTimeout: NEVER, idleTimeout: NEVER, drainTimeout: NEVER };
const TIP = BLOCK_HASHES.at(-1);
const CLIENT_HELLO = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]);

/** Returns whether something answers at an admin address. */
async function isOpen(url: string | undefined): Promise<boolean> {
  try {
    return (await fetch(`${url}livez`, { headers: { connection: 'close' } })).ok;
  } catch {
    return false;
  }
}

/** Waits until the gateway has logged so many requests, whatever became of them. */
async function requestsDone({ logLines }: GatewayUnderTest, count: number): Promise<void> {
  await expect.poll(() => logLines.filter(({ msg }) => msg === 'request')).toHaveLength(count);
}

describe.each(SCHEMES)('a shutdown over %s', (scheme) => {
  it('finishes requests in flight, then closes the connection', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const gateway = await gatewayForTest(PATIENT, { layer1 });
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    await asked;
    const closing = gateway.close();
    await expect(openConnection(gateway.port, scheme)).rejects.toThrow('ECONNREFUSED');
    letGo();
    const response = await connection.response();
    expect(JSON.parse(response.body)).toMatchObject({ result: TIP });
    expect(response.headers.get('connection')).toBe('close');
    await connection.closed;
    await expect(closing).resolves.toBeUndefined();
  });

  it('finishes a request whose body is still arriving', async () => {
    const gateway = await gatewayForTest(PATIENT);
    const connection = await openConnection(gateway.port, scheme);
    const text = postText(BEST_BLOCK_HASH_CALL, ['expect: 100-continue']);
    const headEnd = text.indexOf('\r\n\r\n') + 4;
    connection.write(text.slice(0, headEnd));
    await connection.response();
    const closing = gateway.close();
    connection.write(text.slice(headEnd));
    expect(JSON.parse((await connection.response()).body)).toMatchObject({ result: TIP });
    await expect(closing).resolves.toBeUndefined();
  });

  it('finishes all pipelined requests', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const gateway = await gatewayForTest(PATIENT, { layer1 });
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(blockHashCall(7)) + postText(BEST_BLOCK_HASH_CALL));
    await asked;
    const closing = gateway.close();
    letGo();
    expect(JSON.parse((await connection.response()).body)).toMatchObject({ id: 7 });
    expect(JSON.parse((await connection.response()).body)).toMatchObject({ id: 1 });
    await expect(closing).resolves.toBeUndefined();
  });

  it('closes idle connections at once', async () => {
    const gateway = await gatewayForTest(PATIENT);
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    await connection.response();
    await requestsDone(gateway, 1);
    await expect(gateway.close()).resolves.toBeUndefined();
    await connection.closed;
  });

  it('closes connections without a request while another request is in flight', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const gateway = await gatewayForTest(PATIENT, { layer1 });
    const busy = await openConnection(gateway.port, scheme);
    busy.write(postText(BEST_BLOCK_HASH_CALL));
    await asked;
    const silent = await openConnection(gateway.port, scheme);
    const inHandshake = await openConnection(gateway.port, 'http');
    inHandshake.write(CLIENT_HELLO);
    const inHeaders = await openConnection(gateway.port, scheme);
    inHeaders.write('POST / HTTP/1.1\r\n');
    const closing = gateway.close();
    await Promise.all([silent.closed, inHandshake.closed, inHeaders.closed]);
    letGo();
    expect(JSON.parse((await busy.response()).body)).toMatchObject({ result: TIP });
    await expect(closing).resolves.toBeUndefined();
  });

  it('cuts requests at the drain timeout', async () => {
    const { layer1, asked } = heldLayer1();
    const gateway = await gatewayForTest({ ...PATIENT, drainTimeout: 100 }, { layer1 });
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    await asked;
    const started = performance.now();
    await gateway.close();
    expect(performance.now() - started).toBeGreaterThan(90);
    await connection.closed;
    await expect(connection.response()).rejects.toThrow('the connection was closed after ""');
  });

  it('does not wait for a response whose client disconnected', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const gateway = await gatewayForTest(PATIENT, { layer1 });
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    await asked;
    connection.socket.destroy();
    await requestsDone(gateway, 1);
    await expect(gateway.close()).resolves.toBeUndefined();
    letGo();
  });
});

describe('a shutdown of the admin address', () => {
  const METRICS = 'GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n';

  /** A gateway whose metrics wait for the tip, and a connection that asks for them. */
  async function heldMetrics(drainTimeout: number) {
    const { layer1, asked, letGo } = heldLayer1();
    const gateway = await gatewayForTest(
      { ...PATIENT, drainTimeout, admin: { host: '127.0.0.1', port: 0 } },
      { metricsText: async () => (await layer1.tip()).hash },
    );
    const connection = await openConnection(Number(new URL(gateway.adminUrl ?? '').port), 'http');
    connection.write(METRICS);
    await asked;
    return { gateway, connection, letGo };
  }

  it('finishes a response of metrics in flight, then closes its connection', async () => {
    const { gateway, connection, letGo } = await heldMetrics(NEVER);
    const closing = gateway.close();
    await expect.poll(async () => isOpen(gateway.adminUrl)).toBe(false);
    letGo();
    const response = await connection.response('GET');
    expect([response.status, response.body]).toEqual([200, TIP]);
    expect(response.headers.get('connection')).toBe('close');
    await connection.closed;
    await expect(closing).resolves.toBeUndefined();
  });

  it('cuts a response of metrics at the drain timeout', async () => {
    const { gateway, connection } = await heldMetrics(100);
    await expect(gateway.close()).resolves.toBeUndefined();
    await expect(connection.response('GET')).rejects.toThrow('the connection was closed after ""');
  });
});

describe('a shutdown', () => {
  it('can be requested several times', async () => {
    const gateway = await gatewayForTest(PATIENT);
    const closings = [gateway.close(), gateway.close()];
    await Promise.all(closings);
    await expect(gateway.close()).resolves.toBeUndefined();
    expect(gateway.logLines.filter(({ msg }) => msg === 'closed')).toHaveLength(1);
  });

  it('frees the port', async () => {
    const first = await gatewayForTest(PATIENT);
    await first.close();
    const second = await gatewayForTest({ ...PATIENT, port: first.port });
    expect(second.port).toBe(first.port);
  });
});

describe.each(SCHEMES)('a client that disconnects over %s', (scheme) => {
  it.each([
    ['in the headers', 'POST / HTTP/1.1\r\nhost:'],
    ['in the body', postText(BEST_BLOCK_HASH_CALL).slice(0, -5)],
    ['in the body of a request that is rejected', postText('x'.repeat(3_000_000)).slice(0, 1000)],
    [
      'in a chunk',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab',
    ],
  ])('%s leaves nothing open', async (_, text) => {
    const gateway = await gatewayForTest(PATIENT);
    const connection = await openConnection(gateway.port, scheme);
    connection.write(text);
    await new Promise((resolve) => setTimeout(resolve, 20));
    connection.socket.destroy();
    const other = await openConnection(gateway.port, scheme);
    other.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await other.response()).status).toBe(200);
    other.socket.destroy();
    await expect(gateway.close()).resolves.toBeUndefined();
    expect(gateway.logLines.filter(({ level }) => level >= 50)).toEqual([]);
  });

  it('before the response leaves nothing open', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const gateway = await gatewayForTest(PATIENT, { layer1 });
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    await asked;
    connection.socket.destroy();
    await requestsDone(gateway, 1);
    letGo();
    await new Promise(setImmediate);
    const other = await openConnection(gateway.port, scheme);
    other.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await other.response()).status).toBe(200);
    expect(gateway.logLines.filter(({ level }) => level >= 50)).toEqual([]);
  });

  it('after half-closing gets its connection closed', async () => {
    const { layer1, asked, letGo } = heldLayer1();
    const gateway = await gatewayForTest(PATIENT, { layer1 });
    const connection = await openConnection(gateway.port, scheme);
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    await asked;
    connection.socket.end();
    letGo();
    await connection.closed;
    await expect(gateway.close()).resolves.toBeUndefined();
  });
});
