/** Describes the clock of the platform, as it was read. Times are milliseconds since 1970. */
export interface PlatformClock {
  /** The time of the platform's clock when it was read. */
  readonly time: number;
  /** The time of the browser's clock then. */
  readonly readAt: number;
  readonly isFrozen: boolean;
}

/** Returns the present time of the platform's clock. */
export function getTime({ time, readAt, isFrozen }: PlatformClock): number {
  return isFrozen ? time : time + Date.now() - readAt;
}
