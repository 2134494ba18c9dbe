import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { storedSelfSignedCertificate } from '../src/transport/server/certificate.js';
import { gatewayForTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL } from './json-rpc-calls.js';
import { openConnection, postText } from './raw-connection.js';
import { BLOCK_HASHES } from './recorded-layer1.js';
import { rejectionOf, readRejection } from './rejection.js';

const TIP_ANSWER = `{"jsonrpc":"2.0","result":"${BLOCK_HASHES.at(-1)}","id":1}`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dapikit-tls-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function handshake(port: number, options: ConnectionOptions): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', ...options });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

async function certificateFiles(name: string): Promise<{ certFile: string; keyFile: string }> {
  await storedSelfSignedCertificate(join(directory, name), Date.now());
  return { certFile: join(directory, name, 'cert.pem'), keyFile: join(directory, name, 'key.pem') };
}

describe('a gateway without certificate files', () => {
  it('reports an HTTPS and an HTTP URL', async () => {
    const { port, urls } = await gatewayForTest();
    expect(urls).toEqual([`https://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/`]);
  });

  it('uses its stored certificate', async () => {
    const { port } = await gatewayForTest({ stateDirectory: directory });
    const ca = await readFile(join(directory, 'tls', 'cert.pem'));
    const socket = await handshake(port, { ca, servername: 'localhost' });
    expect(socket.authorized).toBe(true);
  });

  it('uses the same certificate at the next start', async () => {
    const fingerprints: string[] = [];
    for (let start = 0; start < 2; start += 1) {
      const { port } = await gatewayForTest({ stateDirectory: directory });
      const socket = await handshake(port, { rejectUnauthorized: false });
      fingerprints.push(socket.getPeerCertificate().fingerprint256);
    }
    expect(fingerprints[1]).toBe(fingerprints[0]);
  });

  it('shares one certificate among gateways that start together', async () => {
    const gateways = await Promise.all(
      Array.from({ length: 4 }, () => gatewayForTest({ stateDirectory: directory })),
    );
    const ca = await readFile(join(directory, 'tls', 'cert.pem'));
    for (const { port } of gateways) {
      expect((await handshake(port, { ca, servername: 'localhost' })).authorized).toBe(true);
    }
  });

  it('writes an IPv6 address in brackets', async () => {
    const { port, urls } = await gatewayForTest({ host: '::1' });
    expect(urls[0]).toBe(`https://[::1]:${port}/`);
  });
});

describe('the TLS port', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('supports %s with HTTP/2 or HTTP/1.1', async (version) => {
    const { port } = await gatewayForTest();
    for (const ALPNProtocols of [['h2', 'http/1.1'], ['http/1.1']]) {
      const socket = await handshake(port, {
        rejectUnauthorized: false,
        minVersion: version,
        maxVersion: version,
        ALPNProtocols,
      });
      expect(socket.getProtocol()).toBe(version);
      expect(socket.alpnProtocol).toBe(ALPNProtocols[0]);
      socket.destroy();
    }
  });

  it('rejects older TLS versions', async () => {
    const { port } = await gatewayForTest();
    const options = { rejectUnauthorized: false, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
    await expect(handshake(port, { ...options, ciphers: 'DEFAULT@SECLEVEL=0' })).rejects.toThrow(
      /alert protocol version/,
    );
  });

  it('accepts a ClientHello that arrives byte by byte', async () => {
    const { port } = await gatewayForTest();
    const plain = await openConnection(port, 'http');
    const bytes = await firstFlight();
    for (const byte of bytes) {
      plain.write(Uint8Array.of(byte));
      await new Promise(setImmediate);
    }
    const [answer] = await once(plain.socket, 'data');
    expect(answer[0]).toBe(0x16);
  });
});

describe('a gateway with certificate files', () => {
  it('serves only HTTPS and reports that URL', async () => {
    const { port, urls } = await gatewayForTest({ tls: await certificateFiles('own') });
    expect(urls).toEqual([`https://127.0.0.1:${port}/`]);
    const connection = await openConnection(port, 'https');
    connection.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await connection.response()).body).toBe(TIP_ANSWER);
  });

  it.each(['POST', 'GET'])('rejects plain HTTP %s and keeps the connection', async (method) => {
    const { port } = await gatewayForTest({ tls: await certificateFiles('own') });
    const connection = await openConnection(port, 'http');
    for (let turn = 0; turn < 2; turn += 1) {
      connection.write(postText(BEST_BLOCK_HASH_CALL).replace('POST', method));
      const response = await connection.response();
      expect(readRejection(response)).toEqual(rejectionOf(426, 'Expected HTTPS', 'https-required'));
      expect(response.headers.get('upgrade')).toBe('TLS/1.2, HTTP/1.1');
    }
  });

  it('rejects plain HTTP with an Upgrade header', async () => {
    const { port } = await gatewayForTest({ tls: await certificateFiles('own') });
    const text = postText(BEST_BLOCK_HASH_CALL, ['connection: upgrade', 'upgrade: x']);
    const plain = await openConnection(port, 'http');
    plain.write(text);
    expect(readRejection(await plain.response())).toEqual(
      rejectionOf(426, 'Expected HTTPS', 'https-required'),
    );
    const encrypted = await openConnection(port, 'https');
    encrypted.write(text);
    expect((await encrypted.response()).body).toBe(TIP_ANSWER);
  });

  it('stores no self-signed certificate', async () => {
    const stateDirectory = join(directory, 'state');
    await gatewayForTest({ stateDirectory, tls: await certificateFiles('own') });
    await expect(readFile(join(stateDirectory, 'tls', 'cert.pem'))).rejects.toThrow('ENOENT');
  });

  it('rejects a key of another certificate', async () => {
    const [one, other] = [await certificateFiles('one'), await certificateFiles('other')];
    const tls = { certFile: one.certFile, keyFile: other.keyFile };
    await expect(gatewayForTest({ tls })).rejects.toThrow(
      /cert\.pem and .*key\.pem cannot be used: the key is not that of the certificate$/,
    );
  });

  it('rejects a missing file', async () => {
    const { certFile } = await certificateFiles('own');
    await expect(gatewayForTest({ tls: { certFile, keyFile: join(directory, 'none.pem') } })).rejects.toThrow(
      /none\.pem cannot be read: ENOENT/,
    );
  });
});

describe('a port in use', () => {
  it('is reported as EADDRINUSE', async () => {
    const { port } = await gatewayForTest();
    await expect(gatewayForTest({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

/** What a TLS client sends first. */
async function firstFlight(): Promise<Buffer> {
  const { createServer } = await import('node:net');
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const client = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => void client.destroy());
  client.on('error', () => undefined);
  const [socket] = await once(server, 'connection');
  const [bytes] = await once(socket, 'data');
  socket.destroy();
  return bytes;
}
