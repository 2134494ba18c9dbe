import { CoreNode, credentialsFile } from '@dapikit/chain/core-node';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { HAS_LITECOIND, LitecoinNode } from '../../chain/test/litecoin-node.js';
import { until } from '../../chain/test/watched.js';
import { cachedLayer1 } from '../src/cache/cached-layer1.js';
import { DEFAULT_CACHE_SETTINGS, type CacheSettings } from '../src/settings/settings.js';
import type { WireResponse } from './dispatch-under-test.js';
import { gatewayForTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL, blockHashCall } from './json-rpc-calls.js';

it.runIf(process.env['CI'])('the cache test has litecoind in CI', () => {
  expect(HAS_LITECOIND).toBe(true);
});

describe.skipIf(!HAS_LITECOIND)('the cache in front of a real node (skipped without litecoind)', () => {
  let litecoin: LitecoinNode;
  beforeAll(async () => {
    litecoin = await LitecoinNode.start();
    await litecoin.mine(20);
  });
  afterAll(() => litecoin.stop());

  /** A gateway in front of the node, and the events that it has emitted. */
  async function gateway(settings: Partial<CacheSettings> = {}) {
    const node = new CoreNode({
      url: litecoin.url,
      credentials: credentialsFile(litecoin.cookie),
      pollInterval: 20,
    });
    const layer1 = cachedLayer1(node, { ...DEFAULT_CACHE_SETTINGS, ...settings });
    const events: string[] = [];
    layer1.watchBlocks(({ kind, hash }) => events.push(`${kind} ${hash}`));
    onTestFinished(async () => {
      layer1.close();
      await node.close();
    });
    const { urls } = await gatewayForTest({}, { layer1 });
    await until(() => node.health().tip !== undefined);
    const ask = async (body: string): Promise<[unknown, string | undefined]> => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(urls.at(-1)!, { method: 'POST', headers, body });
      const { result, error }: WireResponse = JSON.parse(await response.text());
      return [
        result ?? error?.code,
        response.headers.get('cache-status')?.split('; final')[0]?.split('; block-age')[0],
      ];
    };
    return { ask, events };
  }

  const height = async (): Promise<number> => Number(await litecoin.call('getblockcount'));
  const hashAt = (at: number): Promise<unknown> => litecoin.call('getblockhash', at);

  it('returns what the node returns, then serves it from the cache', async () => {
    const { ask } = await gateway();
    const tip = await height();
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual([await hashAt(tip), 'dapikit; fwd=miss']);
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual([await hashAt(tip), 'dapikit; hit']);
    expect(await ask(blockHashCall(5))).toEqual([await hashAt(5), 'dapikit; fwd=miss']);
    expect(await ask(blockHashCall(5))).toEqual([await hashAt(5), 'dapikit; hit']);
    expect((await ask(blockHashCall(tip + 1)))[0]).toBe(-32602);
  });

  it('never serves a hash after its block was disconnected', async () => {
    const { ask, events } = await gateway();
    for (let round = 0; round < 4; round += 1) {
      const tip = await height();
      const at = tip - 7;
      await ask(BEST_BLOCK_HASH_CALL);
      const [old] = await ask(blockHashCall(at));
      expect(await ask(blockHashCall(at))).toEqual([old, 'dapikit; hit']);
      await litecoin.call('invalidateblock', old);
      await litecoin.mine(9);
      const afterwards: unknown[] = [];
      await until(async () => {
        const isNotified = events.includes(`disconnected ${String(old)}`);
        const [now] = await ask(blockHashCall(at));
        if (isNotified) afterwards.push(now);
        return afterwards.length === 20;
      });
      expect(afterwards).not.toContain(old);
      await until(async () => events.at(-1) === `connected ${String(await hashAt(await height()))}`);
      for (let one = at - 1; one <= (await height()); one += 1) {
        expect((await ask(blockHashCall(one)))[0]).toBe(await hashAt(one));
      }
      expect((await ask(BEST_BLOCK_HASH_CALL))[0]).toBe(await hashAt(await height()));
    }
  });

  it('serves stale data marked as such while the node is down, then recovers', async () => {
    const { ask } = await gateway({ maxTipAge: 50, maxStaleTip: 1500 });
    const tip = await hashAt(await height());
    const fifth = await hashAt(5);
    await ask(BEST_BLOCK_HASH_CALL);
    await ask(blockHashCall(5));
    await litecoin.kill();
    await until(async () => (await ask(BEST_BLOCK_HASH_CALL))[1] === 'dapikit; hit; stale');
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual([tip, 'dapikit; hit; stale']);
    expect(await ask(blockHashCall(5))).toEqual([fifth, 'dapikit; hit; stale']);
    expect(await ask(blockHashCall(6))).toEqual([-32003, undefined]);
    await until(async () => (await ask(BEST_BLOCK_HASH_CALL))[0] === -32003);
    expect(await ask(blockHashCall(5))).toEqual([-32003, undefined]);
    await litecoin.restart();
    // It has lost what it had not written, and makes another chain of it.
    await litecoin.mine(20);
    await until(async () => (await ask(BEST_BLOCK_HASH_CALL))[0] === (await hashAt(await height())));
    expect((await ask(blockHashCall(5)))[0]).toBe(await hashAt(5));
  });
});
