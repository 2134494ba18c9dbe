import { describe, expect, it } from 'vitest';
import { Visit } from './admission.js';
import { MemoryBuckets } from './memory-buckets.js';
import { CLIENT_FULL, OpenRequest, OpenRequests } from './open-requests.js';

const KIB = 1024;
const MIB = KIB * KIB;
const limit = { perMinute: 1, burst: 1000 };
const buckets = new MemoryBuckets({ limits: [limit], now: () => 0 });
const visitOf = (client: string, key?: { readonly rateLimit: typeof limit }): Visit =>
  new Visit(buckets, client, limit, key === undefined ? {} : { key: { name: client, hash: '', ...key } });

/** Opens calls that take 64 KiB each, until one is rejected, at most a thousand. */
function openAll(open: OpenRequests, visit: Visit | undefined): OpenRequest[] {
  const calls: OpenRequest[] = [];
  while (calls.length < 1000) {
    const call = open.begin(visit, 0, 64 * KIB);
    if (!(call instanceof OpenRequest)) break;
    calls.push(call);
  }
  return calls;
}

describe('the open calls of a client', () => {
  it('take 48 MiB at most, charged or not, and others have as much', () => {
    const open = new OpenRequests(() => Infinity);
    const calls = openAll(open, visitOf('a'));
    expect(calls).toHaveLength(768);
    for (const call of calls) call.charged();
    expect(open.begin(visitOf('a'), 0, 64 * KIB)).toBe(CLIENT_FULL);
    expect(open.report().rejections.client).toBe(2);
    expect(openAll(open, visitOf('b'))).toHaveLength(768);
    calls[0]?.end();
    calls[0]?.end();
    expect(openAll(open, visitOf('a'))).toHaveLength(1);
  });

  it('count with what their messages have, until they end', () => {
    const open = new OpenRequests(() => Infinity);
    const [first, second] = [0, 1].map(() => open.begin(visitOf('a'), 0, 64 * KIB));
    if (!(first instanceof OpenRequest && second instanceof OpenRequest)) throw new Error('rejected');
    expect(first.add(15 * MIB)).toBeUndefined();
    first.charged();
    expect(second.add(MIB)).toBe(CLIENT_FULL);
    first.end();
    expect(openAll(open, visitOf('a'))).toHaveLength(768);
  });

  it('count for their client alone once their messages were taken', () => {
    const open = new OpenRequests(() => 20 * MIB);
    const [first, second] = ['a', 'b'].map((client) => open.begin(visitOf(client), 0, 64 * KIB));
    if (!(first instanceof OpenRequest && second instanceof OpenRequest)) throw new Error('rejected');
    expect(first.add(15 * MIB)).toBeUndefined();
    first.taken();
    expect(open.report().bytes).toBe(0);
    expect(open.begin(visitOf('a'), MIB)).toBe(CLIENT_FULL);
    expect(second.add(15 * MIB)).toBeUndefined();
    for (const call of [first, second]) call.end();
    expect(open.report().bytes).toBe(0);
    expect(openAll(open, visitOf('a'))).toHaveLength(768);
  });

  it('have no such limit where nobody is limited, or an API key has a limit of its own', () => {
    const open = new OpenRequests(() => Infinity);
    expect(openAll(open, undefined)).toHaveLength(1000);
    expect(openAll(open, visitOf('key:a', { rateLimit: limit }))).toHaveLength(1000);
  });
});
