import { getMembers, getNumber, getText } from '../json/json-values.js';
import { RpcError } from './json-rpc-client.js';
import { platformChanges } from './platform-changes.js';
import { getTime, type PlatformClock } from './platform-clock.js';
import { platform } from './platform.js';

/** Describes the newest state of the platform. */
export interface PlatformTip {
  readonly height: number;
  /** The root hash of the state in hexadecimal digits: the app hash. Absent where the platform makes no proofs. */
  readonly rootHash: string | undefined;
  readonly clock: PlatformClock;
}

/** The clock may be frozen or run without a block. */
const POLL_TIMES = { withoutFeed: 4000, besideFeed: 30_000 };
const CLOCK_TOLERANCE_MS = 2000;

let tip: PlatformTip | undefined;
let end: (() => void) | undefined;
const watchers = new Set<(tip: PlatformTip) => void>();

/** Calls a function with the newest state of the platform, now and whenever it changes. @returns a function that ends it. */
export function watchPlatformTip(watcher: (tip: PlatformTip) => void): () => void {
  watchers.add(watcher);
  if (tip !== undefined) watcher(tip);
  end ??= platformChanges.follow(refreshPlatformTip, POLL_TIMES);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    end?.();
    end = undefined;
  };
}

/** Reads the newest state now: after a change by this page. */
export async function refreshPlatformTip(): Promise<void> {
  try {
    const next = await loadTip();
    if (tip !== undefined && isSame(next, tip)) return;
    tip = next;
    for (const watcher of watchers) watcher(next);
  } catch {
    // The views report that the server does not respond.
  }
}

/** Returns whether two readings show the same: a clock runs on between them. */
const isSame = (a: PlatformTip, b: PlatformTip): boolean =>
  a.height === b.height &&
  a.rootHash === b.rootHash &&
  a.clock.isFrozen === b.clock.isFrozen &&
  Math.abs(getTime(a.clock) - getTime(b.clock)) < CLOCK_TOLERANCE_MS;

async function loadTip(): Promise<PlatformTip> {
  const [status, rootHash] = await Promise.all([platform.poll('status'), loadRootHash()]);
  return {
    height: getNumber(getMembers(status)['block'], 'height') ?? 0,
    rootHash,
    clock: {
      time: getNumber(status, 'time') ?? 0,
      readAt: Date.now(),
      isFrozen: getMembers(status)['isFrozen'] === true,
    },
  };
}

async function loadRootHash(): Promise<string | undefined> {
  try {
    return getText(await platform.poll('getProof', {}), 'rootHash');
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
