// The transitions that register the identities of the wallets and fund their addresses: no start has to sign them.
import { DevChain } from '../../packages/chain/dist/index.js';
import { signFunding } from '../../packages/dapikit/dist/platform/fund-wallets.js';

/** Returns the file by its path. */
export function walletFunding() {
  const chain = new DevChain({ mining: 'manual', instantSend: true, chainLocks: true });
  const { wallets } = chain;
  const funding = [...signFunding(wallets)].map(([lock, bytes]) => [
    lock,
    Buffer.from(bytes).toString('base64'),
  ]);
  chain.close();
  const text = `${JSON.stringify(Object.fromEntries(funding), undefined, 2)}\n`;
  return new Map([['packages/dapikit/assets/wallet-funding.json', text]]);
}
