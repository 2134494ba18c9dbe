import { loadOptional } from '@dapikit/chain';
import type { Redis } from 'ioredis';
import { judge, unitTime, fillTime, type RateLimit, type Verdict } from './rate-limit.js';
import type { BucketBackend, BucketStore, OpenBucketStore } from './shared-buckets.js';

/** Limits the wait of a request for Redis, in milliseconds. */
export const REDIS_TIMEOUT = 100;
const CONNECT_TIMEOUT = 1_000;
const KEY_PREFIX = 'dapikit:rate-limit:';
const EXPECTED = 'redis://… or rediss://…';
/** A bucket of no client. */
const PROBE_KEY = 'dapikit:rate-limit-probe';

/**
 * Takes from a bucket in one step. The stored value is when the bucket is full, in microseconds by the clock of Redis, until then.
 * A clock that was set back makes nobody wait longer than a bucket takes to fill. Gives whether it was allowed, and in how many
 * microseconds the bucket is full.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local cost = tonumber(ARGV[1])
local max = tonumber(ARGV[2])
local full_in = math.min(max, math.max(0, tonumber(redis.call('GET', KEYS[1]) or 0) - now))
if full_in + cost > max then return {0, full_in} end
full_in = full_in + cost
redis.call('SET', KEYS[1], string.format('%.0f', now + full_in), 'PX', math.ceil(full_in / 1000))
return {1, full_in}
`;

/**
 * Returns a store of buckets in Redis or Valkey. Loads the client for it.
 * @param url `redis://…` or `rediss://…`, with credentials where they are needed
 * @throws {RangeError} when it is no such URL; the message has nothing of it.
 * @throws {MissingPackageError} (rejects) where its client is not installed
 */
export async function redisStore(url: string): Promise<OpenBucketStore> {
  if (!isRedisUrl(url)) throw new RangeError(`the address of Redis: expected ${EXPECTED}`);
  const { Redis: Client } = await loadOptional(() => import('ioredis'), 'redis', 'ioredis@6');
  return async (lost) => {
    const redis = new Client(url, {
      lazyConnect: true,
      retryStrategy: () => null,
      enableOfflineQueue: false,
      enableReadyCheck: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_TIMEOUT,
    });
    // The client emits the cause as an event, and rejects with less.
    let failure: Error | undefined;
    redis.on('error', (error: Error) => {
      failure = error;
    });
    try {
      await redis.connect();
      // A Redis that rejects writes, as a replica or one without space does, responds to a ping.
      await inTime(redis.eval(TAKE, 1, PROBE_KEY, 1, 1));
    } catch (error) {
      redis.disconnect();
      throw failure ?? error;
    }
    redis.once('close', () => lost(failure ?? new Error('the connection was closed')));
    return new RedisStore(redis);
  };
}

function isRedisUrl(text: string): boolean {
  return URL.canParse(text) && ['redis:', 'rediss:'].includes(new URL(text).protocol);
}

class RedisStore implements BucketStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async take(client: string, cost: number, limit: RateLimit): Promise<Verdict> {
    const [costTime, maxTime] = [cost * unitTime(limit), fillTime(limit)];
    const answer = await inTime(this.#redis.eval(TAKE, 1, KEY_PREFIX + client, costTime, maxTime));
    if (!isAnswer(answer)) throw new TypeError('unexpected response of the Redis script');
    const [allowed, fullIn] = answer;
    return allowed === 1
      ? { ...judge(fullIn, 0, limit), isAllowed: true }
      : { ...judge(fullIn, cost, limit), isAllowed: false };
  }

  close(): void {
    this.#redis.disconnect();
  }
}

function isAnswer(answer: unknown): answer is [allowed: number, fullIn: number] {
  return Array.isArray(answer) && answer.length === 2 && answer.every((one) => Number.isInteger(one));
}

/** Rejects when it takes too long. An answer that is there, and waits only because this process is busy, is in time. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => setImmediate(() => reject(new Error(`no answer in ${REDIS_TIMEOUT} ms`))),
      REDIS_TIMEOUT,
    );
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Redis or Valkey as a backend of rate limits. */
export const REDIS_BACKEND: BucketBackend = {
  name: 'Redis',
  flag: 'redis',
  description: 'Redis or Valkey with the rate limits of several gateways, such as redis://127.0.0.1:6379',
  expected: EXPECTED,
  isUrl: isRedisUrl,
  open: redisStore,
};
