import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import { openBalance } from '../src/state/identity/credits.js';
import { findTokenAccount, setFrozen } from '../src/state/token/token-account.js';
import {
  burnTokens,
  findToken,
  mintTokens,
  moveTokens,
  registerToken,
  setPaused,
} from '../src/state/token/token-store.js';
import type { Store } from '../src/store/store.js';
import { idBytesOf } from './contest-play.js';
import { onEachEngine } from './engines.js';
import { CONTRACT } from '../../proof/test/sample-contract.js';

const TOKEN = bytesOf('2NVxDTMYbhWxcMBUCCdJ4W5hJ2BYnhLhz2m9SeoibyCp');
const NAMES = ['owner', 'A', 'B'];

async function registered(store: Store, changes: object = {}): Promise<void> {
  await store.write(async (view) => {
    for (const name of NAMES) openBalance(view, idBytesOf(name), 0n);
    const id = registerToken(view, {
      contractId: bytesOf(CONTRACT),
      position: 0,
      baseSupply: 1000n,
      recipientId: idBytesOf('owner'),
      ...changes,
    });
    expect(id).toEqual(TOKEN);
  });
}

const transfer = async (store: Store, from: string, to: string, amount: bigint): Promise<void> =>
  store.write(async (view) =>
    moveTokens(view, { tokenId: TOKEN, senderId: idBytesOf(from), recipientId: idBytesOf(to), amount }),
  );
const balanceOf = async (store: Store, name: string): Promise<bigint> =>
  store.read(async (view) => (await findTokenAccount(view, TOKEN, idBytesOf(name))).balance);

onEachEngine(({ open }) => {
  it('the token store gives the base supply to the owner, transfers and burns', async () => {
    const store = await open();
    await registered(store);
    await transfer(store, 'owner', 'A', 400n);
    await store.write(async (view) =>
      burnTokens(view, { tokenId: TOKEN, identityId: idBytesOf('A'), amount: 150n }),
    );
    expect([await balanceOf(store, 'owner'), await balanceOf(store, 'A')]).toEqual([600n, 250n]);
    expect(await store.read(async (view) => findToken(view, TOKEN))).toMatchObject({
      totalSupply: 850n,
      isPaused: false,
    });
  });

  it('rejects what changes nothing, and tokens that are not there', async () => {
    const store = await open();
    await registered(store);
    const freeze = async (isFrozen: boolean) =>
      store.write(async (view) => setFrozen(view, { tokenId: TOKEN, identityId: idBytesOf('A'), isFrozen }));
    const pause = async (isPaused: boolean) => store.write(async (view) => setPaused(view, TOKEN, isPaused));
    await expect(freeze(false)).rejects.toMatchObject({ code: 40703 });
    await freeze(true);
    await expect(freeze(true)).rejects.toMatchObject({ code: 40712 });
    // No status is stored yet.
    await pause(false);
    await expect(pause(false)).rejects.toMatchObject({ code: 40714 });
    await pause(true);
    await expect(pause(true)).rejects.toMatchObject({ code: 40713 });
    await expect(transfer(store, 'owner', 'A', 1001n)).rejects.toMatchObject({ code: 40700 });
    const burn = { tokenId: idBytesOf('no token'), identityId: idBytesOf('A'), amount: 1n };
    await expect(store.write(async (view) => burnTokens(view, burn))).rejects.toMatchObject({ code: 10450 });
  });

  it('has at most 2^63 - 1 tokens', async () => {
    const store = await open();
    await registered(store);
    const all = { tokenId: TOKEN, identityId: idBytesOf('A'), amount: 2n ** 63n - 1n };
    await expect(store.write(async (view) => mintTokens(view, all))).rejects.toThrow(/exceed 2\^63 - 1/);
    const more = { ...all, amount: 2n ** 63n };
    await expect(store.write(async (view) => mintTokens(view, more, true))).rejects.toThrow(
      /exceed 2\^63 - 1/,
    );
    await store.write(async (view) => mintTokens(view, all, true));
    expect(await balanceOf(store, 'A')).toBe(2n ** 63n - 1001n);
  });

  it('the token store keeps the supply equal to the sum of all accounts', async () => {
    const store = await open();
    await registered(store);
    const name = fc.constantFrom(...NAMES);
    const amount = fc.bigInt({ min: 0n, max: 700n });
    const step = fc.record({
      kind: fc.constantFrom('mint', 'move', 'burn'),
      from: name,
      to: name,
      amount,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        for (const { kind, from, to, amount } of steps) {
          const done = store.write(async (view) => {
            const move = { tokenId: TOKEN, senderId: idBytesOf(from), recipientId: idBytesOf(to), amount };
            if (kind === 'burn')
              await burnTokens(view, { tokenId: TOKEN, identityId: idBytesOf(from), amount: amount / 20n });
            else if (kind === 'move') await moveTokens(view, move);
            else await mintTokens(view, { tokenId: TOKEN, identityId: idBytesOf(to), amount });
          });
          await done.catch((error: unknown) => assert(error instanceof ConsensusError));
        }
        const balances = await Promise.all(NAMES.map(async (name) => balanceOf(store, name)));
        const token = await store.read(async (view) => findToken(view, TOKEN));
        expect(balances.every((balance) => balance >= 0n)).toBe(true);
        expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(token?.totalSupply);
      }),
      { numRuns: 15 },
    );
  });
});
