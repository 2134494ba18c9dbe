import { expect, it } from 'vitest';
import { putExecuted } from '../src/state/transition-result/executed-transition.js';
import { listExecuted } from '../src/state/transition-result/list-executed.js';
import type { Store } from '../src/store/store.js';
import { onEachEngine } from './engines.js';

const id = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const [ALICE, BOB, CAROL] = [id(101), id(102), id(103)];

/** Reads all pages; returns the number of each transition, by pages. */
const pagesOf = async (store: Store, limit: number, identityId?: Uint8Array): Promise<number[][]> => {
  const pages: number[][] = [];
  let beforeHeight: bigint | undefined;
  do {
    const list = await store.read((view) => listExecuted(view, { limit, beforeHeight, identityId }));
    pages.push(list.transitions.map(({ bytes }) => bytes[0] ?? -1));
    beforeHeight = list.nextBeforeHeight;
  } while (beforeHeight !== undefined);
  return pages;
};

onEachEngine((engine) => {
  /** Stores transitions in blocks of a size: all name Alice, the first one and each third after it Bob as well. */
  const openWith = async (count: number, perBlock: number): Promise<Store> => {
    const store = await engine.open();
    await store.write(async (view) => {
      for (let at = 0; at < count; at += 1) {
        const block = { height: BigInt(Math.floor(at / perBlock) + 1), time: at, coreHeight: 1, epoch: 0 };
        const executed = { id: id(at), bytes: Uint8Array.of(at), block, position: at % perBlock, fee: 0n };
        putExecuted(view, executed, at % 3 === 0 ? [ALICE, BOB] : [ALICE]);
      }
      await Promise.resolve();
    });
    return store;
  };
  it('lists the transitions of an identity by their index, however many others there are', async () => {
    const store = await openWith(9, 1);
    let reads = 0;
    const list = await store.read((view) =>
      listExecuted(
        {
          get: async (key) => view.get(key),
          scan: async (range) => view.scan(range),
          getMany: async (keys) => {
            reads += keys.length;
            return view.getMany(keys);
          },
        },
        { limit: 100, identityId: BOB },
      ),
    );
    expect(list.transitions.map(({ bytes }) => bytes[0])).toEqual([6, 3, 0]);
    expect(reads).toBe(3);
    expect(await pagesOf(store, 100, CAROL)).toEqual([[]]);
    await store.close();
  });

  it('pages end with a block, and none is empty but that of nothing', async () => {
    const store = await openWith(8, 2);
    expect(await pagesOf(store, 1)).toEqual([
      [7, 6],
      [5, 4],
      [3, 2],
      [1, 0],
    ]);
    expect(await pagesOf(store, 3, ALICE)).toEqual([
      [7, 6, 5, 4],
      [3, 2, 1, 0],
    ]);
    expect(await pagesOf(store, 2, BOB)).toEqual([[6, 3], [0]]);
    expect(await pagesOf(store, 8)).toEqual([[7, 6, 5, 4, 3, 2, 1, 0]]);
    await store.close();
  });
});
