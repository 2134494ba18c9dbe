import { expect, it, vi } from 'vitest';
import { RedisClientMissingError, redisStore } from './redis-store.js';

it('redisStore loads ioredis on demand and reports a missing package with its fix', async () => {
  const load = vi.fn<() => never>(() => {
    throw new Error("Cannot find package 'ioredis'");
  });
  vi.doMock('ioredis', load);
  await expect(redisStore('http://127.0.0.1')).rejects.toThrow(RangeError);
  expect(load).not.toHaveBeenCalled();
  await expect(redisStore('redis://127.0.0.1')).rejects.toThrow(RedisClientMissingError);
  await expect(redisStore('redis://127.0.0.1')).rejects.toThrow('npm install ioredis@6.0.0');
  vi.doUnmock('ioredis');
});
