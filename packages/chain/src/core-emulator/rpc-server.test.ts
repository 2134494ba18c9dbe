import { expect, it } from 'vitest';
import { DevChain } from '../devchain/dev-chain.js';
import { NodeRejectionError } from '../layer1/layer1.js';
import type { EmulatorMethod } from './rpc/emulator-method.js';
import { EmulatedNode } from './rpc/emulated-node.js';
import { RpcServer } from './rpc-server.js';
import { RpcTable } from './rpc-table.js';

const errors: unknown[] = [];
const methods = ['fails', 'rejects', 'says much', 'answers nothing'].map((name): EmulatorMethod => ({
  name,
  category: 'Hidden',
  summary: name,
  params: [],
  answer() {
    if (name === 'fails') throw new Error('secret');
    if (name === 'rejects') throw new NodeRejectionError(-8, 'no');
    return name === 'says much' ? 'x'.repeat(30 * 1024 * 1024) : undefined;
  },
}));
const chain = new DevChain({ mining: 'manual' });
const node = new EmulatedNode({
  devChain: chain,
  now: () => 0,
  notifiers: () => [],
  mempoolSequence: () => 1n,
  closing: new AbortController().signal,
});
const server = new RpcServer(new RpcTable(methods), node, (error) => errors.push(error));

const replyTo = (request: unknown) => server.reply(Buffer.from(JSON.stringify(request)));

it('tells nothing of an error that was not foreseen, but to who runs it', async () => {
  expect(await replyTo({ id: 7, method: 'fails' })).toEqual({
    status: 500,
    body: '{"result":null,"error":{"code":-32603,"message":"Internal error"},"id":7}\n',
  });
  expect(errors).toEqual([new Error('secret')]);
});

it('answers null where there is nothing to say', async () => {
  expect(await replyTo({ method: 'answers nothing' })).toEqual({
    status: 200,
    body: '{"result":null,"error":null,"id":null}\n',
  });
  expect(await replyTo({ method: 'rejects' })).toMatchObject({ status: 500 });
});

it.each(['1e400', '{"a":[-1e999]}', '12', '"\\u0000"', '[{}]'])(
  'answers whatever the id is: %s',
  async (id) => {
    const call = `{"id":${id},"method":"answers nothing"}`;
    const body = JSON.stringify({ result: null, error: null, id: JSON.parse(id) });
    expect(await server.reply(Buffer.from(call))).toEqual({ status: 200, body: `${body}\n` });
    expect(await server.reply(Buffer.from(`[${call}]`))).toEqual({ status: 200, body: `[${body}]\n` });
  },
);

it('rejects the rest of a batch once its answers are long enough', async () => {
  const { status, body } = await replyTo([1, 2, 3, 4].map((id) => ({ id, method: 'says much' })));
  expect(status).toBe(200);
  const answers: { id: number; error: { code: number } | null }[] = JSON.parse(body);
  expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
    [4, -32603],
  ]);
});
