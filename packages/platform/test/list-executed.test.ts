import { expect, it } from 'vitest';
import { putExecuted } from '../src/transition-result/executed-transition.js';
import { listExecuted } from '../src/transition-result/list-executed.js';
import { onEachEngine } from './engines.js';

const IDENTITY = new Uint8Array(32).fill(7);
const OTHER = new Uint8Array(32).fill(8);
/** The first byte of a batch. */
const BATCH = 2;

onEachEngine((engine) => {
  it('listing the transitions of an identity decodes none that has its own identity in its bytes', async () => {
    const store = await engine.open();
    await store.write(async (view) => {
      for (let at = 0; at < 250; at += 1) {
        const named = at % 50 === 0 ? IDENTITY : OTHER;
        const block = { height: BigInt(at + 1), time: at, coreHeight: 1, epoch: 0 };
        const id = new Uint8Array(32).fill(at);
        // No decoder takes these bytes.
        putExecuted(view, { id, bytes: Uint8Array.of(BATCH, 0xff, ...named), block, fee: 0n });
      }
      await Promise.resolve();
    });
    const list = await store.read((view) => listExecuted(view, { limit: 100, identityId: IDENTITY }));
    expect(list.transitions.map(({ block }) => Number(block.height))).toEqual([201, 151, 101, 51, 1]);
    await store.close();
  });
});
