import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { ChainBlock } from '../src/chain/block-tree/chain-block.js';
import { EMULATOR_METHODS } from '../src/core-emulator/methods/methods.js';
import { EmulatedNode } from '../src/core-emulator/rpc/emulated-node.js';
import { RpcServer } from '../src/core-emulator/rpc-server.js';
import { RpcTable } from '../src/core-emulator/rpc-table.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { turnsOf } from './turns-of.js';

const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
const node = new EmulatedNode({
  devChain: chain,
  now: () => 0,
  notifiers: () => [],
  mempoolSequence: () => 1n,
  closing: new AbortController().signal,
});
const server = new RpcServer(new RpcTable(EMULATOR_METHODS), node, (error) => {
  throw error;
});
afterAll(() => chain.close());

const send = async (request: unknown): Promise<unknown> => {
  const { body } = await server.reply(Buffer.from(JSON.stringify(request)));
  return JSON.parse(body);
};

describe('the event loop turns while the emulator answers', () => {
  it.each([
    ['payments of blocks', 'masternode', ['payments', '', '-200'], 200],
    ['winners of blocks', 'masternode', ['winners', '200'], 200],
  ])('%s', async (_, method, params, least) => {
    const given = params.map((param) => (param === '' ? chain.tip().hash : param));
    const { result, turns } = await turnsOf(send({ id: 1, method, params: given }));
    expect(result).toMatchObject({ error: null });
    expect(turns).toBeGreaterThanOrEqual(least - 2);
  });

  it('the quorums of a masternode', async () => {
    chain.quorums.form();
    chain.quorums.form();
    const quorums = Object.values(await listQuorums(100)).flat();
    const [{ proTxHash } = { proTxHash: '' }] = chain.masternodes.list();
    const { result, turns } = await turnsOf(
      send({ id: 1, method: 'quorum', params: ['memberof', proTxHash, 100] }),
    );
    expect(result).toMatchObject({ error: null });
    expect(quorums.length).toBeGreaterThan(1);
    expect(turns).toBeGreaterThanOrEqual(quorums.length - 2);
  });

  it('the calls of a batch', async () => {
    const calls = Array.from({ length: 100 }, (_, id) => ({ id, method: 'getblockcount', params: [] }));
    const { result, turns } = await turnsOf(send(calls));
    expect(result).toHaveLength(100);
    expect(turns).toBeGreaterThanOrEqual(98);
  });
});

describe('a chain that is reorganised while the emulator answers', () => {
  it('is answered as it was at the start for the quorums of a masternode', async () => {
    chain.quorums.form();
    chain.quorums.form();
    const [{ proTxHash } = { proTxHash: '' }] = chain.masternodes.list();
    const { before, meanwhile, after } = await answers('quorum', ['memberof', proTxHash, 100]);
    expect(meanwhile).toEqual(before);
    expect(after).not.toEqual(before);
  });

  it('is answered as it was at the start for the payments of blocks', async () => {
    const { tip } = node.chain;
    const first = node.chain.blockAt(tip.height - 90)?.hash;
    const { before, meanwhile, after } = await answers('masternode', ['payments', first, 200]);
    expect(meanwhile).toEqual(before);
    expect(after).not.toEqual(before);
  });
});

describe('the block of a branch at a height', () => {
  it('is found below, in and above a branch that the best chain has left', () => {
    const { tip } = node.chain;
    const blocks: ChainBlock[] = [];
    for (let at: ChainBlock | undefined = tip; at !== undefined; at = at.previous) blocks.unshift(at);
    chain.reorganise(5);
    expect(node.chain.isInBestChain(tip)).toBe(false);
    for (const block of blocks) expect(node.chain.ancestorOf(tip, block.height) === block).toBe(true);
    for (const height of [-1, tip.height + 1]) expect(node.chain.ancestorOf(tip, height)).toBeUndefined();
  });
});

/** The answers to a call before a reorganisation, while the chain is reorganised, and after it. */
async function answers(
  method: string,
  params: readonly unknown[],
): Promise<Record<'before' | 'meanwhile' | 'after', unknown>> {
  const request = { id: 1, method, params };
  const before = await send(request);
  const answer = send(request);
  await nextTurn();
  await nextTurn();
  chain.reorganise(60);
  return { before, meanwhile: await answer, after: await send(request) };
}

async function listQuorums(count: number): Promise<Record<string, readonly string[]>> {
  const request = { id: 1, method: 'quorum', params: ['list', count] };
  const { body } = await server.reply(Buffer.from(JSON.stringify(request)));
  const { result }: { result: Record<string, readonly string[]> } = JSON.parse(body);
  return result;
}
