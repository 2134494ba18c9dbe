import { DevChain, type Layer1 } from '@dapikit/chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inProcessLayer1 } from '../src/cache/in-process-layer1.js';
import { cachedLayer1 } from '../src/cache/cached-layer1.js';
import { DEFAULT_CACHE_SETTINGS } from '../src/settings/settings.js';
import { gatewayForTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL, blockHashCall } from './json-rpc-calls.js';
import { ScriptedLayer1 } from './scripted-layer1.js';

type Told = readonly [cacheStatus: string | null, outcome: 'result' | 'error'];

/** Makes a function that posts a body to a gateway, and returns its `Cache-Status`. */
async function asker(layer1: Layer1) {
  const { urls } = await gatewayForTest({}, { layer1 });
  return async (body: string): Promise<Told> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(urls.at(-1)!, { method: 'POST', headers, body });
    const text = await response.text();
    return [response.headers.get('cache-status'), text.includes('"error"') ? 'error' : 'result'];
  };
}

const batch = (...calls: string[]): string => `[${calls.join()}]`;

function remembered() {
  const node = new ScriptedLayer1(20);
  const clock = { now: 0 };
  return { node, clock, layer1: cachedLayer1(node, DEFAULT_CACHE_SETTINGS, () => clock.now) };
}

describe('Cache-Status', () => {
  it('reports a hit or miss, whether it is final, and the age of the newest block', async () => {
    const { node, clock, layer1 } = remembered();
    const ask = await asker(layer1);
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual(['dapikit; fwd=miss; block-age=0', 'result']);
    clock.now = 1999;
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual(['dapikit; hit; block-age=1', 'result']);
    node.lock(20);
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual(['dapikit; hit; final; block-age=1', 'result']);
    expect(await ask(blockHashCall(3))).toEqual(['dapikit; fwd=miss; final; block-age=1', 'result']);
    node.isDown = true;
    clock.now = 50_000;
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual(['dapikit; hit; stale; final; block-age=50', 'result']);
    expect(await ask(blockHashCall(3))).toEqual(['dapikit; hit; final; block-age=50', 'result']);
    clock.now = 500_000;
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual([null, 'error']);
    expect(await ask(blockHashCall(3))).toEqual(['dapikit; hit; final; block-age=500', 'result']);
  });

  it('of a batch combines the status of its responses', async () => {
    const { node, clock, layer1 } = remembered();
    const ask = await asker(layer1);
    await ask(BEST_BLOCK_HASH_CALL);
    node.lock(10);
    expect(await ask(batch(blockHashCall(3), BEST_BLOCK_HASH_CALL))).toEqual([
      'dapikit; fwd=miss; block-age=0',
      'result',
    ]);
    expect(await ask(batch(blockHashCall(3), blockHashCall(4)))).toEqual([
      'dapikit; fwd=miss; final; block-age=0',
      'result',
    ]);
    expect(await ask(batch(blockHashCall(3), blockHashCall(4)))).toEqual([
      'dapikit; hit; final; block-age=0',
      'result',
    ]);
    node.isDown = true;
    clock.now = 5000;
    expect(await ask(batch(blockHashCall(3), BEST_BLOCK_HASH_CALL, blockHashCall(4)))).toEqual([
      'dapikit; hit; stale; block-age=5',
      'result',
    ]);
  });

  it('is absent when layer 1 was not queried, and on errors', async () => {
    const ask = await asker(remembered().layer1);
    expect(await ask('{"jsonrpc":"2.0","method":"getStatus","id":1}')).toEqual([null, 'result']);
    expect(await ask('{"jsonrpc":"2.0","method":"nothing","id":1}')).toEqual([null, 'error']);
    expect(await ask(blockHashCall(1000))).toEqual([null, 'error']);
    expect(await ask('{')).toEqual([null, 'error']);
  });

  it('reports a hit, never final, for the embedded chain', async () => {
    const chain = new DevChain({ mining: 'manual' });
    onTestFinished(() => chain.close());
    const ask = await asker(inProcessLayer1(chain, () => 0));
    const tip = chain.tip();
    const diff = `{"jsonrpc":"2.0","method":"getMnListDiff","params":{"baseBlockHash":"1","blockHash":"${tip.height}"},"id":1}`;
    for (const call of [BEST_BLOCK_HASH_CALL, blockHashCall(3), diff]) {
      expect(await ask(call)).toEqual(['dapikit; hit; block-age=0', 'result']);
    }
  });
});

it('a client gets an error when no node responds in time', async () => {
  const node = new ScriptedLayer1(3);
  node.isSlow = true;
  const layer1 = cachedLayer1(node, { ...DEFAULT_CACHE_SETTINGS, callTimeout: 20 });
  const { urls } = await gatewayForTest({}, { layer1 });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(urls.at(-1)!, { method: 'POST', headers, body: BEST_BLOCK_HASH_CALL });
  expect(await response.json()).toMatchObject({ error: { code: -32003, data: { reason: 'node-timeout' } } });
});
