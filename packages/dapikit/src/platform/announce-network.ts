import type { DevChain } from '@dapikit/chain';
import { base58 } from '@scure/base';
import type { NetworkReady } from './network-ready.js';

/** Sends to the process that started this one how to use the network, over a channel of Node.js. */
export async function announceNetwork(chain: DevChain, url: string): Promise<void> {
  const { WALLET_KEYS } = await import('./fund-wallets.js');
  const ready: NetworkReady = {
    dapikit: 'ready',
    url: url.replace(/\/$/, ''),
    accounts: chain.accounts.map(({ address, wif }) => ({ address, wif })),
    identities: chain.wallets.flatMap(({ identities }) =>
      identities.map(({ id, key }) => ({
        id: base58.encode(id),
        keys: WALLET_KEYS.map((kind, number) => ({ id: number, ...kind, wif: key(number).wif })),
      })),
    ),
  };
  process.send?.(ready);
}
