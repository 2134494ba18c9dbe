import type { PlatformStatusSource } from './platform-status.js';

/**
 * Returns the status where there is no platform: the gateway's own version and clock, and null for everything else.
 * @param dapiVersion the version of this gateway
 * @param nowSeconds the gateway's clock, in seconds since the epoch
 */
export function absentPlatform(dapiVersion: string, nowSeconds: () => number): PlatformStatusSource {
  return {
    status: () =>
      Promise.resolve({
        version: {
          software: { dapi: dapiVersion, drive: null, tenderdash: null },
          protocol: { tenderdash: null, drive: null },
        },
        node: null,
        chain: null,
        network: null,
        stateSync: null,
        time: { local: nowSeconds(), block: null, genesis: null, epoch: null },
      }),
  };
}
