import { describe, expect, it } from 'vitest';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import { CancellationToken } from './cancellation-token.js';
import { readAnswer } from './rpc-answer.js';

const ID = 7;

const answer = async (
  status: number,
  body: string | undefined,
  token?: CancellationToken,
): Promise<unknown> => {
  return (await readAnswer({ status, text: body }, ID, 'getblockcount', token)).value();
};

const json = (members: object): string => JSON.stringify({ result: null, error: null, id: ID, ...members });

describe('an RPC response', () => {
  it.each([
    ['of a node', json({ result: 5 })],
    ['with a line end', `${json({ result: 5 })}\n`],
    ['of JSON-RPC 2.0, without an error member', '{"jsonrpc":"2.0","id":7,"result":5}'],
  ])('%s is read', async (_, body) => {
    expect(await answer(200, body)).toBe(5);
  });

  it.each([
    [500, -8, 'Block height out of range'],
    [404, -32601, 'Method not found'],
    [400, -32600, 'Timestamp index is disabled'],
    [200, -5, 'Block not found'],
  ])('with an error and HTTP status %d is a rejection', async (status, code, message) => {
    await expect(answer(status, json({ error: { code, message } }))).rejects.toThrow(
      new NodeRejectionError(code, message),
    );
  });

  it('with a null id and an error is a rejection', async () => {
    const body = json({ id: null, error: { code: -32700, message: 'Parse error' } });
    await expect(answer(500, body)).rejects.toThrow(new NodeRejectionError(-32700, 'Parse error'));
  });
});

describe('an invalid RPC response', () => {
  const starting = json({ error: { code: -28, message: 'Loading block index…' } });
  it.each([
    ['wrong password', 401, '', 'unauthorized'],
    ['not on the whitelist', 403, '', 'forbidden'],
    ['a full work queue', 503, 'Work queue depth exceeded', 'overloaded'],
    ['a full work queue of an older node', 500, 'Work queue depth exceeded', 'overloaded'],
    ['shutting down', 503, json({ result: 1 }), 'overloaded'],
    ['too many requests for a proxy', 429, '', 'overloaded'],
    ['a proxy without a node', 502, '<html>', 'bad-gateway'],
    ['a proxy that waited', 504, '', 'timeout'],
    ['starting', 500, starting, 'starting'],
    ['nothing', 200, '', 'unexpected-answer'],
    ['nothing at another path', 404, '', 'unexpected-answer'],
    ['a page', 200, '<html></html>', 'unexpected-answer'],
    ['a page of an error', 500, 'Unhandled request', 'unexpected-answer'],
    ['another method of HTTP', 405, 'JSONRPC server handles only POST requests', 'unexpected-answer'],
    ['a redirection', 302, json({ result: 1 }), 'unexpected-answer'],
    ['half', 200, json({ result: 'x'.repeat(99) }).slice(0, 50), 'unexpected-answer'],
    ['no UTF-8', 200, undefined, 'unexpected-answer'],
    ['a number', 200, '5', 'unexpected-answer'],
    ['null', 200, 'null', 'unexpected-answer'],
    ['a batch', 200, `[${json({ result: 5 })}]`, 'unexpected-answer'],
    ['another id', 200, json({ result: 5, id: 8 }), 'unexpected-answer'],
    ['an id of another type', 200, json({ result: 5, id: '7' }), 'unexpected-answer'],
    ['no id', 200, '{"result":5,"error":null}', 'unexpected-answer'],
    ['null for an id', 200, json({ result: 5, id: null }), 'unexpected-answer'],
    ['no result', 200, '{"error":null,"id":7}', 'unexpected-answer'],
    ['a result twice', 200, '{"result":5,"result":6,"error":null,"id":7}', 'unexpected-answer'],
    [
      'a result and an error',
      500,
      json({ result: 5, error: { code: -1, message: 'no' } }),
      'unexpected-answer',
    ],
    ['an error that is text', 500, json({ error: 'no' }), 'unexpected-answer'],
    ['an error without a code', 500, json({ error: { message: 'no' } }), 'unexpected-answer'],
    ['an error with half a code', 500, json({ error: { code: 0.5, message: 'no' } }), 'unexpected-answer'],
    ['an error without a message', 500, json({ error: { code: -1 } }), 'unexpected-answer'],
  ])('makes the node unavailable: %s', async (_, status, body, reason) => {
    await expect(answer(status, body)).rejects.toMatchObject({ name: 'NodeUnavailableError', reason });
  });
});

describe('a long RPC response', () => {
  const long = json({ result: 'x'.repeat(300_000) });

  it('is decoded in several turns of the event loop', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      turning = setImmediate(count);
    };
    let turning = setImmediate(count);
    expect(await answer(200, long)).toHaveLength(300_000);
    clearImmediate(turning);
    expect(turns).toBeGreaterThan(1);
  });

  it('is abandoned when the call ends', async () => {
    const token = new CancellationToken();
    const answered = answer(200, long, token);
    token.cancel(new NodeUnavailableError('no answer in 5 ms', 'timeout'));
    await expect(answered).rejects.toMatchObject({ reason: 'timeout' });
  });
});
