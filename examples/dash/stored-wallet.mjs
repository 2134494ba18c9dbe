// A wallet of `dash` that is stored in a file: the next start continues from there, and reads only the blocks that came meanwhile.
import { mkdtempSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { control, localClient, until } from './local-client.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dash-wallet-'));
const fileOf = (key) => join(folder, `${key}.json`);
/** Where the wallet is stored: each key is a file. */
const adapter = {
  getItem: async (key) => (existsSync(fileOf(key)) ? JSON.parse(readFileSync(fileOf(key), 'utf8')) : null),
  setItem: async (key, value) => writeFileSync(fileOf(key), JSON.stringify(value)),
};
const storedHeight = ({ wallet: { walletId } }) =>
  Object.values(JSON.parse(readFileSync(fileOf(`wallet_${walletId}`), 'utf8')).chains)[0]
    .lastSyncedBlockHeight;

let client = localClient({ mnemonic: null, adapter });
let account = await client.getWalletAccount();
const mnemonic = client.wallet.exportWallet();
await control('fund', { address: account.getUnusedAddress().address, duffs: 1_000_000_000 });
await until(() => account.getConfirmedBalance() === 1_000_000_000);
const { address } = account.getUnusedAddress();
await client.wallet.storage.saveState();
await client.disconnect();
const height = storedHeight(client);
console.log('stored with', account.getConfirmedBalance(), 'duffs');

// What comes while the wallet is closed.
await control('fund', { address, duffs: 500_000_000 });
await control('mine', { count: 5 });

client = localClient({ mnemonic, adapter });
account = await client.getWalletAccount();
await until(() => account.getConfirmedBalance() === 1_500_000_000);
console.log(
  'after a restart',
  account.getConfirmedBalance(),
  'duffs in',
  account.getTransactionHistory().length,
  'transactions',
);
await client.wallet.storage.saveState();
await client.disconnect();
console.log('blocks read since', storedHeight(client) - height);
rmSync(folder, { recursive: true });
