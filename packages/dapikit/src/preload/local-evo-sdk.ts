import type { LoadFnOutput, LoadHookContext } from 'node:module';

/** Ends the URL of what a program gets that imports `@dashevo/evo-sdk`. */
const EVO_SDK = /\/@dashevo\/evo-sdk\/dist\/evo-sdk\.module\.js$/;
/** The address of the local network, as an expression of Node.js. */
const URL_OF_PROCESS = 'process.env.DAPIKIT_URL';

/**
 * Loads a module as Node.js does, except evo-sdk: the functions of its `EvoSDK` that name a public network return clients of the local one,
 * at the presets of evo-sdk or at the address in `DAPIKIT_URL`. A hook of `node:module`.
 */
export function load<Output>(
  url: string,
  context: LoadHookContext,
  nextLoad: (url: string, context: LoadHookContext) => Output,
): Output | LoadFnOutput {
  if (!isEvoSdk(url)) return nextLoad(url, context);
  return { format: 'module', shortCircuit: true, source: localEvoSdk(`${url}?original`, URL_OF_PROCESS) };
}

/** Returns whether a path or URL is that of the module that a program gets, and not of the original that replaces it. */
export const isEvoSdk = (path: string): boolean => EVO_SDK.test(path.replace(/\?v=\w+$/, ''));

/**
 * Returns the source of a module that exports what evo-sdk exports, after it has replaced the functions that name a public network: `testnet`,
 * `mainnet`, `devnet`, and each with `Trusted`. Addresses that a program gives are those of the public network, and are left out. A public
 * network has more addresses when evo-sdk bans one, such as after a proof that a token has no supply; the local network has one, so clients
 * ban none.
 * @param original the specifier of the module
 * @param address an expression whose value is the address of the local network, which may end with the path of its methods, or undefined for
 * the presets of evo-sdk
 */
export const localEvoSdk = (original: string, address: string): string => `
export * from ${JSON.stringify(original)};
import { EvoSDK } from ${JSON.stringify(original)};
const url = ${address}?.replace(/(?:\\/platform)?\\/*$/, '');
const local = (trusted, { addresses, quorumUrl, ...options } = {}) => ({
  ...options,
  ...(url && { addresses: [url], ...(trusted && { quorumUrl: url }) }),
  settings: { banFailedAddress: false, ...options.settings },
});
const open = (options) => EvoSDK.local(local(false, options));
const openTrusted = (options) => EvoSDK.localTrusted(local(true, options));
Object.assign(EvoSDK, {
  testnet: open,
  mainnet: open,
  devnet: (name, options) => open(options),
  testnetTrusted: openTrusted,
  mainnetTrusted: openTrusted,
  devnetTrusted: (name, options) => openTrusted(options),
});
`;
