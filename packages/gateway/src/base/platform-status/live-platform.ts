import { loadOnce } from '../load-once.js';
import type { DriveClient, DriveStatus } from './drive-status.js';
import type { PlatformStatus, PlatformStatusSource } from './platform-status.js';
import { networkOf, readTenderdash, tenderdashCall } from './tenderdash-status.js';

/** Lists the addresses of the parts of a platform, and the gateway's own share of its status. Times are in milliseconds. */
export interface LivePlatformOptions {
  /** Addresses of gRPC servers of Drive, such as `http://127.0.0.1:26670`: the first one that responds counts. */
  readonly driveUrls: readonly string[];
  /** Address of Tenderdash's RPC server, such as `http://127.0.0.1:26657`. */
  readonly tenderdashUrl: string | undefined;
  readonly dapiVersion: string;
  /** Returns the present in milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with the error of a part that did not respond. */
  readonly onError: (error: unknown, part: 'drive' | 'tenderdash') => void;
}

/** Describes a platform with a live status, and the function that closes its connections. */
export interface LivePlatform extends PlatformStatusSource {
  close(): Promise<void>;
}

const TIMEOUT_MS = 3_000;
/** The cache TTL of a complete status. An incomplete one is shared only by concurrent requests. */
const CACHE_TTL_MS = 10_000;

/**
 * Reads the status of a platform, from Drive over gRPC and from Tenderdash over HTTP. A part that does not answer gives nulls; only an
 * answer with all parts is cached.
 */
export function livePlatform(options: LivePlatformOptions): LivePlatform {
  const { driveUrls, tenderdashUrl, now, onError } = options;
  const tenderdash = tenderdashUrl === undefined ? undefined : tenderdashCall(tenderdashUrl, TIMEOUT_MS);
  const open = loadOnce(async () => Promise.all(driveUrls.map(openDrive)));
  let clients: readonly DriveClient[] = [];
  let probing: Promise<Probe> | undefined;
  let cached: { readonly at: number; readonly status: PlatformStatus } | undefined;

  async function drive(): Promise<DriveStatus | undefined> {
    if (driveUrls.length === 0) return undefined;
    clients = await open();
    return firstOf(clients.map(async (client) => client.status()));
  }

  async function probe(): Promise<Probe> {
    const [ofDrive, ofStatus, ofNetwork] = await Promise.allSettled([
      drive(),
      tenderdash?.('status'),
      tenderdash?.('net_info'),
    ]);
    if (ofDrive.status === 'rejected') onError(ofDrive.reason, 'drive');
    const failed = [ofStatus, ofNetwork].find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') onError(failed.reason, 'tenderdash');
    return {
      status: assembled(options, valueOf(ofDrive), valueOf(ofStatus), valueOf(ofNetwork)),
      isWhole: ofDrive.status === 'fulfilled' && failed === undefined,
    };
  }

  async function probeOnce(): Promise<PlatformStatus> {
    probing ??= probe();
    try {
      const { status, isWhole } = await probing;
      if (isWhole) cached = { at: now(), status };
      return status;
    } finally {
      probing = undefined;
    }
  }

  return {
    status: async () => {
      const age = cached === undefined ? Infinity : now() - cached.at;
      const status =
        cached !== undefined && age >= 0 && age < CACHE_TTL_MS ? cached.status : await probeOnce();
      return { ...status, time: { ...status.time, local: Math.floor(now() / 1000) } };
    },
    close: async () => {
      await probing;
      for (const client of clients) client.close();
    },
  };
}

/** Loads gRPC, which only gateways with a platform need. */
async function openDrive(url: string): Promise<DriveClient> {
  const { driveClient } = await import('./drive-status.js');
  return driveClient(url, TIMEOUT_MS);
}

/** Returns the first result. @throws (rejects) the first error where all fail */
async function firstOf<T>(results: readonly Promise<T>[]): Promise<T> {
  try {
    return await Promise.any(results);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
}

interface Probe {
  readonly status: PlatformStatus;
  /** True if every part with an address has responded. */
  readonly isWhole: boolean;
}

function valueOf<T>(settled: PromiseSettledResult<T>): T | undefined {
  return settled.status === 'fulfilled' ? settled.value : undefined;
}

function assembled(
  { dapiVersion }: LivePlatformOptions,
  drive: DriveStatus | undefined,
  status: unknown,
  netInfo: unknown,
): PlatformStatus {
  const tenderdash = readTenderdash(status, drive?.coreChainLockedHeight ?? null);
  return {
    version: {
      software: { dapi: dapiVersion, drive: drive?.software ?? null, tenderdash: tenderdash.software },
      protocol: { tenderdash: tenderdash.protocol, drive: drive?.protocol ?? null },
    },
    node: tenderdash.node,
    chain: tenderdash.chain,
    network: networkOf(netInfo, tenderdash.chainId),
    stateSync: tenderdash.stateSync,
    time: { local: 0, ...(drive?.time ?? { block: null, genesis: null, epoch: null }) },
  };
}
