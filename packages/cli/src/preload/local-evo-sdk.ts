import type { LoadFnOutput, LoadHookContext } from 'node:module';

/** Ends the URL of what a program gets that imports `@dashevo/evo-sdk`. */
const EVO_SDK = /\/@dashevo\/evo-sdk\/dist\/evo-sdk\.module\.js$/;

/**
 * Loads a module as Node.js does, except evo-sdk: its `EvoSDK.testnet` and `EvoSDK.testnetTrusted` return clients of the local network, at
 * the presets of evo-sdk or at the address in `DAPIKIT_URL`. A hook of `node:module`.
 */
export function load<Output>(
  url: string,
  context: LoadHookContext,
  nextLoad: (url: string, context: LoadHookContext) => Output,
): Output | LoadFnOutput {
  if (!EVO_SDK.test(url)) return nextLoad(url, context);
  return { format: 'module', shortCircuit: true, source: localEvoSdk(JSON.stringify(`${url}?original`)) };
}

/** Returns the source of a module that exports what evo-sdk exports, after it has replaced the two functions. */
const localEvoSdk = (original: string): string => `
export * from ${original};
import { EvoSDK } from ${original};
const url = process.env.DAPIKIT_URL?.replace(/\\/+$/, '');
const place = (trusted) => (url ? { addresses: [url], ...(trusted && { quorumUrl: url }) } : {});
EvoSDK.testnet = (options = {}) => EvoSDK.local({ ...place(false), ...options });
EvoSDK.testnetTrusted = (options = {}) => EvoSDK.localTrusted({ ...place(true), ...options });
`;
