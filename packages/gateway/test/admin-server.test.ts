import { describe, expect, it } from 'vitest';
import { gatewayForTest } from './gateway-under-test.js';
import { openConnection } from './raw-connection.js';

const ADMIN = { host: '127.0.0.1', port: 0 };

async function adminConnection(
  settings: Parameters<typeof gatewayForTest>[0] = {},
  parts: Parameters<typeof gatewayForTest>[1] = {},
) {
  const gateway = await gatewayForTest({ ...settings, admin: ADMIN }, parts);
  const connection = await openConnection(Number(new URL(gateway.adminUrl ?? '').port), 'http');
  return { gateway, connection };
}

describe('the admin address', () => {
  it('rejects a request target with a foreign host, whatever the Host header says', async () => {
    const { connection } = await adminConnection();
    connection.write('GET http://evil.example/livez HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const { status, body } = await connection.response('GET');
    expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'foreign-host' }]);
  });

  it('answers a request target with its own host', async () => {
    const { connection } = await adminConnection();
    connection.write('GET http://localhost/livez HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect((await connection.response('GET')).status).toBe(200);
  });

  it('rejects a request before it asks for the body', async () => {
    const { connection } = await adminConnection();
    connection.write(
      'POST /livez HTTP/1.1\r\nhost: evil.example\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n',
    );
    const { status, headers } = await connection.response();
    expect([status, headers.get('connection')]).toEqual([403, 'close']);
  });

  it('disconnects a client that does not read', async () => {
    const { gateway, connection } = await adminConnection(
      { minReadRate: 64 * 1024 * 1024, slowReadTimeout: 150 },
      { metricsText: () => Promise.resolve('x'.repeat(30_000_000)) },
    );
    connection.socket.pause();
    connection.write('GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect
      .poll(() => gateway.logLines.filter(({ msg }) => msg === 'request').length, { timeout: 60_000 })
      .toBe(1);
    connection.socket.resume();
    await expect(connection.response('GET')).rejects.toThrow('the connection was closed');
  });
});
