import type { DriveClient, DriveStatus } from './drive-status.js';
import type { PlatformStatus, PlatformStatusSource } from './platform-status.js';
import { networkOf, readTenderdash, tenderdashCall } from './tenderdash-status.js';

/** Where the parts of a platform are, and the gateway's own share of its status. Times are in milliseconds. */
export interface LivePlatformOptions {
  /** Of Drive's gRPC server, such as `http://127.0.0.1:26670`; nothing is asked where there is none. */
  readonly driveUrl: string | undefined;
  /** Of Tenderdash's RPC server, such as `http://127.0.0.1:26657`. */
  readonly tenderdashUrl: string | undefined;
  readonly dapiVersion: string;
  /** The present, since the epoch. */
  readonly now: () => number;
  /** Called with why a part did not answer. */
  readonly onError: (error: unknown, part: 'drive' | 'tenderdash') => void;
}

/** A platform that is asked, and what lets go of its connections. */
export interface LivePlatform extends PlatformStatusSource {
  close(): Promise<void>;
}

const TIMEOUT_MS = 3_000;
/** How long a whole answer serves. What lacks a part that is there serves only those who asked meanwhile. */
const KEPT_MS = 10_000;

/**
 * The status of a platform, from Drive over gRPC and from Tenderdash over HTTP. A part that does not answer gives nulls; only an
 * answer with all parts is kept.
 */
export function livePlatform(options: LivePlatformOptions): LivePlatform {
  const { driveUrl, tenderdashUrl, now, onError } = options;
  const tenderdash = tenderdashUrl === undefined ? undefined : tenderdashCall(tenderdashUrl, TIMEOUT_MS);
  let client: Promise<DriveClient> | undefined;
  let looking: Promise<Look> | undefined;
  let kept: { readonly at: number; readonly status: PlatformStatus } | undefined;

  async function drive(): Promise<DriveStatus | undefined> {
    if (driveUrl === undefined) return undefined;
    client ??= openDrive(driveUrl);
    return await (await client).status();
  }

  async function look(): Promise<Look> {
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

  async function lookOnce(): Promise<PlatformStatus> {
    looking ??= look();
    try {
      const { status, isWhole } = await looking;
      if (isWhole) kept = { at: now(), status };
      return status;
    } finally {
      looking = undefined;
    }
  }

  return {
    status: async () => {
      const age = kept === undefined ? Infinity : now() - kept.at;
      const status = kept !== undefined && age >= 0 && age < KEPT_MS ? kept.status : await lookOnce();
      return { ...status, time: { ...status.time, local: Math.floor(now() / 1000) } };
    },
    close: async () => {
      await looking;
      (await client)?.close();
    },
  };
}

/** gRPC is loaded by those who have a platform. */
async function openDrive(url: string): Promise<DriveClient> {
  const { driveClient } = await import('./drive-status.js');
  return driveClient(url, TIMEOUT_MS);
}

interface Look {
  readonly status: PlatformStatus;
  /** Whether every part that there is has answered. */
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
