import { describeNoUrl, isHttpUrl, LOCAL_URL } from '../program/http-url.js';
import { isEvoSdk, localEvoSdk } from './local-evo-sdk.js';

/** Contains what this plugin implements of those of Vite and Rollup. */
export interface LocalNetworkPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly config: () => { readonly optimizeDeps: { readonly exclude: readonly string[] } };
  readonly load: (id: string) => string | undefined;
}

/**
 * Returns a plugin of Vite that connects a web application for testnet to the local network: its `EvoSDK.testnet` and
 * `EvoSDK.testnetTrusted` return clients of that address. The copy of evo-sdk is that of the application.
 * @param options `url`: `DAPIKIT_URL`, else `http://127.0.0.1:3000`. Browsers do not trust the certificate of the presets of evo-sdk
 * @throws {Error} where `url` is no address
 */
export function testnetIsLocal({
  url = process.env['DAPIKIT_URL'] ?? LOCAL_URL,
}: { readonly url?: string } = {}): LocalNetworkPlugin {
  if (!isHttpUrl(url)) throw new Error(`url: ${describeNoUrl(url)}`);
  return {
    name: 'dapikit:testnet-is-local',
    enforce: 'pre',
    // Vite bundles dependencies in development before it calls plugins.
    config: () => ({ optimizeDeps: { exclude: ['@dashevo/evo-sdk'] } }),
    load: (id) =>
      isEvoSdk(id) ? localEvoSdk(`${id.split('?')[0]}?original`, JSON.stringify(url)) : undefined,
  };
}
