import { describe, expect, it } from 'vitest';
import type { AccessRequest } from './access-request.js';
import { adminRejection } from './admin-access.js';
import { hostNames } from './host-name.js';

const ALLOWED = hostNames(['gateway-1', 'metrics.internal']);

const reason = (headers: AccessRequest['headers'], localAddress?: string): unknown =>
  adminRejection({ headers, httpVersion: '1.1', socket: { localAddress } }, ALLOWED)?.error.data?.reason;

describe('the admin address', () => {
  it.each<[string | undefined, string]>([
    ['127.0.0.1:9090', '127.0.0.1'],
    ['localhost', '10.0.0.5'],
    ['[::1]:9090', '::1'],
    ['10.0.0.5:9090', '10.0.0.5'],
    ['10.0.0.5:9090', '::ffff:10.0.0.5'],
    ['[FD00::5]:9090', 'fd00:0:0::5'],
    ['gateway-1:9090', '10.0.0.5'],
    ['Metrics.Internal', '10.0.0.5'],
    // Health checks of HTTP/1.0.
    [undefined, '10.0.0.5'],
  ])('accepts the host %s on the local address %s', (host, localAddress) => {
    expect(reason({ host }, localAddress)).toBeUndefined();
  });

  it.each<[string, string?]>([
    ['evil.example:9090', '127.0.0.1'],
    ['', '127.0.0.1'],
    ['10.0.0.6:9090', '10.0.0.5'],
    ['internal', '10.0.0.5'],
    ['gateway-1.evil.example', '10.0.0.5'],
    ['evil.example'],
  ])('rejects the host %j on the local address %s', (host, localAddress) => {
    expect(reason({ host }, localAddress)).toBe('foreign-host');
  });

  it.each<AccessRequest['headers']>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('rejects a page of another origin: %o', (headers) => {
    expect(reason({ host: 'localhost:9090', ...headers }, '127.0.0.1')).toBe('foreign-origin');
  });

  it('accepts a navigation that the user started (Sec-Fetch-Site: none)', () => {
    expect(reason({ host: 'localhost:9090', 'sec-fetch-site': 'none' }, '127.0.0.1')).toBeUndefined();
  });
});
