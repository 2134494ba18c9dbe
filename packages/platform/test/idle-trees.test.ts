import { nobleSignatures } from '@dapikit/protocol';
import { expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { createClock } from '../src/chain/clock.js';
import { isTreeComplete } from '../src/state-tree/state-tree.js';
import { onEachEngine } from './engines.js';

const signer = () => ({
  quorumType: 106,
  quorumHash: new Uint8Array(32).fill(9),
  sign: (digest: Uint8Array) => nobleSignatures.signBls(digest, new Uint8Array(32).fill(7)),
});

const rootOf = async (platform: Platform): Promise<string> =>
  platform.readProvenState(async ({ proofs }) =>
    Promise.resolve(Buffer.from(proofs.rootHash).toString('hex')),
  );

onEachEngine((engine) => {
  it(
    'brings the trees up to date while no blocks are made, with the same root',
    { timeout: 120_000 },
    async () => {
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
    },
  );
});
