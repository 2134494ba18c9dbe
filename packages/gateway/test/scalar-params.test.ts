import { DevChain } from '@dapikit/chain';
import { createClock, createPlatform, type Platform } from '@dapikit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controls } from '../src/controls/dev/dev-methods.js';
import { describedMethods, methods } from '../src/json-rpc/dispatch/methods.js';
import { platformMethods } from '../src/controls/platform/platform-methods.js';
import type { WireResponse } from './dispatch-under-test.js';
import { startGatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import { WebSocketClient } from './web-socket-client.js';

const SCALARS = ['5', '1e3', 'true', 'false', '"x"', '""', '"00"'];
const REJECTED = {
  code: -32602,
  message: 'params must be object',
  data: { reason: 'invalid-params', expected: 'an object', at: '/params' },
};

let platform: Platform;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  platform = await createPlatform({ clock: createClock({ time: 1_700_000_000_000, frozen: true }) });
  const chain = new DevChain();
  const source = { platform: () => Promise.resolve(platform) };
  gateway = await startGatewayUnderTest({}, { layer1: chain, devChain: chain, platform: source });
});
afterAll(async () => {
  await gateway.stop();
  await platform.close();
});

const textOf = (method: string, params: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;

async function post(path: string, body: string): Promise<WireResponse> {
  const response = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return JSON.parse(await response.text());
}

const at = (path: string, named: readonly { readonly name: string }[]): [name: string, path: string][] =>
  named.map(({ name }) => [name, path]);

describe('scalar params', () => {
  it.each([
    ...at(
      '/',
      methods.filter((method) => method.name !== 'sendRawTransaction'),
    ),
    ...at('/dev', [...controls, { name: 'rpc.discover' }]),
    ...at('/platform', [...platformMethods, { name: 'rpc.discover' }]),
  ])('are rejected by %s at %s', async (name, path) => {
    for (const scalar of SCALARS) {
      expect((await post(path, textOf(name, scalar))).error).toMatchObject(REJECTED);
    }
  });

  it('are rejected over a WebSocket', async () => {
    const client = await WebSocketClient.forTest(gateway.urls[0]!);
    for (const { name, needsWebSocket } of describedMethods) {
      if (needsWebSocket !== true) continue;
      for (const scalar of SCALARS) {
        expect((await client.respond(textOf(name, scalar), 1)).error).toMatchObject(REJECTED);
        client.messages.length = 0;
      }
    }
  });

  it('are rejected by sendRawTransaction, except a string', async () => {
    for (const scalar of ['5', 'true', 'null']) {
      expect((await post('/', textOf('sendRawTransaction', scalar))).error).toMatchObject({
        code: -32602,
        message: 'params must be an array or hex string',
        data: { reason: 'invalid-params' },
      });
    }
    expect((await post('/', textOf('sendRawTransaction', '"00"'))).error).toMatchObject({
      data: { reason: 'transaction-malformed' },
    });
  });

  it('do not include null, nor an array for a method without params', async () => {
    for (const params of ['null', '[]', '{}'])
      expect(await post('/', textOf('getBestBlockHash', params))).toHaveProperty('result');
  });
});
