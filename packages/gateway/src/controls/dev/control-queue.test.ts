import { DevChain } from '@dapikit/chain';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createDispatch } from '../../json-rpc/dispatch/dispatch.js';
import { absentPlatform } from '../../base/platform-status/absent-platform.js';
import { DEFAULT_SETTINGS } from '../../settings/settings.js';
import { ControlQueue } from './control-queue.js';
import { devMethods } from './dev-methods.js';

function controlled() {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  const dispatch = createDispatch(
    devMethods(chain),
    { layer1: chain, platformStatus: absentPlatform('4.0.0', () => 0), statusEncoding: 'rs-dapi' },
    DEFAULT_SETTINGS,
    pino({ level: 'silent' }),
  );
  const ask = async (request: unknown) => {
    const { body } = await dispatch(JSON.stringify(request), { requestId: 'r', signal: undefined });
    return JSON.parse(String(body));
  };
  const call = async (method: string, params?: unknown) => ask({ jsonrpc: '2.0', id: 1, method, params });
  return { chain, ask, call };
}

it('mine yields to other work while it mines many blocks', async () => {
  const { chain, call } = controlled();
  const heights = new Set<number>();
  let immediate = setImmediate(function look() {
    heights.add(chain.tip().height);
    immediate = setImmediate(look);
  });
  await call('mine', { count: 30 });
  clearImmediate(immediate);
  expect(heights.size).toBeGreaterThanOrEqual(28);
});

it('the control queue runs controls that change the chain one after the other', async () => {
  const { call } = controlled();
  const { result: snapshot } = await call('snapshot');
  const [mined, reverted, more] = await Promise.all([
    call('mine', { count: 10 }),
    call('revert', snapshot),
    call('mine', { count: 5 }),
  ]);
  expect(mined.result).toHaveLength(10);
  expect(reverted.result).toEqual({ chainLock: null, instantLocks: [] });
  const { result } = await call('getState');
  expect(result.tip).toEqual({ height: 525, hash: more.result.at(-1) });
});

it('the control queue runs a read-only control without waiting', async () => {
  const { call } = controlled();
  const mined = call('mine', { count: 30 });
  const { result } = await call('getState');
  expect(result.tip.height).toBeLessThan(550);
  await mined;
});

it('the control queue continues after a control that fails', async () => {
  const queue = new ControlQueue();
  const failing = queue.run(() => {
    throw new Error('failed');
  });
  const next = queue.run(() => 'next');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});

it('a batch runs in its order, and takes the result of snapshot as the params of revert', async () => {
  const { chain, ask } = controlled();
  const calls = [
    { method: 'snapshot' },
    { method: 'mine', params: { count: 2 } },
    { method: 'getState' },
    { method: 'revert', params: { id: 1 } },
    { method: 'getState' },
  ].map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
  const { height } = chain.tip();
  const answers = await ask(calls);
  expect(answers[0].result).toEqual({ id: 1 });
  expect(answers[2].result.tip.height).toBe(height + 2);
  expect(answers[4].result.tip.height).toBe(height);
});
