import { getInteger, getMembers, getNumber } from '../../json/json-values.js';
import type { PlatformClock } from '../../rpc/platform-clock.js';
import { platform } from '../../rpc/platform.js';

/** Describes the status of the platform. Times are milliseconds since 1970. */
export interface PlatformStatus extends PlatformClock {
  readonly protocolVersion: number;
  readonly genesisTime: number;
  /** The height of the last block; 0 before the first one. */
  readonly height: number;
  readonly nextContestEnd: number | undefined;
  /** The credits that the first contender of a contest pays into its vote fund. */
  readonly entryPrice: bigint;
}

/** Loads the status of the platform. */
export async function loadStatus(): Promise<PlatformStatus> {
  const status = await platform.call('status');
  return {
    protocolVersion: getNumber(status, 'protocolVersion') ?? 0,
    time: getNumber(status, 'time') ?? 0,
    readAt: Date.now(),
    genesisTime: getNumber(status, 'genesisTime') ?? 0,
    isFrozen: getMembers(status)['isFrozen'] === true,
    height: getNumber(getMembers(status)['block'], 'height') ?? 0,
    nextContestEnd: getNumber(status, 'nextContestEnd'),
    entryPrice: getInteger(status, 'contestEntryPrice'),
  };
}
