import { getMembers, getNumber, getText } from '../json/json-values.js';
import { RpcError } from './json-rpc-client.js';
import { getTime, type PlatformClock } from './platform-clock.js';
import { platform } from './platform.js';

/** Describes the newest state of the platform. */
export interface PlatformTip {
  readonly height: number;
  /** The root hash of the state in hexadecimal digits: the app hash. Absent where the platform makes no proofs. */
  readonly rootHash: string | undefined;
  readonly clock: PlatformClock;
}

const POLL_MS = 4000;
const CLOCK_TOLERANCE_MS = 2000;

let tip: PlatformTip | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<(tip: PlatformTip) => void>();

/** Calls a function with the newest state of the platform, now and whenever it changes. @returns a function that ends it. */
export function watchPlatformTip(watcher: (tip: PlatformTip) => void): () => void {
  watchers.add(watcher);
  if (tip !== undefined) watcher(tip);
  if (watchers.size === 1) void poll();
  return () => {
    watchers.delete(watcher);
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

async function poll(): Promise<void> {
  clearTimeout(timer);
  if (!document.hidden) await refreshPlatformTip();
  if (watchers.size > 0) timer = setTimeout(() => void poll(), POLL_MS);
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
