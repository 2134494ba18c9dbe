import type { PlatformStatus, PlatformStatusSource } from '@dapikit/gateway';
import type { Platform } from '@dapikit/platform';
import { within } from './within.js';

/** Describes the state of a platform. */
export type LocalStatus = Awaited<ReturnType<Platform['status']>> & {
  /** The root hash of a block, which is its app hash; absent while there is none, or the platform creates no proofs. */
  readonly root?: { readonly hash: Uint8Array; readonly height: bigint };
};

type StateRoot = Awaited<ReturnType<Platform['getProof']>>;

/** The time limit of the root hash: building the trees of a large store takes longer. */
const MAX_ROOT_MS = 1_000;

const roots = new WeakMap<Platform, Promise<StateRoot>>();

/** Returns the root of the state: calls at once share one, also where its trees are still being built. */
export async function rootOf(platform: Platform): Promise<StateRoot> {
  const running = roots.get(platform);
  if (running !== undefined) return running;
  const root = platform.getProof().finally(() => roots.delete(platform));
  roots.set(platform, root);
  return root;
}

/** Returns the state of a platform with its root hash, where that is there in a second. Never fails. */
export async function withRoot(platform: Platform, status: LocalStatus): Promise<LocalStatus> {
  try {
    const { rootHash, metadata } = await within(MAX_ROOT_MS, rootOf(platform));
    return { ...status, root: { hash: Buffer.from(rootHash, 'hex'), height: metadata.height } };
  } catch {
    return status;
  }
}

/**
 * Returns the status of a platform that runs here. Blocks have no hashes here but the root hash of their state.
 *
 * @param absent the status where there is no platform.
 * @param ask returns its state, or nothing while its store does not respond. Never fails.
 * @param coreHeight returns the height of layer 1 that its next block has. The last one may be old: blocks come with transitions only.
 */
export function localPlatformStatus(
  absent: PlatformStatusSource,
  ask: () => Promise<LocalStatus | undefined>,
  coreHeight: () => number,
): PlatformStatusSource {
  return {
    status: async () => {
      const [status, facts] = await Promise.all([absent.status(), ask()]);
      return facts === undefined ? status : withFacts(status, facts, coreHeight());
    },
  };
}

const NO_HASH = new Uint8Array();

function withFacts(
  absent: PlatformStatus,
  { protocolVersion, chainId, block, genesisTime, root }: LocalStatus,
  coreHeight: number,
): PlatformStatus {
  const height = Number(root?.height ?? block?.height ?? 0n);
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
      latestAppHash: root?.hash ?? NO_HASH,
      latestBlockHeight: height,
      earliestBlockHash: NO_HASH,
      earliestAppHash: NO_HASH,
      earliestBlockHeight: Math.min(height, 1),
      maxPeerBlockHeight: height,
      coreChainLockedHeight: Math.max(block?.coreHeight ?? 0, coreHeight),
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
