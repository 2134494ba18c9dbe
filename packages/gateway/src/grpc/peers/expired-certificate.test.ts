import { once } from 'node:events';
import { connect, createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectDespiteExpiry, isExpiry } from './expired-certificate.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const LAST_YEAR = new Date(Date.now() - 365 * DAY_MS);
const YESTERDAY = new Date(Date.now() - DAY_MS);

interface Pair {
  readonly cert: string;
  readonly private: string;
}

async function authority(): Promise<Pair> {
  return generate([{ name: 'commonName', value: 'authority' }], {
    keySize: 2048,
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
}

/** Makes a certificate that expired yesterday, of an address. */
async function expired(ip: string, issuer?: Pair): Promise<Pair> {
  return generate([{ name: 'commonName', value: 'peer' }], {
    keySize: 2048,
    notBeforeDate: LAST_YEAR,
    notAfterDate: YESTERDAY,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip }] }],
    ...(issuer && { ca: { key: issuer.private, cert: issuer.cert } }),
  });
}

/** Asks a server with a certificate. Returns the status, or the error. */
async function askedWith(
  { cert, private: key }: Pair,
  ca: string,
): Promise<{ outcome: unknown; requests: number }> {
  const server = createSecureServer({ cert, key });
  let requests = 0;
  server.on('sessionError', () => undefined);
  server.on('stream', (stream) => {
    requests += 1;
    stream.respond({ ':status': 200 });
    stream.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const { port } = server.address() as AddressInfo;
  const session = connect(`https://127.0.0.1:${port}`, { createConnection: connectDespiteExpiry, ca });
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  const outcome = await new Promise((resolve) => {
    session.once('error', (error: Error) => resolve(error.message));
    session.once('connect', () => {
      if (session.destroyed) return;
      const stream = session.request({ ':path': '/' });
      stream.once('response', (headers) => resolve(headers[':status']));
      stream.on('error', () => undefined);
    });
  });
  return { outcome, requests };
}

describe('a connection despite an expired certificate', () => {
  it('accepts one that a known authority issued for the address', async () => {
    const ca = await authority();
    expect(await askedWith(await expired('127.0.0.1', ca), ca.cert)).toEqual({ outcome: 200, requests: 1 });
  });

  it('ends for one of another address before a request is sent', async () => {
    const ca = await authority();
    const { outcome, requests } = await askedWith(await expired('192.0.2.1', ca), ca.cert);
    expect([outcome, requests]).toEqual(['the certificate of 127.0.0.1 names another host', 0]);
  });

  it.each(['itself', 'an unknown authority'])('ends for one that %s issued', async (issuer) => {
    const [ca, other] = [await authority(), await authority()];
    const own = await expired('127.0.0.1', issuer === 'itself' ? undefined : other);
    const { outcome, requests } = await askedWith(own, ca.cert);
    expect([outcome, requests]).toEqual([expect.stringContaining('is not trusted'), 0]);
  });

  it('finds the expiry among the causes of an error', () => {
    const cause = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
    expect(isExpiry(new Error('connection failed', { cause: new Error('outer', { cause }) }))).toBe(true);
    expect(isExpiry(new Error('connection failed'))).toBe(false);
  });
});
