import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RateLimit } from '../../src/admission/limits/rate-limit.js';
import { REDIS_TIMEOUT, redisStore } from '../../src/admission/limits/redis-store.js';
import type { GatewaySettings } from '../../src/settings/settings.js';
import { gatewayForTest, type GatewayUnderTest } from '../gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL } from '../json-rpc-calls.js';
import table from '../faults/faults.json' with { type: 'json' };
import { HAS_REDIS, RedisServer } from './redis-server.js';

const SLOW = { perMinute: 1, burst: 40 };
const AWAY = 'Redis unavailable; falling back to per-process limits';
const BACK = 'Redis available; limits are shared again';

async function redisForTest(password?: string): Promise<RedisServer> {
  const redis = await RedisServer.start(password);
  onTestFinished(() => redis.stop());
  return redis;
}

async function gatewayOn(url: string, settings: Partial<GatewaySettings> = {}): Promise<GatewayUnderTest> {
  return gatewayForTest({ rateLimit: SLOW, rateLimitRedis: url, ...settings });
}

/** The statuses of `count` requests, one after the other. */
async function ask({ port }: GatewayUnderTest, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) statuses.push(await askOnce(port));
  return statuses;
}

async function askOnce(port: number): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${port}/`;
  const response = await fetch(url, { method: 'POST', headers, body: BEST_BLOCK_HASH_CALL });
  await response.text();
  return response.status;
}

const told = ({ logLines }: GatewayUnderTest, message: string): number =>
  logLines.filter(({ msg }) => msg === message).length;
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

it('the Redis test covers every fault of the table: killed, silent, read-only, back', () => {
  expect(Object.keys(table.redis)).toEqual(['killed', 'silent', 'read-only', 'back']);
});

it.runIf(process.env['CI'] !== undefined)('the Redis test has a server in CI', () => {
  expect(HAS_REDIS).toBe(true);
});

describe.skipIf(!HAS_REDIS)('rate limits in Redis (skipped without redis-server)', () => {
  it('are shared by two gateways', async () => {
    const { url } = await redisForTest();
    const [one, other] = [await gatewayOn(url), await gatewayOn(url)];
    expect(await ask(one, 12)).toEqual(times(12, 200));
    expect(await ask(other, 9)).toEqual([...times(8, 200), 429]);
    expect(await ask(one, 1)).toEqual([429]);
  });

  it('grant no unit twice to concurrent requests', async () => {
    const { url } = await redisForTest();
    const [one, other] = [await gatewayOn(url), await gatewayOn(url)];
    const asked = times(60, one).map((gateway, index) => askOnce((index % 2 === 0 ? gateway : other).port));
    const statuses = await Promise.all(asked);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });

  it('give the same verdicts as buckets in memory', async () => {
    const { url } = await redisForTest();
    const store = await (await redisStore(url))(() => undefined);
    onTestFinished(() => store.close());
    const bucket = { perMinute: 1, burst: 20 };
    const take = (cost: number, limit: RateLimit = bucket) => store.take('a', cost, limit);
    expect(await take(5)).toEqual({ isAllowed: true, remaining: 15, fullIn: 300_000_000, allowedIn: 0 });
    expect(await store.take('b', 20, bucket)).toMatchObject({ isAllowed: true, remaining: 0, allowedIn: 0 });
    const rejected = await take(16);
    expect(rejected).toMatchObject({ isAllowed: false, remaining: 15 });
    expect(rejected.allowedIn).toBeGreaterThan(59_000_000);
    expect(rejected.allowedIn).toBeLessThanOrEqual(60_000_000);
    expect(await take(21)).toMatchObject({ isAllowed: false, allowedIn: Infinity });
    expect(await take(15)).toMatchObject({ isAllowed: true, remaining: 0 });
    // A bucket that was emptied under a larger limit takes no longer to fill than this one does.
    expect((await take(1, { perMinute: 6000, burst: 20 })).allowedIn).toBeLessThanOrEqual(10_000);
  });

  it('do not time out when this process was busy', async () => {
    const { url } = await redisForTest();
    const store = await (await redisStore(url))(() => undefined);
    onTestFinished(() => store.close());
    await store.take('a', 1, SLOW);
    const verdict = store.take('a', 1, SLOW);
    // The command is on its way, and its answer comes while nobody looks.
    await new Promise((resolve) => process.nextTick(resolve));
    const started = performance.now();
    while (performance.now() - started < 3 * REDIS_TIMEOUT);
    expect(await verdict).toMatchObject({ isAllowed: true });
  });

  it('refill over time', async () => {
    const { url } = await redisForTest();
    const store = await (await redisStore(url))(() => undefined);
    onTestFinished(() => store.close());
    const limit = { perMinute: 30, burst: 2 };
    const take = async () => store.take('a', 1, limit);
    expect([(await take()).isAllowed, (await take()).isAllowed]).toEqual([true, true]);
    const before = performance.now();
    const { isAllowed, allowedIn } = await take();
    expect(isAllowed).toBe(false);
    await expect.poll(async () => (await take()).isAllowed, { timeout: 20_000 }).toBe(true);
    // The clock of Redis is not that of this process.
    expect(performance.now() - before).toBeGreaterThan(allowedIn / 1000 - 20);
  });

  it('fall back to memory while Redis is down, log it once, and resume', async () => {
    const redis = await redisForTest();
    const [one, other] = [await gatewayOn(redis.url), await gatewayOn(redis.url)];
    expect(await ask(one, 12)).toEqual(times(12, 200));
    await redis.kill();
    // What it knew of the client goes on to count.
    expect(await ask(one, 9)).toEqual([...times(8, 200), 429]);
    expect(await ask(other, 21)).toEqual([...times(20, 200), 429]);
    await sleep(1200);
    await redis.restart();
    for (const gateway of [one, other]) {
      await expect.poll(() => told(gateway, BACK), { timeout: 60_000 }).toBe(1);
      expect(told(gateway, AWAY)).toBe(1);
    }
    const third = await gatewayOn(redis.url);
    expect(await ask(third, 20)).toEqual(times(20, 200));
  });

  it('hold, and are logged once, while Redis rejects writes', async () => {
    const redis = await redisForTest();
    const gateway = await gatewayOn(redis.url);
    expect(await ask(gateway, 12)).toEqual(times(12, 200));
    await redis.configure('min-replicas-to-write', '1');
    expect(await ask(gateway, 9)).toEqual([...times(8, 200), 429]);
    await sleep(2500);
    expect(await ask(gateway, 1)).toEqual([429]);
    expect(told(gateway, AWAY)).toBe(1);
    expect(told(gateway, BACK)).toBe(0);
    await redis.configure('min-replicas-to-write', '0');
    await expect.poll(() => told(gateway, BACK), { timeout: 60_000 }).toBe(1);
  });

  it('delay only the first requests, up to the timeout, when Redis is slow', async () => {
    const redis = await redisForTest();
    const gateway = await gatewayOn(redis.url);
    await ask(gateway, 1);
    redis.stall();
    const started = performance.now();
    expect(await Promise.all(times(10, gateway.port).map(askOnce))).toEqual(times(10, 200));
    const first = performance.now() - started;
    expect(first).toBeGreaterThan(REDIS_TIMEOUT - 5);
    const next = performance.now();
    expect(await ask(gateway, 9)).toEqual(times(9, 200));
    // Each of them would wait for the timeout if it asked Redis.
    expect(performance.now() - next).toBeLessThan(9 * REDIS_TIMEOUT);
    await sleep(2500);
    expect(told(gateway, AWAY)).toBe(1);
    redis.goOn();
    await expect.poll(() => told(gateway, BACK), { timeout: 60_000 }).toBe(1);
  });

  it('let a gateway start without Redis', async () => {
    const redis = await redisForTest();
    await redis.kill();
    const gateway = await gatewayOn(redis.url);
    expect(told(gateway, AWAY)).toBe(1);
    expect(await ask(gateway, 21)).toEqual([...times(20, 200), 429]);
    await redis.restart();
    await expect.poll(() => told(gateway, BACK), { timeout: 60_000 }).toBe(1);
    // The store knows nothing of what was spent meanwhile.
    expect(await ask(gateway, 1)).toEqual([429]);
    expect(await ask(await gatewayOn(redis.url), 1)).toEqual([200]);
  });

  it('use a password without logging it, and fall back if it is wrong', async () => {
    const { url } = await redisForTest('correct-horse');
    const right = await gatewayOn(url);
    expect(told(right, AWAY)).toBe(0);
    const wrong = await gatewayOn(url.replace('correct-horse', 'battery-staple'));
    expect(wrong.logLines).toContainEqual(
      expect.objectContaining({ msg: AWAY, cause: expect.stringContaining('WRONGPASS') }),
    );
    expect(await ask(wrong, 1)).toEqual([200]);
    expect(JSON.stringify([...wrong.logLines, ...right.logLines])).not.toMatch(/battery|horse/);
  });
});
