import { expect, it } from 'vitest';
import { identifierText } from '../src/bytes/identifier.js';
import { storedForm } from '../src/bytes/stored-value.js';
import { findTokenAccount } from '../src/token/token-account.js';
import { tokenId } from '../src/token/token-id.js';
import { accountKey, tokenKey } from '../src/token/token-keys.js';
import { requireToken } from '../src/token/token-store.js';
import { upgradeTokens } from '../src/token/upgrade-tokens.js';
import { onEachEngine } from './engines.js';

const idOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const [CONTRACT, ANN, BOB] = [idOf(1), idOf(2), idOf(3)];
const TOKEN = tokenId(CONTRACT, 0);

onEachEngine(({ open }) => {
  it('brings tokens and frozen accounts of the first stores to the current layout, once', async () => {
    const store = await open();
    await store.write(async (view) => {
      const ids = { id: identifierText(TOKEN), contractId: identifierText(CONTRACT) };
      const token = { ...ids, position: 0, totalSupply: 30n, isPaused: true };
      view.put(tokenKey(TOKEN), storedForm().toBytes({ ...token, allowTransferToFrozenBalance: true }));
      const account = (id: Uint8Array): Uint8Array => accountKey('tokenBalances', TOKEN, id);
      view.put(account(ANN), storedForm().toBytes({ balance: 10n, isFrozen: false }));
      view.put(account(BOB), storedForm().toBytes({ balance: 20n, isFrozen: true }));
      return Promise.resolve();
    });
    for (let run = 0; run < 2; run += 1) {
      await store.write(upgradeTokens);
      await store.read(async (view) => {
        expect(await findTokenAccount(view, TOKEN, ANN)).toEqual({ balance: 10n, isFrozen: false });
        expect(await findTokenAccount(view, TOKEN, BOB)).toEqual({ balance: 20n, isFrozen: true });
        expect(await requireToken(view, TOKEN)).toEqual({
          id: TOKEN,
          contractId: CONTRACT,
          position: 0,
          totalSupply: 30n,
          isPaused: true,
          hasStatus: true,
          hasDistributions: false,
        });
      });
    }
    await store.close();
  });
});
