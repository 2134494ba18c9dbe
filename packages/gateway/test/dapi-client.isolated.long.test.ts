// Has a process of its own: a client in it replaces the global `fetch`.
import DAPIClient from '@dashevo/dapi-client';
import { NodeUnavailableError } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { failingLayer1 } from './failing-layer1.js';
import { gatewayForTest, type GatewayUnderTest } from './gateway-under-test.js';
import { BLOCK_HASHES } from './recorded-layer1.js';

type Way = 'no-ssl' | 'self-signed';

/** The official client: it writes addresses as host, port and how they are spoken to. */
function clientOf(gateways: readonly GatewayUnderTest[], way: Way = 'no-ssl', retries = 0): DAPIClient {
  const dapiAddresses = gateways.map(({ port }) => `127.0.0.1:${port}:${way}`);
  return new DAPIClient({ dapiAddresses, retries });
}

describe.each<Way>(['no-ssl', 'self-signed'])('the official client (%s)', (way) => {
  it('gets the hash of the tip', async () => {
    const { core } = clientOf([await gatewayForTest()], way);
    expect(await core.getBestBlockHash()).toBe(BLOCK_HASHES.at(-1));
  });

  it('gets the hash at every height', async () => {
    const { core } = clientOf([await gatewayForTest()], way);
    const hashes: unknown[] = [];
    for (let height = 0; height < 100; height += 1) hashes.push(await core.getBlockHash(height));
    expect(hashes).toEqual(BLOCK_HASHES.slice(0, 100));
  });

  it('throws an error with all members of the error response', async () => {
    const { core } = clientOf([await gatewayForTest()], way);
    await expect(core.getBlockHash(BLOCK_HASHES.length)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Block height out of range'),
      data: { reason: 'height-out-of-range' },
    });
    await expect(core.getBlockHash('1')).rejects.toMatchObject({ code: -32602 });
  });
});

describe('the official client', () => {
  it('keeps using a gateway that rejected a call', async () => {
    const { core } = clientOf([await gatewayForTest()]);
    await expect(core.getBlockHash(-1)).rejects.toMatchObject({ code: -32602 });
    expect(await core.getBlockHash(0)).toBe(BLOCK_HASHES[0]);
  });

  it('gets an error when no node responds', async () => {
    const layer1 = failingLayer1(new NodeUnavailableError('away'));
    const { core } = clientOf([await gatewayForTest({}, { layer1 })]);
    await expect(core.getBestBlockHash()).rejects.toMatchObject({
      code: -32003,
      data: { reason: 'node-unavailable' },
    });
  });

  it('switches to another gateway after a rate limit or an internal error', async () => {
    const well = await gatewayForTest();
    const limited = await gatewayForTest({ rateLimit: { perMinute: 1, burst: 40 } });
    const broken = await gatewayForTest({}, { layer1: failingLayer1(new TypeError('a defect')) });
    for (const other of [limited, broken]) {
      for (let call = 0; call < 25; call += 1) {
        // It picks an address by chance, and leaves one that failed alone for a minute.
        expect(await clientOf([other, well], 'no-ssl', 1).core.getBestBlockHash()).toBe(BLOCK_HASHES.at(-1));
      }
    }
  });
});
