import { describe, expect, it } from 'vitest';
import { devRefusal, type DevRequest } from './dev-access.js';

const program: DevRequest = {
  remoteAddress: '127.0.0.1',
  host: '127.0.0.1:2443',
  origin: undefined,
  fetchSite: undefined,
  isPassedOn: false,
};

const reason = (request: Partial<DevRequest>, allowRemote = false): string | undefined =>
  devRefusal({ ...program, ...request }, { allowRemote })?.reason;

describe('the controls', () => {
  it.each<Partial<DevRequest>>([
    {},
    { host: 'localhost' },
    { host: 'LOCALHOST:80' },
    { host: '[::1]:2443', remoteAddress: '::1' },
    { remoteAddress: '::ffff:127.0.0.1' },
    { remoteAddress: '127.9.9.9', host: '127.9.9.9' },
    { origin: 'http://127.0.0.1:2443', fetchSite: 'same-origin' },
    { origin: 'https://localhost:2443', host: 'localhost:2443' },
    { fetchSite: 'none' },
  ])('answer a program on this machine: %o', (request) => {
    expect(reason(request)).toBeUndefined();
  });

  it.each([undefined, '', '10.0.0.5', '192.168.1.1', '::ffff:10.0.0.5', 'fe80::1', '127.0.0.1.evil.example'])(
    'do not answer another machine: %s',
    (remoteAddress) => {
      expect(reason({ remoteAddress })).toBe('not-this-machine');
      expect(reason({ remoteAddress }, true)).toBeUndefined();
    },
  );

  it('do not answer what a proxy on this machine passes on, whoever asked the proxy', () => {
    expect(reason({ isPassedOn: true })).toBe('passed-on');
    expect(reason({ isPassedOn: true }, true)).toBeUndefined();
  });

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example:2443',
    '127.0.0.1.nip.io',
    'evil@localhost',
    'localhost/x',
    'a b',
    '0.0.0.0:2443',
  ])('do not answer to the name %j, which somebody may have made to point here', (host) => {
    expect(reason({ host })).toBe('foreign-host');
  });

  it.each<Partial<DevRequest>>([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'http://localhost:2443' },
    { origin: 'http://127.0.0.1:2443.evil.example' },
    { origin: 'file://' },
    { fetchSite: 'cross-site' },
    { fetchSite: 'same-site' },
  ])('are not for the page of another origin: %o', (request) => {
    expect(reason(request)).toBe('foreign-origin');
    expect(reason({ ...request, remoteAddress: '10.0.0.5' }, true)).toBe('foreign-origin');
  });
});
