import { expect, it, vi } from 'vitest';
import { RedisClientMissing, redisStore } from './redis-store.js';

it('the client of Redis is loaded when it is asked for, and missing it is told with what to do', async () => {
  const load = vi.fn<() => never>(() => {
    throw new Error("Cannot find package 'ioredis'");
  });
  vi.doMock('ioredis', load);
  await expect(redisStore('http://127.0.0.1')).rejects.toThrow(RangeError);
  expect(load).not.toHaveBeenCalled();
  await expect(redisStore('redis://127.0.0.1')).rejects.toThrow(RedisClientMissing);
  await expect(redisStore('redis://127.0.0.1')).rejects.toThrow('npm install ioredis@6.0.0');
  vi.doUnmock('ioredis');
});
