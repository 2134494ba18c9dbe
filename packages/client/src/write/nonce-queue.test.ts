import { expect, it } from 'vitest';
import { NonceQueue } from './nonce-queue.js';

it('numbers writes that begin together in their order, and asks the platform once', async () => {
  let asked = 0;
  const queue = new NonceQueue(() => {
    asked += 1;
    return Promise.resolve(6n);
  });
  const running: bigint[] = [];
  const write = async (nonce: bigint): Promise<bigint> => {
    running.push(nonce);
    await Promise.resolve();
    expect(running).toEqual([nonce]);
    running.pop();
    return nonce;
  };
  expect(await Promise.all([queue.run(write), queue.run(write), queue.run(write)])).toEqual([7n, 8n, 9n]);
  expect(asked).toBe(1);
});

it('asks the platform again after a write that failed', async () => {
  let newest = 6n;
  const queue = new NonceQueue(() => Promise.resolve(newest));
  await expect(queue.run(() => Promise.reject(new Error('rejected')))).rejects.toThrow('rejected');
  newest = 9n;
  expect(await queue.run((nonce) => Promise.resolve(nonce))).toBe(10n);
});

it('counts on from writes of other programs, and from its own where a node is behind', async () => {
  let newest = 6n;
  const queue = new NonceQueue(() => Promise.resolve(newest));
  const write = async (): Promise<bigint> => queue.run((nonce) => Promise.resolve(nonce));
  expect(await write()).toBe(7n);
  expect(await write()).toBe(8n);
  newest = 20n;
  expect(await write()).toBe(21n);
});
