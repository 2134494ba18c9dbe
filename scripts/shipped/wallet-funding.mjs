// The transitions that register the identities of the wallets and fund their addresses: no start has to sign them.
import { DevChain } from '../../packages/chain/dist/index.js';
import { signFunding } from '../../packages/dapikit/dist/platform/fund-wallets.js';
import { writeFunding } from '../../packages/dapikit/dist/platform/shipped-funding.js';

/** Returns the file by its path. */
export function walletFunding() {
  const chain = new DevChain({ mining: 'manual', instantSend: true, chainLocks: true });
  const { wallets } = chain;
  const text = writeFunding(signFunding(wallets));
  chain.close();
  return new Map([['packages/dapikit/assets/wallet-funding.json', text]]);
}
