import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeChain } from '../../../test/fake-chain.js';
import { NodeRejectionError, type BlockEvent } from '../../layer1/layer1.js';
import { BestChain, type ChainSource } from './best-chain.js';
import { linkedBlock, RecentBlocks } from './linked-block.js';
import { RpcResult } from './rpc-result.js';

const hashOf = (number: number): string => number.toString(16).padStart(64, '0');
const GENESIS = hashOf(0);

function sourceOf(chain: FakeChain): ChainSource {
  const ask = async (method: string, param: unknown): Promise<RpcResult> => {
    const answer = chain.answer({ method, params: [param] });
    if ('error' in answer) throw new NodeRejectionError(answer.error.code, answer.error.message);
    return new RpcResult('result' in answer ? answer.result : undefined, method);
  };
  return {
    block: async (hash) => linkedBlock(await ask('getblockheader', hash)),
    hashAt: async (height) => (await ask('getblockhash', height)).hash(),
  };
}

async function follow(best: BestChain, tip: string): Promise<BlockEvent[]> {
  const events = [];
  while (best.tip?.hash !== tip) events.push(...(await best.stepTowards(tip)));
  return events;
}

describe('BestChain', () => {
  it('emits the path between any two tips of any block tree', async () => {
    const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(parents, fc.array(fc.nat(), { maxLength: 20 }), async (tree, visits) => {
        const chain = new FakeChain(GENESIS);
        tree.forEach((parent, index) => chain.add(hashOf(index + 1), hashOf(parent % (index + 1))));
        const best = new BestChain(sourceOf(chain), new RecentBlocks());
        const told = chain.best();
        await best.stepTowards(chain.tip);
        for (const visit of visits) {
          chain.tip = hashOf(visit % (tree.length + 1));
          const events = await follow(best, chain.tip);
          for (const { kind, hash, height } of events) {
            const changed = kind === 'connected' ? told[told.push(hash) - 1] : told.pop();
            expect(changed).toBe(hash);
            expect(height).toBe(chain.block(hash).height);
          }
          expect(told).toEqual(chain.best());
          // Nothing is told that did not change.
          expect(new Set(events.map(({ hash }) => hash)).size).toBe(events.length);
        }
      }),
    );
  });

  it('follows a long path in bounded steps', async () => {
    const chain = new FakeChain(GENESIS);
    const best = new BestChain(sourceOf(chain), new RecentBlocks());
    await best.stepTowards(GENESIS);
    for (let number = 1; number <= 1_234; number += 1) chain.add(hashOf(number));
    const steps = [];
    const told = [];
    while (best.tip?.hash !== chain.tip) {
      const events = await best.stepTowards(chain.tip);
      steps.push(events.length);
      told.push(...events.map(({ hash }) => hash));
    }
    expect(steps).toEqual([500, 500, 234]);
    expect(told).toEqual(chain.best().slice(1));
  });

  it('emits the blocks disconnected by a node that lost its last blocks', async () => {
    const chain = new FakeChain(GENESIS);
    const best = new BestChain(sourceOf(chain), new RecentBlocks());
    await best.stepTowards(GENESIS);
    for (const number of [1, 2, 3]) await follow(best, chain.add(hashOf(number)));
    chain.forget(hashOf(2));
    chain.forget(hashOf(3));
    chain.tip = hashOf(1);
    expect(await follow(best, chain.tip)).toEqual([
      { kind: 'disconnected', hash: hashOf(3), height: 3 },
      { kind: 'disconnected', hash: hashOf(2), height: 2 },
    ]);
  });

  it('emits "replaced" when the node returns with another genesis block', async () => {
    let chain = new FakeChain(GENESIS);
    const source: ChainSource = {
      block: (hash) => sourceOf(chain).block(hash),
      hashAt: (height) => sourceOf(chain).hashAt(height),
    };
    const best = new BestChain(source, new RecentBlocks());
    await best.stepTowards(chain.add(hashOf(1)));
    chain = new FakeChain(hashOf(100));
    chain.add(hashOf(101));
    expect(await best.stepTowards(chain.tip)).toEqual([{ kind: 'replaced', hash: hashOf(101), height: 1 }]);
    expect(best.tip).toMatchObject({ hash: hashOf(101) });
  });

  it('emits "replaced" when the node lost blocks that were never seen', async () => {
    const chain = new FakeChain(GENESIS);
    for (const number of [1, 2, 3]) chain.add(hashOf(number));
    const best = new BestChain(sourceOf(chain), new RecentBlocks());
    await best.stepTowards(chain.tip);
    for (const number of [1, 2, 3]) chain.forget(hashOf(number));
    const other = chain.add(hashOf(11), GENESIS);
    expect(await best.stepTowards(other)).toEqual([{ kind: 'replaced', hash: other, height: 1 }]);
    expect(await follow(best, chain.add(hashOf(12)))).toEqual([
      { kind: 'connected', hash: hashOf(12), height: 2 },
    ]);
  });

  it('emits "replaced" when more blocks are disconnected than it remembers', async () => {
    const chain = new FakeChain(GENESIS);
    const best = new BestChain(sourceOf(chain), new RecentBlocks());
    for (let number = 1; number <= 600; number += 1) chain.add(hashOf(number));
    await best.stepTowards(chain.tip);
    expect(await best.stepTowards(hashOf(1))).toEqual([{ kind: 'replaced', hash: hashOf(1), height: 1 }]);
  });

  it('changes nothing when the node fails on the way', async () => {
    const chain = new FakeChain(GENESIS);
    const source = sourceOf(chain);
    let calls = 0;
    const failing: ChainSource = {
      ...source,
      block: (hash) => ((calls += 1) === 3 ? Promise.reject(new Error('away')) : source.block(hash)),
    };
    const best = new BestChain(failing, new RecentBlocks());
    await best.stepTowards(GENESIS);
    for (const number of [1, 2, 3]) chain.add(hashOf(number));
    await expect(best.stepTowards(chain.tip)).rejects.toThrow('away');
    expect(best.tip).toMatchObject({ height: 0 });
    expect((await best.stepTowards(chain.tip)).map(({ height }) => height)).toEqual([1, 2, 3]);
  });

  it.each([
    ['another block', { hash: hashOf(5), height: 1, previousblockhash: GENESIS }],
    ['a wrong height', { hash: hashOf(1), height: 9, previousblockhash: GENESIS }],
  ])('rejects a header of %s', async (_, result) => {
    const source = sourceOf(new FakeChain(GENESIS));
    const best = new BestChain(
      {
        ...source,
        block: async (hash) =>
          hash === GENESIS ? source.block(hash) : linkedBlock(new RpcResult(result, 'getblockheader')),
      },
      new RecentBlocks(),
    );
    await best.stepTowards(GENESIS);
    await expect(best.stepTowards(hashOf(1))).rejects.toMatchObject({ reason: 'unexpected-answer' });
  });
});
