import { describe, expect, it } from 'vitest';
import { RpcResult } from './rpc-result.js';
import { givenEndpoint, publishedEndpoints } from './zmq-endpoint.js';

const published = (host: string, notifiers: readonly (readonly [string, string])[]): unknown =>
  publishedEndpoints(
    new RpcResult(
      notifiers.map(([type, address]) => ({ type, address, hwm: 1000 })),
      'getzmqnotifications',
    ),
    host,
  );

describe('publishedEndpoints', () => {
  it('groups topics by address and omits unused ones', () => {
    const address = 'tcp://127.0.0.1:28332';
    expect(
      published('127.0.0.1', [
        ['pubrawblock', address],
        ['pubrawtx', address],
        ['pubhashblock', address],
        ['pubrawchainlock', address],
        ['pubrawchainlocksig', address],
        ['pubsequence', 'tcp://127.0.0.1:28333'],
      ]),
    ).toEqual([
      { address, topics: ['rawtx', 'hashblock', 'rawchainlocksig'] },
      { address: 'tcp://127.0.0.1:28333', topics: ['sequence'] },
    ]);
  });

  it.each([
    ['core', 'tcp://0.0.0.0:29998', 'tcp://core:29998'],
    ['core', 'tcp://*:29998', 'tcp://core:29998'],
    ['2001:db8::1', 'tcp://[::]:29998', 'tcp://[2001:db8::1]:29998'],
    ['10.0.0.9', 'tcp://10.0.0.5:29998', 'tcp://10.0.0.5:29998'],
    ['localhost', 'tcp://127.0.0.1:29998', 'tcp://127.0.0.1:29998'],
    ['::1', 'tcp://[::1]:29998', 'tcp://[::1]:29998'],
    ['127.0.0.1', 'ipc:///run/zmq', 'ipc:///run/zmq'],
  ])('of the host %s maps %s to %s', (host, address, reached) => {
    expect(published(host, [['pubhashblock', address]])).toEqual([
      { address: reached, topics: ['hashblock'] },
    ]);
  });

  it.each([
    ['core', 'tcp://127.0.0.1:29998'],
    ['core', 'ipc:///run/zmq'],
    ['127.0.0.1', 'pgm://239.1.1.1:1'],
    ['127.0.0.1', 'tcp://127.0.0.1:65536'],
    ['127.0.0.1', ''],
  ])('of the host %s omits %s', (host, address) => {
    expect(published(host, [['pubhashblock', address]])).toEqual([]);
  });

  it('rejects results of another shape', () => {
    expect(() => publishedEndpoints(new RpcResult({}, 'x'), 'h')).toThrow('expected an array');
  });
});

it.each([
  '',
  '127.0.0.1:1',
  'tcp://',
  'tcp://host',
  'http://host:1',
  'tcp://host:0',
  'tcp://host:65536',
  'ipc://',
])('givenEndpoint rejects %j', (address) => {
  expect(() => givenEndpoint(address)).toThrow(RangeError);
});
