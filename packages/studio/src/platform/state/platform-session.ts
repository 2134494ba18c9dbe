import { getNumber } from '../../json/json-values.js';
import { clearActivity } from './activity.js';
import type { PlatformStatus } from './platform-status.js';
import { storeSnapshots } from './snapshots.js';

const KEY = 'dapikit-platform-session';

/**
 * Stores the genesis time and height of the platform. Where the page or its connection is new, and the platform has another genesis
 * time or fewer blocks than before, the server was restarted: then the activity and snapshots of the previous platform are deleted.
 *
 * @returns whether it is the same platform as before.
 */
export function recordSession(
  { genesisTime, height }: Pick<PlatformStatus, 'genesisTime' | 'height'>,
  { isFirst }: { readonly isFirst: boolean },
): boolean {
  const before = loadSession();
  const knownHeight = getNumber(before, 'height');
  const isOther =
    knownHeight !== undefined && (getNumber(before, 'genesisTime') !== genesisTime || height < knownHeight);
  const isSame = !(isFirst && isOther);
  if (!isSame) {
    clearActivity();
    storeSnapshots([]);
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ genesisTime, height }));
  } catch {
    // A browser that stores nothing has nothing to delete.
  }
  return isSame;
}

function loadSession(): unknown {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return value;
  } catch {
    return {};
  }
}
