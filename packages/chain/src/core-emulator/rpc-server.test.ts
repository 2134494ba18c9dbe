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

it('the RPC server hides an unexpected error from the caller and reports it to the operator', async () => {
  expect(await replyTo({ id: 7, method: 'fails' })).toEqual({
    status: 500,
    body: '{"result":null,"error":{"code":-32603,"message":"Internal error"},"id":7}\n',
  });
  expect(errors).toEqual([new Error('secret')]);
});

it('the RPC server returns null for an undefined result', async () => {
  expect(await replyTo({ method: 'answers nothing' })).toEqual({
    status: 200,
    body: '{"result":null,"error":null,"id":null}\n',
  });
  expect(await replyTo({ method: 'rejects' })).toMatchObject({ status: 500 });
});

it.each([
  ['1e400', '1e400'],
  ['1.50', '1.50'],
  ['18446744073709551616', '18446744073709551616'],
  ['12', '12'],
  ['"\\u0000"', '"\\u0000"'],
  ['[{}]', '[{}]'],
])('the RPC server echoes the id %s', async (id, echo) => {
  const call = `{"id" : ${id},"other":{"id":7},"id":"x","method":"answers nothing","last":"id"}`;
  const body = `{"result":null,"error":null,"id":${echo}}`;
  expect(await server.reply(Buffer.from(call))).toEqual({ status: 200, body: `${body}\n` });
  expect(await server.reply(Buffer.from(`[${call}]`))).toEqual({ status: 200, body: `[${body}]\n` });
});

it('the RPC server rejects the rest of a batch once its responses are too long', async () => {
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
