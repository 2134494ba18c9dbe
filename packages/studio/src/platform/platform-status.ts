import { platform } from '../rpc/platform.js';
import { creditsAt, membersOf, numberAt } from './answer.js';

/** Where the platform stands. Times in milliseconds since the beginning of 1970. */
export interface PlatformStatus {
  readonly protocolVersion: number;
  /** What its clock said when it was asked. */
  readonly time: number;
  /** What the clock of this browser said then. */
  readonly askedAt: number;
  readonly isFrozen: boolean;
  /** When the platform began. */
  readonly genesisTime: number;
  /** Of the last block; 0 before the first one. */
  readonly height: number;
  readonly nextContestEnd: number | undefined;
  /** What the first contender of a contest puts into its fund, in credits. */
  readonly entryPrice: bigint;
}

/** Asks where the platform stands. */
export async function askStatus(): Promise<PlatformStatus> {
  const answer = await platform.call('status');
  return {
    protocolVersion: numberAt(answer, 'protocolVersion') ?? 0,
    time: numberAt(answer, 'time') ?? 0,
    askedAt: Date.now(),
    genesisTime: numberAt(answer, 'genesisTime') ?? 0,
    isFrozen: membersOf(answer)['isFrozen'] === true,
    height: numberAt(membersOf(answer)['block'], 'height') ?? 0,
    nextContestEnd: numberAt(answer, 'nextContestEnd'),
    entryPrice: creditsAt(answer, 'contestEntryPrice'),
  };
}

/** What the clock of the platform says now. */
export function timeNow({ time, askedAt, isFrozen }: PlatformStatus): number {
  return isFrozen ? time : time + Date.now() - askedAt;
}
