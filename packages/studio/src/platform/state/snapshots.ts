import { getList, getNumber, getText } from '../../json/json-values.js';
import type { PlatformStatus } from './platform-status.js';

/** Describes a snapshot of the platform, to which it can be reverted. */
export interface Snapshot {
  readonly id: number;
  /** The time of the platform's clock. */
  readonly time: number;
  readonly label: string;
  /** The genesis time of the platform: another platform has no such snapshot. */
  readonly genesisTime: number;
}

const KEY = 'dapikit-snapshots';

/** Loads the snapshots of this page, the oldest first. */
export function loadSnapshots({ genesisTime }: PlatformStatus): readonly Snapshot[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return getList(stored)
      .map((one) => ({
        id: getNumber(one, 'id') ?? 0,
        time: getNumber(one, 'time') ?? 0,
        label: getText(one, 'label'),
        genesisTime: getNumber(one, 'genesisTime') ?? 0,
      }))
      .filter((one) => one.genesisTime === genesisTime);
  } catch {
    return [];
  }
}

/** Stores snapshots until the page is closed. */
export function storeSnapshots(snapshots: readonly Snapshot[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(snapshots));
  } catch {
    // A browser that stores nothing cannot revert.
  }
}
