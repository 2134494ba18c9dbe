import type { PlatformStatus, PlatformStatusSource } from '@dapikit/gateway';
import type { Platform } from '@dapikit/platform';

/**
 * The status of a platform that runs here, once it does; before, that of none. Blocks have no hashes here.
 *
 * @param absent the status where there is no platform.
 * @param started the platform, when somebody has asked for it.
 */
export function devPlatformStatus(
  absent: PlatformStatusSource,
  started: () => Platform | undefined,
): PlatformStatusSource {
  return {
    status: async () => {
      const status = await absent.status();
      const platform = started();
      return platform === undefined ? status : withFacts(status, await platform.status());
    },
  };
}

const NO_HASH = new Uint8Array();

function withFacts(
  absent: PlatformStatus,
  { protocolVersion, network, block, genesisTime }: Awaited<ReturnType<Platform['status']>>,
): PlatformStatus {
  const height = Number(block?.height ?? 0n);
  return {
    ...absent,
    version: {
      software: { ...absent.version.software, drive: absent.version.software.dapi },
      protocol: {
        tenderdash: null,
        drive: { latest: protocolVersion, current: protocolVersion, nextEpoch: protocolVersion },
      },
    },
    chain: {
      catchingUp: false,
      latestBlockHash: NO_HASH,
      latestAppHash: NO_HASH,
      latestBlockHeight: height,
      earliestBlockHash: NO_HASH,
      earliestAppHash: NO_HASH,
      earliestBlockHeight: Math.min(height, 1),
      maxPeerBlockHeight: height,
      coreChainLockedHeight: block?.coreHeight ?? null,
    },
    network: { chainId: `dapikit-${network}`, peersCount: 0, listening: false },
    time: {
      ...absent.time,
      block: block?.time ?? null,
      genesis: genesisTime,
      epoch: block?.epoch ?? null,
    },
  };
}
