// A client of `npm start`. `new Dash.Client({ network: 'local' })` finds it at port 2443 by itself; DAPIKIT_URL names another address.
import { createRequire } from 'node:module';
import Dash from 'dash';

const require = createRequire(import.meta.url);
const DAPIAddress = require('@dashevo/dapi-client/lib/dapiAddressProvider/DAPIAddress.js');

/** The mnemonic of the accounts that `npm start` prints. */
export const FUNDED_MNEMONIC = 'test test test test test test test test test test test junk';

/** Returns a client whose wallet has these options. The wallet logs a warning without an adapter: it has no file then. */
export function localClient(wallet) {
  const url = process.env.DAPIKIT_URL;
  const options = { network: 'local', wallet };
  return new Dash.Client(url ? { ...options, dapiAddressProvider: onlyAddress(new URL(url)) } : options);
}

/** With network 'local', dapi-client replaces each address of `dapiAddresses` with port 2443, but not what a provider of its own returns. */
function onlyAddress({ host }) {
  const address = new DAPIAddress(`${host}:no-ssl`);
  return { getLiveAddress: async () => address, hasLiveAddresses: async () => true };
}

/** Polls until a condition holds. */
export async function until(isMet) {
  for (;;) {
    const result = await isMet();
    if (result) return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Calls a control of the development chain. */
export async function control(method, params) {
  // The global `fetch` is that of dapi-client: it answers as the one of Node.js here.
  const response = await fetch(new URL('/dev', process.env.DAPIKIT_URL ?? 'http://127.0.0.1:3000'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()).result;
}
