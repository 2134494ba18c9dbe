// Has a process of its own: it sets fake timers and clocks, of which other files have some left.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { emptyTree, type GroveOperation } from '@dapikit/proof/prover';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPlatform } from '../src/api/platform.js';
import { createClock } from '../src/state/chain/clock.js';
import { operationsKey, TREE_SPACES } from '../src/state/keys/tree-keys.js';
import { BackgroundTrees } from '../src/trees/state-tree/background-trees.js';
import { encodeOperations } from '../src/trees/state-tree/operation-list.js';
import { isTreeComplete } from '../src/trees/state-tree/state-tree.js';
import { TreeApplier } from '../src/trees/state-tree/tree-applier.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import type { Store } from '../src/store/store.js';
import { notedStore, withTurns } from './noted-store.js';
import { T0 } from './platform-fixture.js';
import { signer } from './quorum-signer.js';

/** Opens a store that has trees. */
async function storeWithTrees(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-applier-'));
  const store = openLmdbStore({ path: join(folder, 'state') });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const platform = await createPlatform({ store, signer, clock: createClock({ time: T0, frozen: true }) });
  await platform.readProvenState(async () => Promise.resolve());
  return store;
}

const TOP = Uint8Array.of(250);
const LAYERS = 100;

const tree = (path: Uint8Array[], key: Uint8Array): GroveOperation => ({
  type: 'putTree',
  path,
  key,
  element: emptyTree('normal'),
  isKept: true,
});

/** Operations on many layers, as a block of many documents has them. */
function operationsOfBlock(block: number, perLayer: number): GroveOperation[] {
  return [
    tree([], TOP),
    ...Array.from({ length: LAYERS }, (_, layer) => tree([TOP], Uint8Array.of(layer))),
    ...Array.from({ length: LAYERS * perLayer }, (_, at): GroveOperation => {
      const element = { type: 'item', value: Uint8Array.of(block), flags: undefined } as const;
      const key = Uint8Array.of(block, Math.floor(at / LAYERS));
      return { type: 'put', path: [TOP, Uint8Array.of(at % LAYERS)], key, element };
    }),
  ];
}

/** Records blocks as if they had been made. */
const recordBlocks = async (store: Store, blocks: readonly number[], perLayer: number): Promise<void> =>
  store.write(async (view) => {
    for (const block of blocks)
      view.put(operationsKey(BigInt(block)), encodeOperations(operationsOfBlock(block, perLayer)));
    return Promise.resolve();
  });

interface Access {
  readonly access: string;
  readonly turn: number;
}

describe('trees of full blocks', () => {
  it('turns the event loop between blocks and their operations, in writes of a bounded size', async () => {
    const store = await storeWithTrees();
    await recordBlocks(store, [1, 2, 3, 4, 5, 6, 7, 8], 9);
    let now = 0;
    // Each step takes longer than a slice.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    onTestFinished(() => clock.mockRestore());
    const accesses: Access[] = [];
    await withTurns(async (turn) => {
      const noted = notedStore(store, (access) => accesses.push({ access, turn: turn() }));
      await new TreeApplier(noted).apply();
    });
    expect(await store.read(isTreeComplete)).toBe(true);

    const indexOf = (name: string, from = 0): number =>
      accesses.findIndex(({ access }, at) => at >= from && access === name);
    const turnAt = (at: number): number => accesses[at]?.turn ?? NaN;
    const deleted = indexOf('delete');
    const scanned = accesses.findLastIndex(({ access }, at) => at < deleted && access === 'scan');
    const opened = indexOf('get', scanned);
    const loaded = accesses.findLastIndex(({ access }, at) => at < deleted && access === 'getMany');
    const stored = indexOf('put', deleted);
    const inFirstWrite = accesses.slice(deleted, stored).filter(({ access }) => access === 'delete').length;
    expect(inFirstWrite).toBe(5);
    expect(turnAt(opened) - turnAt(scanned)).toBeGreaterThanOrEqual(inFirstWrite - 1);
    expect(turnAt(deleted) - turnAt(loaded)).toBeGreaterThan((inFirstWrite * LAYERS * 9) / 128);
    expect(accesses.slice(stored).filter(({ access }) => access === 'delete').length).toBeGreaterThanOrEqual(
      3,
    );
  });
});

/** Counts the nodes that are read since they were counted before. */
function nodeReads(store: Store): { readonly trees: TreeApplier; readonly taken: () => number } {
  let reads = 0;
  const noted = notedStore(store, (access, [keys]) => {
    if (access === 'getMany' && Array.isArray(keys))
      for (const key of keys) if (key instanceof Uint8Array && key[0] === TREE_SPACES.nodes) reads += 1;
  });
  const taken = (): number => {
    const count = reads;
    reads = 0;
    return count;
  };
  return { trees: new TreeApplier(noted), taken };
}

describe('loaded nodes', () => {
  it('are released after a pause', async () => {
    const store = await storeWithTrees();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { trees, taken } = nodeReads(store);
    const readsOf = async (block: number): Promise<number> => {
      await recordBlocks(store, [block], 1);
      await trees.apply();
      return taken();
    };
    expect(await readsOf(1)).toBeGreaterThan(0);
    vi.advanceTimersByTime(20_000);
    expect(await readsOf(2)).toBe(0);
    vi.advanceTimersByTime(20_000);
    expect(await readsOf(3)).toBe(0);
    vi.advanceTimersByTime(30_000);
    expect(await readsOf(4)).toBeGreaterThan(0);
  });

  it('are released after a number of operations, however few blocks have them', async () => {
    const store = await storeWithTrees();
    const { trees, taken } = nodeReads(store);
    for (const block of [1, 2, 3, 4, 5]) {
      await recordBlocks(store, [block], 40);
      await trees.apply();
      expect(taken() > 0).toBe(block === 1);
    }
    await recordBlocks(store, [6], 1);
    await trees.apply();
    expect(taken()).toBeGreaterThan(0);
  });
});

describe('an error of the trees', () => {
  it('is met again only after many more blocks', async () => {
    let attempts = 0;
    const fail = async (): Promise<never> => {
      attempts += 1;
      return Promise.reject(new Error('damaged'));
    };
    const background = new BackgroundTrees(
      new TreeApplier({ name: 'a store', read: fail, write: fail, close: async () => Promise.resolve() }),
      undefined,
    );
    const noteBlocks = async (count: number): Promise<void> => {
      for (let made = 0; made < count; made += 1) {
        background.noteBlock();
        await nextTurn();
      }
    };
    await noteBlocks(255);
    expect(attempts).toBe(0);
    await noteBlocks(1);
    expect(attempts).toBe(1);
    await noteBlocks(255);
    expect(attempts).toBe(1);
    await noteBlocks(1);
    expect(attempts).toBe(2);
    await background.close();
  });
});
