import { describe, expect, it } from 'vitest';
import { clientAddresses } from '../limits/client-address.js';
import type { AccessRequest } from './access-request.js';
import { controlRejection, type ControlAccess } from './control-access.js';
import { hostNames } from './host-name.js';

const LOCAL: ControlAccess = { allowRemote: false, allowedHosts: new Set(), isProxy: () => false };
const REMOTE: ControlAccess = { ...LOCAL, allowRemote: true };

type Headers = AccessRequest['headers'];

const reason = (
  headers: Headers,
  access = LOCAL,
  { remoteAddress = '127.0.0.1', httpVersion = '1.1' } = {},
): unknown =>
  controlRejection(
    { headers: { host: '127.0.0.1:2443', ...headers }, httpVersion, socket: { remoteAddress } },
    access,
  )?.error.data?.reason;

/** The reason for which a request with a target in absolute form is rejected. */
const called = (url: string, headers: Headers = {}): unknown =>
  controlRejection(
    {
      url,
      headers: { host: 'localhost', ...headers },
      httpVersion: '1.1',
      socket: { remoteAddress: '::1' },
    },
    LOCAL,
  )?.error.data?.reason;

describe('access to the unsigned controls', () => {
  it.each<[Headers, string?]>([
    [{}],
    [{ host: 'localhost' }],
    [{ host: 'LOCALHOST:80' }],
    [{ host: '[::1]:2443' }, '::1'],
    [{}, '::ffff:127.0.0.1'],
    [{ host: '127.9.9.9' }, '127.9.9.9'],
    [{ origin: 'http://127.0.0.1:2443', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'https://localhost:2443', host: 'localhost:2443' }],
    [{ origin: 'https://localhost', host: 'localhost:443' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ connection: 'keep-alive' }],
    [{ connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }],
  ])('accepts a program on this machine: %o', (headers, remoteAddress) => {
    expect(reason(headers, LOCAL, remoteAddress === undefined ? {} : { remoteAddress })).toBeUndefined();
  });

  it.each(['', '10.0.0.5', '192.168.1.1', '::ffff:10.0.0.5', 'fe80::1', '127.0.0.1.evil.example'])(
    'rejects another machine unless remote controls are allowed: %s',
    (remoteAddress) => {
      expect(reason({}, LOCAL, { remoteAddress })).toBe('not-this-machine');
      expect(reason({}, REMOTE, { remoteAddress })).toBeUndefined();
    },
  );

  it.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-server',
    'x-forwarded-anything-new',
    'x-original-forwarded-for',
    'x-envoy-external-address',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'fly-client-ip',
    'tailscale-user-login',
    'x-azure-clientip',
    'x-vercel-id',
    'x-appengine-user-ip',
    'x-nf-client-connection-ip',
    'do-connecting-ip',
    'fastly-client-ip',
    'x_forwarded_for',
    'x_real_ip',
  ])('rejects a request with the header %s, even an empty one', (name) => {
    for (const value of ['', '127.0.0.1']) {
      expect(reason({ [name]: value })).toBe('forwarded');
      expect(reason({ [name]: value }, REMOTE)).toBeUndefined();
    }
  });

  it('rejects requests forwarded by an HTTP/1.0, WebSocket or trusted proxy', () => {
    expect(reason({}, LOCAL, { httpVersion: '1.0' })).toBe('forwarded');
    for (const connection of ['upgrade', 'UPGRADE', ' upgrade ', 'upgrade, keep-alive', 'keep-alive,Upgrade'])
      expect(reason({ connection })).toBe('forwarded');
    const { isProxy } = clientAddresses({
      trustedProxies: ['127.0.0.1'],
      forwardedHeader: 'x-forwarded-for',
    });
    expect(reason({}, { ...LOCAL, isProxy })).toBe('forwarded');
    expect(reason({}, { ...LOCAL, isProxy }, { remoteAddress: '127.0.0.2' })).toBeUndefined();
  });

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example:2443',
    'localhost.',
    '127.0.0.1.nip.io',
    'evil@localhost',
    'localhost/x',
    'localhost?x',
    'localhost#x',
    'a b',
    '0.0.0.0:2443',
    '10.0.0.5',
  ])('rejects the host name %j, which may resolve to this machine (DNS rebinding)', (host) => {
    expect(reason({ host })).toBe('foreign-host');
    expect(reason({ host }, REMOTE)).toBeUndefined();
  });

  it('uses the host of an absolute-form target instead of the Host header', () => {
    expect(called('http://localhost:2443/dev')).toBeUndefined();
    expect(called('HTTP://evil.example/dev')).toBe('foreign-host');
    expect(called('http://evil.example?/dev')).toBe('foreign-host');
    expect(called('http:///dev')).toBe('foreign-host');
    expect(called('http://localhost/dev', { origin: 'http://localhost' })).toBeUndefined();
    expect(called('http://127.0.0.1/dev', { origin: 'http://localhost' })).toBe('foreign-origin');
  });

  it('accepts the hosts in allowedHosts, and from other machines only these', () => {
    const allowedHosts = hostNames(['dash.test', '10.0.0.5', '[FD00::5]']);
    for (const allowRemote of [false, true]) {
      const access = { ...LOCAL, allowRemote, allowedHosts };
      for (const host of ['dash.test', 'DASH.test:2443', '10.0.0.5:2443', '[fd00::5]', 'localhost'])
        expect(reason({ host }, access)).toBeUndefined();
      for (const host of ['test', 'a.dash.test', 'dash.test.evil.example', '10.0.0.6'])
        expect(reason({ host }, access)).toBe('foreign-host');
    }
  });

  it.each<Headers>([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'http://localhost:2443' },
    { origin: 'http://127.0.0.1:2443.evil.example' },
    { origin: 'http://127.0.0.1:2443/' },
    { origin: 'file://' },
    { origin: 'chrome-extension://127.0.0.1:2443' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'Cross-Site' },
    { 'sec-fetch-site': ' same-site ' },
    { 'sec-fetch-site': 'same-origin, cross-site' },
    { 'sec-fetch-site': 'of-tomorrow' },
  ])('rejects a page of another origin: %o', (headers) => {
    expect(reason(headers)).toBe('foreign-origin');
    expect(reason(headers, REMOTE, { remoteAddress: '10.0.0.5' })).toBe('foreign-origin');
  });
});
