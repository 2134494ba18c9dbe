import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DevChain } from '../src/devchain/dev-chain.js';
import { reasonOf, transfer } from './dev-chain-state.js';
import { turnsOf } from './turns-of.js';

const manual = (): DevChain => new DevChain({ mining: 'manual' });

describe('DevChain.mineInTurns and reorganiseInTurns', () => {
  it('mines the same blocks as mine, with a turn between two', async () => {
    const expected = manual().mine(20);
    const { result, turns } = await turnsOf(manual().mineInTurns(20));
    expect(result).toEqual(expected);
    expect(turns).toBe(18);
  });

  it('mines on the tip left by other work', async () => {
    const chain = manual();
    const mined = chain.mineInTurns(2);
    const [between] = chain.mine(1);
    const [first, last] = await mined;
    const hashes = await Promise.all([521, 522, 523].map(async (height) => chain.blockHash(height)));
    expect(hashes).toEqual([first, between, last]);
  });

  it('rejects the same arguments as mine', async () => {
    await expect(manual().mineInTurns(-1)).rejects.toMatchObject({ reason: 'invalid-count' });
    await expect(manual().reorganiseInTurns(0)).rejects.toMatchObject({ reason: 'invalid-depth' });
  });

  it('reorganises to the same chain as reorganise', async () => {
    const chain = manual();
    const { result, turns } = await turnsOf(chain.reorganiseInTurns(20));
    expect(result).toEqual(manual().reorganise(20));
    // One for each block that goes, and one between two of those that come.
    expect(turns).toBeGreaterThanOrEqual(20 + 19);
  });
});

/** Two chains of 20 more blocks, one of which has a transaction, and the block below these. */
async function twoChains() {
  const chains = [manual(), manual()] as const;
  for (const chain of chains) {
    await chain.sendTransaction(transfer(chain, 0, 1));
    chain.mine(20);
  }
  const first = await chains[0].blockHash(chains[0].tip().height - 19);
  return { atOnce: chains[0], inTurns: chains[1], first };
}

/** The heights of the tips that others see while a change is made in turns, and the turns. */
async function watching(chain: DevChain, change: Promise<unknown>) {
  const tips = new Set<number>();
  const events: string[] = [];
  const stop = chain.watchBlocks(({ kind, height }) => events.push(`${kind} ${height}`));
  const { turns } = await turnsOf(
    (async () => {
      const state = { isDone: false };
      void change.finally(() => {
        state.isDone = true;
      });
      while (!state.isDone) {
        tips.add(chain.tip().height);
        await nextTurn();
      }
    })(),
  );
  stop();
  await change;
  return { tips, turns, events };
}

describe('changes of the best chain in turns', () => {
  it('invalidate like invalidate, in one turn per block, without intermediate tips', async () => {
    const { atOnce, inTurns, first } = await twoChains();
    const before = atOnce.tip().height;
    atOnce.invalidate(first);
    const { tips, turns, events } = await watching(inTurns, inTurns.invalidateInTurns(first));
    expect(inTurns.dump()).toEqual(atOnce.dump());
    expect(inTurns.mempool()).toHaveLength(1);
    expect(turns).toBeGreaterThanOrEqual(20);
    expect(tips).toEqual(new Set([before]));
    expect(events).toEqual(Array.from({ length: 20 }, (_, index) => `disconnected ${before - index}`));
  });

  it('reconsider like reconsider', async () => {
    const { atOnce, inTurns, first } = await twoChains();
    const tip = atOnce.tip();
    for (const chain of [atOnce, inTurns]) chain.invalidate(first);
    atOnce.reconsider(first);
    const { tips, turns } = await watching(inTurns, inTurns.reconsiderInTurns(first));
    expect(inTurns.tip()).toEqual(tip);
    expect(inTurns.dump()).toEqual(atOnce.dump());
    expect(turns).toBeGreaterThanOrEqual(20);
    expect(tips).toEqual(new Set([tip.height - 20]));
  });

  it('revert like revert', async () => {
    const { atOnce, inTurns } = await twoChains();
    const tip = atOnce.tip();
    const ids = [atOnce, inTurns].map((chain) => chain.snapshot());
    for (const chain of [atOnce, inTurns]) chain.mine(20);
    atOnce.revert(ids[0]!);
    const { tips, turns } = await watching(inTurns, inTurns.revertInTurns(ids[1]!));
    expect(inTurns.tip()).toEqual(tip);
    expect(inTurns.dump()).toEqual(atOnce.dump());
    expect(turns).toBeGreaterThanOrEqual(20);
    expect(tips).toEqual(new Set([tip.height + 20]));
  });

  it('include changes of other work made meanwhile', async () => {
    const { inTurns, first } = await twoChains();
    const below = inTurns.tip().height - 20;
    const changed = inTurns.invalidateInTurns(first);
    await nextTurn();
    const txid = await inTurns.sendTransaction(transfer(inTurns, 2, 3));
    inTurns.mine(1);
    await changed;
    expect(inTurns.tip().height).toBe(below);
    expect(inTurns.mempool()).toContain(txid);
  });

  it('finish in one turn if other work does not stop', async () => {
    const { inTurns, first } = await twoChains();
    const below = inTurns.tip().height - 20;
    const state = { isDone: false };
    const changed = inTurns.invalidateInTurns(first).finally(() => {
      state.isDone = true;
    });
    let mined = 0;
    while (!state.isDone) {
      await nextTurn();
      if (!state.isDone) inTurns.mine(1);
      mined += 1;
    }
    await changed;
    expect(mined).toBeGreaterThan(60);
    expect(inTurns.tip().height).toBe(below);
  });

  it('are rejected like at once, without changes', async () => {
    const chain = manual();
    const before = chain.dump();
    await expect(chain.invalidateInTurns('00'.repeat(32))).rejects.toMatchObject({ reason: 'unknown-block' });
    await expect(chain.reconsiderInTurns('00'.repeat(32))).rejects.toMatchObject({ reason: 'unknown-block' });
    await expect(chain.revertInTurns(7)).rejects.toMatchObject({ reason: 'unknown-snapshot' });
    expect(chain.dump()).toEqual(before);
  });
});

describe('dumps in turns', () => {
  it('contain the state at the call', async () => {
    const chain = manual();
    await chain.sendTransaction(transfer(chain, 0, 1));
    const expected = chain.dump();
    const { result, turns } = await turnsOf(
      (async () => {
        const dumped = chain.dumpInTurns();
        chain.mine(1);
        return dumped;
      })(),
    );
    expect(result).toEqual(expected);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('are loaded in one turn per block and change the chain at once', async () => {
    const source = manual();
    source.mine(20);
    await source.sendTransaction(transfer(source, 0, 1));
    const chain = manual();
    const tips = new Set<number>();
    const watch = setInterval(() => tips.add(chain.tip().height), 0);
    const { turns } = await turnsOf(chain.loadInTurns(source.dump()));
    clearInterval(watch);
    expect(turns).toBeGreaterThanOrEqual(20);
    expect(tips.has(521)).toBe(false);
    expect(chain.tip()).toEqual(source.tip());
    expect(chain.mempool()).toEqual(source.mempool());
    expect(Buffer.compare(chain.dump(), source.dump())).toBe(0);
  });

  it('are rejected like load, without changes', async () => {
    const source = manual();
    source.mine(1);
    const cut = source.dump().subarray(0, -1);
    const chain = manual();
    const before = chain.dump();
    expect(reasonOf(() => chain.load(cut))).toBe('dump-corrupted');
    await expect(chain.loadInTurns(cut)).rejects.toMatchObject({ reason: 'dump-corrupted' });
    await expect(chain.loadInTurns(Uint8Array.of(1))).rejects.toMatchObject({
      reason: 'dump-not-recognised',
    });
    expect(chain.dump()).toEqual(before);
  });
});
