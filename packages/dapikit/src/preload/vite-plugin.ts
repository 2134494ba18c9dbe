import { describeNoUrl, isHttpUrl, LOCAL_URL } from '../program/http-url.js';
import { isEvoSdk, localEvoSdk } from './local-evo-sdk.js';

/**
 * The paths that evo-sdk requests, as patterns: the methods of the platform over gRPC-web, with two slashes in front, and the lists of
 * quorums and masternodes.
 */
const PATHS = [
  String.raw`^/+org\.dash\.platform\.dapi\.v0\.`,
  String.raw`^/(?:quorums|previous|masternodes)(?:\?|$)`,
] as const;

/** The address of the page, as an expression of browsers. */
const URL_OF_PAGE = 'globalThis.location?.origin';

/** Lists what a server of Vite passes on, by patterns of paths. */
type PassedOn = Readonly<Record<string, { readonly target: string }>>;

/** Contains what this plugin sets of the configuration of Vite. */
export interface LocalNetworkConfig {
  readonly optimizeDeps: { readonly exclude: string[] };
  readonly server?: { readonly proxy: PassedOn };
  readonly preview?: { readonly proxy: PassedOn };
}

/** Contains what this plugin implements of those of Vite and Rollup. */
export interface LocalNetworkPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly config: () => LocalNetworkConfig;
  readonly load: (id: string) => string | undefined;
}

/** Lists the options of {@link localNetwork}. */
export interface LocalNetworkOptions {
  /**
   * Address of the local network: `DAPIKIT_URL`, else `http://127.0.0.1:3000`. Browsers do not trust the certificate of the presets of
   * evo-sdk.
   */
  readonly url?: string;
  /**
   * True for a page whose content security policy does not allow that address: evo-sdk sends its requests to the server of Vite, which passes
   * them on.
   */
  readonly sameOrigin?: boolean;
}

/**
 * Returns a plugin of Vite that connects a web application for a public network to the local one: `EvoSDK.testnet`, `mainnet`, `devnet`, and each with
 * `Trusted`, return clients of it. The copy of evo-sdk is that of the application.
 * @throws {Error} where `url` is no address
 */
export function localNetwork({
  url = process.env['DAPIKIT_URL'] ?? LOCAL_URL,
  sameOrigin = false,
}: LocalNetworkOptions = {}): LocalNetworkPlugin {
  if (!isHttpUrl(url)) throw new Error(`url: ${describeNoUrl(url)}`);
  const target = new URL(url).origin;
  const proxy = Object.fromEntries(PATHS.map((path) => [path, { target }]));
  return {
    name: 'dapikit:local-network',
    enforce: 'pre',
    config: () => ({
      // Vite bundles dependencies in development before it calls plugins.
      optimizeDeps: { exclude: ['@dashevo/evo-sdk'] },
      ...(sameOrigin && { server: { proxy }, preview: { proxy } }),
    }),
    load: (id) =>
      isEvoSdk(id)
        ? localEvoSdk(`${id.split('?')[0]}?original`, sameOrigin ? URL_OF_PAGE : JSON.stringify(url))
        : undefined,
  };
}
