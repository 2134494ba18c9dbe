import type { PlatformStatus, PlatformStatusSource } from '@dapikit/gateway';
import type { Platform } from '@dapikit/platform';

/** Describes the state of a platform. */
export type LocalStatus = Awaited<ReturnType<Platform['status']>>;

/**
 * Returns the status of a platform that runs here. Blocks have no hashes here.
 *
 * @param absent the status where there is no platform.
 * @param ask returns its state, or nothing while its store does not respond. Never fails.
 */
export function localPlatformStatus(
  absent: PlatformStatusSource,
  ask: () => Promise<LocalStatus | undefined>,
): PlatformStatusSource {
  return {
    status: async () => {
      const [status, facts] = await Promise.all([absent.status(), ask()]);
      return facts === undefined ? status : withFacts(status, facts);
    },
  };
}

const NO_HASH = new Uint8Array();

function withFacts(
  absent: PlatformStatus,
  { protocolVersion, chainId, block, genesisTime }: LocalStatus,
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
    network: { chainId, peersCount: 0, listening: false },
    time: {
      ...absent.time,
      block: block?.time ?? null,
      genesis: genesisTime,
      epoch: block?.epoch ?? null,
    },
  };
}
