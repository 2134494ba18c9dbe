import { getMembers, getNumber, getText } from '../json/json-values.js';
import { RpcError } from './json-rpc-client.js';
import { platform } from './platform.js';

/** Describes the newest state of the platform. */
export interface PlatformTip {
  readonly height: number;
  /** The root hash of the state in hexadecimal digits: the app hash. Absent where the platform makes no proofs. */
  readonly rootHash: string | undefined;
}

const POLL_MS = 4000;

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
    if (next.height === tip?.height && next.rootHash === tip.rootHash) return;
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

async function loadTip(): Promise<PlatformTip> {
  try {
    const result = await platform.poll('getProof', {});
    const height = getNumber(getMembers(result)['metadata'], 'height') ?? 0;
    return { height, rootHash: getText(result, 'rootHash') };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const height = getNumber(getMembers(await platform.poll('status'))['block'], 'height') ?? 0;
    return { height, rootHash: undefined };
  }
}
