import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openRequest } from '../../../test/open-request.js';
import { GatheredBody } from './gathered-body.js';
import { TurnQueue } from './turn-queue.js';

const LIMITS = { maxBytes: 1000, maxWork: 64_000, maxConnectionBytes: 2500 };

const opened = (connection = {}, turns = new TurnQueue({})): readonly [IncomingMessage, GatheredBody] => {
  const request = new IncomingMessage(new Socket());
  return [request, new GatheredBody(request, { ...LIMITS, connection, turns, open: openRequest() })];
};

async function piecesOf(body: GatheredBody): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of body) pieces.push(Buffer.from(piece).toString());
  return pieces;
}

describe('GatheredBody', () => {
  it('reads the bodies of a connection that closes in several turns', async () => {
    const turns = new TurnQueue({ maxWorks: 2 });
    const bodies = Array.from({ length: 6 }, () => opened({}, turns));
    let cut = 0;
    const read = bodies.map(async ([, body]) => {
      await piecesOf(body).catch(() => {
        cut += 1;
      });
    });
    for (let turn = 0; turn < 6; turn += 1) await nextTurn();
    for (const [request] of bodies) request.emit('close');
    const after: number[] = [];
    while (cut < bodies.length) {
      await nextTurn();
      after.push(cut);
    }
    await Promise.all(read);
    expect([...new Set(after)].filter((count) => count > 0)).toEqual([2, 4, 6]);
  });

  it('gathers chunks before anybody reads them', async () => {
    const [request, body] = opened();
    for (let count = 0; count < 500; count += 1) request.push(Buffer.from('a'));
    await nextTurn();
    expect(request.readableLength).toBe(0);
    request.push(null);
    expect(await piecesOf(body)).toEqual(['a'.repeat(500)]);
    expect([body.length, body.work]).toEqual([500, 500 * 64]);
  });

  it('yields what came in a turn as one piece', async () => {
    const [request, body] = opened();
    const pieces = piecesOf(body);
    for (const text of ['ab', 'cd', 'ef']) {
      for (const letter of text) request.push(Buffer.from(letter));
      await nextTurn();
      await nextTurn();
    }
    request.push(null);
    expect((await pieces).join('')).toBe('abcdef');
    expect((await pieces).length).toBeLessThanOrEqual(3);
  });

  it.each([
    ['bytes', [Buffer.alloc(1001)], 'too-large'],
    ['chunks for its client', Array.from({ length: 1001 }, () => Buffer.from('a')), 'too-large'],
  ])('rejects a body of too many %s', async (_, chunks, excess) => {
    const [request, body] = opened();
    for (const chunk of chunks) request.push(chunk);
    await expect(piecesOf(body)).rejects.toThrow('the body is too large');
    expect(body.excess).toBe(excess);
  });

  it('rejects a body that its client cuts', async () => {
    const [request, body] = opened();
    const pieces = piecesOf(body);
    request.push(Buffer.from('a'));
    await nextTurn();
    request.destroy();
    await expect(pieces).rejects.toThrow('the body was cut');
  });

  it('gathers nothing more once nobody reads it', async () => {
    const [request, body] = opened();
    body.leave();
    request.push(Buffer.alloc(2000));
    await nextTurn();
    expect([body.length, request.readableLength]).toEqual([0, 0]);
    await expect(piecesOf(body)).rejects.toThrow('the body was cut');
  });

  it('is cut for its reader once it is left, also when its client ends it', async () => {
    const [request, body] = opened();
    const pieces = piecesOf(body);
    request.push(Buffer.from('a'));
    await nextTurn();
    body.leave();
    request.push(Buffer.from('b'));
    request.push(null);
    await expect(pieces).rejects.toThrow('the body was cut');
  });

  it('rejects what is too much for its connection, until bodies before it are done', async () => {
    const connection = {};
    const before = [opened(connection), opened(connection), opened({})] as const;
    for (const [request] of before) request.push(Buffer.alloc(1000));
    await nextTurn();
    const [request, body] = opened(connection);
    request.push(Buffer.alloc(501));
    await expect(piecesOf(body)).rejects.toThrow('the body is too large');
    expect(body.excess).toBe('connection-full');
    for (const [, former] of before) expect(former.excess).toBeUndefined();
    before[0][0].destroy();
    await nextTurn();
    const [next, served] = opened(connection);
    next.push(Buffer.alloc(1000));
    next.push(null);
    expect((await piecesOf(served)).join('').length).toBe(1000);
  });
});
