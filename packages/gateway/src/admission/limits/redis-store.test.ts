import { expect, it, vi } from 'vitest';
import { redisStore } from './redis-store.js';

it('redisStore rejects other addresses before it loads ioredis', async () => {
  const load = vi.fn<() => object>(() => ({ Redis: vi.fn<() => void>() }));
  vi.doMock('ioredis', load);
  await expect(redisStore('http://127.0.0.1')).rejects.toThrow(RangeError);
  expect(load).not.toHaveBeenCalled();
  await redisStore('redis://127.0.0.1');
  expect(load).toHaveBeenCalledOnce();
  vi.doUnmock('ioredis');
});
