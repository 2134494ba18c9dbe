import { DevChain, type Layer1 } from '@dapikit/chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inProcessLayer1 } from '../src/memory/in-process-layer1.js';
import { rememberingLayer1 } from '../src/memory/remembering-layer1.js';
import { DEFAULT_MEMORY_SETTINGS } from '../src/settings.js';
import { gatewayForTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL, blockHashCall } from './json-rpc-calls.js';
import { ScriptedLayer1 } from './scripted-layer1.js';

type Told = readonly [
  cache: string | null,
  isFinal: string | null,
  age: string | null,
  outcome: 'result' | 'error',
];

/** Makes a function that posts a body to a gateway, and gives what the headers say. */
async function asker(layer1: Layer1) {
  const { urls } = await gatewayForTest({}, { layer1 });
  return async (body: string): Promise<Told> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(urls.at(-1)!, { method: 'POST', headers, body });
    const told = ['cache', 'final', 'block-age'].map((name) => response.headers.get(`x-dapikit-${name}`));
    const text = await response.text();
    return [told[0]!, told[1]!, told[2]!, text.includes('"error"') ? 'error' : 'result'];
  };
}

const batch = (...calls: string[]): string => `[${calls.join()}]`;

function remembered() {
  const node = new ScriptedLayer1(20);
  const clock = { now: 0 };
  return { node, clock, layer1: rememberingLayer1(node, DEFAULT_MEMORY_SETTINGS, () => clock.now) };
}

describe('the headers of an answer', () => {
  it('say whether it is from memory, final, and how old the newest block is', async () => {
    const { node, clock, layer1 } = remembered();
    const ask = await asker(layer1);
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual(['miss', 'false', '0', 'result']);
    clock.now = 1999;
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual(['hit', 'false', '1', 'result']);
    node.lock(20);
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual(['hit', 'true', '1', 'result']);
    expect(await ask(blockHashCall(3))).toEqual(['miss', 'true', '1', 'result']);
    node.isDown = true;
    clock.now = 50_000;
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual(['stale', 'true', '50', 'result']);
    expect(await ask(blockHashCall(3))).toEqual(['hit', 'true', '50', 'result']);
    clock.now = 500_000;
    expect(await ask(BEST_BLOCK_HASH_CALL)).toEqual([null, null, null, 'error']);
    expect(await ask(blockHashCall(3))).toEqual(['hit', 'true', '500', 'result']);
  });

  it('say of a batch what holds for each of its answers', async () => {
    const { node, clock, layer1 } = remembered();
    const ask = await asker(layer1);
    await ask(BEST_BLOCK_HASH_CALL);
    node.lock(10);
    expect(await ask(batch(blockHashCall(3), BEST_BLOCK_HASH_CALL))).toEqual([
      'miss',
      'false',
      '0',
      'result',
    ]);
    expect(await ask(batch(blockHashCall(3), blockHashCall(4)))).toEqual(['miss', 'true', '0', 'result']);
    expect(await ask(batch(blockHashCall(3), blockHashCall(4)))).toEqual(['hit', 'true', '0', 'result']);
    node.isDown = true;
    clock.now = 5000;
    expect(await ask(batch(blockHashCall(3), BEST_BLOCK_HASH_CALL, blockHashCall(4)))).toEqual([
      'stale',
      'false',
      '5',
      'result',
    ]);
  });

  it('say nothing where nothing was asked of the chain, or no answer was had', async () => {
    const ask = await asker(remembered().layer1);
    const nothing = [null, null, null];
    expect(await ask('{"jsonrpc":"2.0","method":"getStatus","id":1}')).toEqual([...nothing, 'result']);
    expect(await ask('{"jsonrpc":"2.0","method":"nothing","id":1}')).toEqual([...nothing, 'error']);
    expect(await ask(blockHashCall(1000))).toEqual([...nothing, 'error']);
    expect(await ask('{')).toEqual([...nothing, 'error']);
  });

  it('say of the embedded chain that it is memory itself, and never final', async () => {
    const chain = new DevChain({ mining: 'manual' });
    onTestFinished(() => chain.close());
    const ask = await asker(inProcessLayer1(chain, () => 0));
    const tip = chain.tip();
    const diff = `{"jsonrpc":"2.0","method":"getMnListDiff","params":{"baseBlockHash":"1","blockHash":"${tip.height}"},"id":1}`;
    for (const call of [BEST_BLOCK_HASH_CALL, blockHashCall(3), diff]) {
      expect(await ask(call)).toEqual(['hit', 'false', '0', 'result']);
    }
  });
});

it('tells a client that no node answered in time', async () => {
  const node = new ScriptedLayer1(3);
  node.isSlow = true;
  const layer1 = rememberingLayer1(node, { ...DEFAULT_MEMORY_SETTINGS, callTimeout: 20 });
  const { urls } = await gatewayForTest({}, { layer1 });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(urls.at(-1)!, { method: 'POST', headers, body: BEST_BLOCK_HASH_CALL });
  expect(await response.json()).toMatchObject({ error: { code: -32003, data: { reason: 'node-timeout' } } });
});
