import { describe, expect, it } from 'vitest';
import { hashApiKey, makeApiKey } from '../src/admission/limits/api-key.js';
import { DEFAULT_SETTINGS } from '../src/settings/settings.js';
import { gatewayForTest, type GatewayUnderTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL } from './json-rpc-calls.js';
import { BLOCK_HASHES } from './recorded-layer1.js';
import { WebSocketClient } from './web-socket-client.js';

const TIP = BLOCK_HASHES.at(-1);
const SLOW = { perMinute: 1, burst: 40 };

async function status({ port }: GatewayUnderTest, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: BEST_BLOCK_HASH_CALL,
  });
  await response.text();
  return response.status;
}

const keys = (key: string) => ({
  apiKeys: [{ name: 'wallet', hash: hashApiKey(key) }],
  isApiKeyRequired: true,
});

describe('Gateway.reconfigure', () => {
  it('turns rate limits on and off', async () => {
    const gateway = await gatewayForTest();
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, rateLimit: SLOW });
    for (let call = 0; call < 20; call += 1) expect(await status(gateway)).toBe(200);
    expect(await status(gateway)).toBe(429);
    await gateway.reconfigure(DEFAULT_SETTINGS);
    expect(await status(gateway)).toBe(200);
  });

  it('keeps the counts of unchanged limits', async () => {
    const gateway = await gatewayForTest({ rateLimit: SLOW });
    for (let call = 0; call < 20; call += 1) expect(await status(gateway)).toBe(200);
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, rateLimit: { ...SLOW }, maxBatchCalls: 7 });
    expect(await status(gateway)).toBe(429);
  });

  it('replaces the API keys', async () => {
    const [former, next] = [makeApiKey(), makeApiKey()];
    const gateway = await gatewayForTest(keys(former));
    expect(await status(gateway, { 'x-api-key': next })).toBe(401);
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, ...keys(next) });
    expect(await status(gateway, { 'x-api-key': former })).toBe(401);
    expect(await status(gateway, { 'x-api-key': next })).toBe(200);
  });

  it('closes WebSockets whose API key is not valid any more, and keeps others', async () => {
    const [former, next] = [makeApiKey(), makeApiKey()];
    const gateway = await gatewayForTest({
      ...keys(former),
      apiKeys: [former, next].map((key, index) => ({ name: `wallet-${index}`, hash: hashApiKey(key) })),
    });
    const url = gateway.urls.at(-1)!;
    const open = (key: string) => WebSocketClient.forTest(url, { headers: { 'x-api-key': key } });
    const [revoked, valid] = [await open(former), await open(next)];
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, ...keys(next) });
    expect((await revoked.closed).code).toBe(1008);
    expect(await valid.respond(BEST_BLOCK_HASH_CALL, 1)).toMatchObject({ result: TIP });
  });

  it('limits open WebSockets as it limits new ones', async () => {
    const gateway = await gatewayForTest();
    const client = await WebSocketClient.forTest(gateway.urls.at(-1)!);
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, rateLimit: SLOW });
    for (let call = 0; call < 20; call += 1) expect(await status(gateway)).toBe(200);
    expect(await client.call('getBestBlockHash')).toMatchObject({
      error: { data: { reason: 'rate-limited' } },
    });
  });

  it('replaces the trusted proxies', async () => {
    const gateway = await gatewayForTest({ rateLimit: SLOW });
    const from = (address: string) => status(gateway, { 'x-forwarded-for': address });
    for (let call = 0; call < 20; call += 1) expect(await from(`198.51.100.${call}`)).toBe(200);
    expect(await from('198.51.100.20')).toBe(429);
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, rateLimit: SLOW, trustedProxies: ['127.0.0.0/8'] });
    for (let call = 0; call < 30; call += 1) expect(await from(`198.51.100.${call}`)).toBe(200);
  });

  it('leaves everything unchanged if a setting is invalid', async () => {
    const gateway = await gatewayForTest({ rateLimit: SLOW });
    const wrong = { ...DEFAULT_SETTINGS, rateLimit: undefined, trustedProxies: ['nobody'] };
    await expect(gateway.reconfigure(wrong)).rejects.toThrow(RangeError);
    for (let call = 0; call < 20; call += 1) expect(await status(gateway)).toBe(200);
    expect(await status(gateway)).toBe(429);
  });

  it('applies to new WebSockets and keeps open ones', async () => {
    const gateway = await gatewayForTest();
    const url = gateway.urls.at(-1)!;
    const former = await WebSocketClient.forTest(url);
    await gateway.reconfigure({
      ...DEFAULT_SETTINGS,
      maxSubscriptions: 1,
      maxBodyBytes: 200,
      webSocketOrigins: ['https://example.org'],
    });
    const next = await WebSocketClient.forTest(url);
    for (const client of [former, next])
      expect(await client.respond(BEST_BLOCK_HASH_CALL, 1)).toMatchObject({ result: TIP });
    for (const client of [former, next]) await client.subscribe('subscribeToBlocks');
    await former.subscribe('subscribeToBlocks');
    expect(await next.call('subscribeToBlocks')).toMatchObject({
      error: { data: { reason: 'too-many-subscriptions' } },
    });
    next.socket.send(' '.repeat(201));
    expect((await next.closed).code).toBe(1009);
    await expect(WebSocketClient.open(url, { origin: 'https://example.com' })).rejects.toThrow('403');
  });

  it('changes the ping interval', async () => {
    const gateway = await gatewayForTest();
    const client = await WebSocketClient.forTest(gateway.urls.at(-1)!);
    let pings = 0;
    client.socket.on('ping', () => (pings += 1));
    await gateway.reconfigure({ ...DEFAULT_SETTINGS, pingInterval: 500 });
    await expect.poll(() => pings).toBeGreaterThan(3);
  });
});
