import { membersOf, numberAt } from './answer.js';
import { forgetDeeds } from './deeds.js';
import type { PlatformStatus } from './platform-status.js';
import { keepSnapshots } from './snapshots.js';

const KEY = 'dapikit-platform-life';

/**
 * Notes where the platform stands. When the page is opened on one that began at another time, or is not as far as it was, as a
 * server that was started anew: what the page kept of the former one is forgotten.
 */
export function notePlatform(
  { genesisTime, height }: Pick<PlatformStatus, 'genesisTime' | 'height'>,
  { isFirst }: { readonly isFirst: boolean },
): void {
  const before = kept();
  const knownHeight = numberAt(before, 'height');
  const isOther =
    knownHeight !== undefined && (numberAt(before, 'genesisTime') !== genesisTime || height < knownHeight);
  if (isFirst && isOther) {
    forgetDeeds();
    keepSnapshots([]);
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ genesisTime, height }));
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function kept(): unknown {
  try {
    return membersOf(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}
