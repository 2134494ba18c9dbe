import { expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { createClock } from '../src/state/chain/clock.js';
import { OPERATIONS_RANGE, TREE_TIP_KEY } from '../src/state/keys/tree-keys.js';
import { isTreeComplete } from '../src/trees/state-tree/state-tree.js';
import { TreeApplier } from '../src/trees/state-tree/tree-applier.js';
import { onEachEngine } from './engines.js';
import { signer } from './quorum-signer.js';

const rootOf = async (platform: Platform): Promise<string> =>
  platform.readProvenState(async ({ proofs }) =>
    Promise.resolve(Buffer.from(proofs.rootHash).toString('hex')),
  );

onEachEngine((engine) => {
  it('brings the trees up to date while no blocks are made, with the same root', async () => {
    const [store, other] = [await engine.open(), await engine.open()];
    const clock = createClock({ time: 1_700_000_000_000, frozen: true });
    const eager = await createPlatform({ store, signer, clock, idleTreeDelay: 1 });
    const lazy = await createPlatform({ store: other, signer, clock });
    for (const platform of [eager, lazy]) {
      await rootOf(platform);
      for (let number = 0; number < 70; number += 1) await platform.createIdentity({ seed: `${number}` });
    }
    expect(await other.read(isTreeComplete)).toBe(false);
    await expect.poll(async () => store.read(isTreeComplete), { timeout: 30_000 }).toBe(true);
    expect(await rootOf(eager)).toBe(await rootOf(lazy));
    await eager.createIdentity({ seed: 'last' });
    await eager.close();
    await lazy.close();
  });

  it('applies blocks while others are made once the trees are many behind', async () => {
    const store = await engine.open();
    const clock = createClock({ time: 1_700_000_000_000, frozen: true });
    const platform = await createPlatform({ store, signer, clock });
    await rootOf(platform);
    const recorded = async (): Promise<number> =>
      store.read(async (view) => (await view.scan(OPERATIONS_RANGE)).length);
    for (let first = 0; first < 300; first += 50)
      await Promise.all(
        Array.from({ length: 50 }, async (_, at) => platform.createIdentity({ seed: `${first + at}` })),
      );
    await expect.poll(recorded, { timeout: 60_000 }).toBeLessThan(200);
    await platform.close();
  });

  it('leaves trees of another version to be rebuilt', async () => {
    const store = await engine.open();
    const clock = createClock({ time: 1_700_000_000_000, frozen: true });
    const platform = await createPlatform({ store, signer, clock });
    await rootOf(platform);
    await platform.createIdentity({ seed: 'one' });
    const outdated = await store.write(async (view) => {
      const tip = Uint8Array.from((await view.get(TREE_TIP_KEY)) ?? []);
      tip[0] = 1;
      view.put(TREE_TIP_KEY, tip);
      return tip;
    });
    await new TreeApplier(store).apply();
    expect(await store.read(isTreeComplete)).toBe(false);
    const found = await store.read(async (view) => view.get(TREE_TIP_KEY));
    expect(Uint8Array.from(found ?? [])).toEqual(outdated);
    await rootOf(platform);
    expect(await store.read(isTreeComplete)).toBe(true);
    await platform.close();
  });
});
