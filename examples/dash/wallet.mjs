// A new wallet of `dash`: it gets coins from the development chain, sends some, and another start finds them again.
import { localClient, until } from './local-client.mjs';

const url = new URL('/dev', process.env.DAPIKIT_URL ?? 'http://127.0.0.1:3000');
// The global `fetch` is that of dapi-client: it answers as the one of Node.js here.
const control = async (method, params) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return (await response.json()).result;
};
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
await until(() => isConfirmed(account, txid));
const left = account.getConfirmedBalance();
console.log('sent, fee', 750_000_000 - left, 'duffs');
await client.disconnect();

// A start from the mnemonic alone reads the chain again.
client = localClient({ mnemonic, unsafeOptions: { skipSynchronizationBeforeHeight: 1 } });
account = await client.getWalletAccount();
console.log('the same after a restart:', account.getConfirmedBalance() === left, isConfirmed(account, txid));
await client.disconnect();
