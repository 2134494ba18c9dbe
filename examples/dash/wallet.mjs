// A new wallet of `dash`: it gets coins from the development chain, sends some, and another start finds them again.
import { control, localClient, until } from './local-client.mjs';

const isConfirmed = (account, txid) =>
  account.getTransactionHistory().some(({ txId, blockHash }) => txId === txid && blockHash !== undefined);

let client = localClient({ mnemonic: null });
let account = await client.getWalletAccount();
const mnemonic = client.wallet.exportWallet();
console.log('new wallet with', account.getTotalBalance(), 'duffs');

await control('fund', { address: account.getUnusedAddress().address, duffs: 1_000_000_000 });
await until(() => account.getConfirmedBalance() === 1_000_000_000);
console.log('funded with', account.getConfirmedBalance(), 'duffs');

const recipient = 'yfod6zJobwBYdVa8YndJjaE2v7t1vejpZs';
const payment = account.createTransaction({ recipient, satoshis: 250_000_000 });
const txid = await account.broadcastTransaction(payment);
// The history of `dash` 6.0.1 has `isInstantLocked: false` for every transaction; this waits for the lock itself.
await account.waitForInstantLock(txid).promise;
console.log('locked');
await until(() => isConfirmed(account, txid));
const left = account.getConfirmedBalance();
console.log('sent, fee', 750_000_000 - left, 'duffs');
await client.disconnect();

// A start from the mnemonic alone reads the chain again.
client = localClient({ mnemonic, unsafeOptions: { skipSynchronizationBeforeHeight: 1 } });
account = await client.getWalletAccount();
console.log('the same after a restart:', account.getConfirmedBalance() === left, isConfirmed(account, txid));
await client.disconnect();
