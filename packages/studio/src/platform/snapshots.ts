import { listOf, numberAt, textAt } from './answer.js';
import type { PlatformStatus } from './platform-status.js';

/** A state that one can go back to. */
export interface KeptSnapshot {
  readonly id: number;
  /** What the clock of the platform said. */
  readonly time: number;
  /** What came after it. */
  readonly label: string;
  /** When the platform began: one that began anew has no snapshots. */
  readonly genesisTime: number;
}

const KEY = 'dapikit-snapshots';

/** The states that this page can go back to, the oldest first. */
export function keptSnapshots({ genesisTime }: PlatformStatus): readonly KeptSnapshot[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return listOf(kept)
      .map((one) => ({
        id: numberAt(one, 'id') ?? 0,
        time: numberAt(one, 'time') ?? 0,
        label: textAt(one, 'label'),
        genesisTime: numberAt(one, 'genesisTime') ?? 0,
      }))
      .filter((one) => one.genesisTime === genesisTime);
  } catch {
    return [];
  }
}

/** Keeps them for as long as the page is open. */
export function keepSnapshots(snapshots: readonly KeptSnapshot[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(snapshots));
  } catch {
    // A browser that keeps nothing: there is no way back then.
  }
}
