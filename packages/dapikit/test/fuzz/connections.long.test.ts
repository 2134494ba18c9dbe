import { describe, expect, it } from 'vitest';
import { checkHttp2Received } from './check-http2-received.js';
import { checkReceived } from './check-received.js';
import { sequenceOf } from './connection-sequence.js';
import { http2SequenceOf } from './http2-sequence.js';
import { failures, sequenceCount, type Kind } from './send-sequences.js';
import { startDev, startServe } from './targets.js';

const http1: Kind<ReturnType<typeof sequenceOf>> = {
  sequenceOf,
  check: checkReceived,
  isKnown: ({ end }) => end !== 'unknown',
};

const http2: Kind<ReturnType<typeof http2SequenceOf>> = {
  sequenceOf: http2SequenceOf,
  check: checkHttp2Received,
  isKnown: ({ isValid }) => isValid,
  alpn: 'h2',
};

describe.each([
  ['serve', startServe],
  ['dev', startDev],
])('dapikit %s survives', (_, start) => {
  it('random sequences of requests and responds in order', { timeout: 600_000 }, async () => {
    const target = await start();
    expect(await failures(target, http1, sequenceCount(20_000))).toEqual([]);
    expect(target.process.faults).toEqual([]);
  });

  it('random frames of HTTP/2 and responds on the streams of the calls', { timeout: 600_000 }, async () => {
    const target = await start();
    expect(await failures(target, http2, sequenceCount(2_000))).toEqual([]);
    expect(target.process.faults).toEqual([]);
  });
});
