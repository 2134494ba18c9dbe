import { useEffect, useState } from 'preact/hooks';
import { applyBlockEvent, NO_RECENT_BLOCKS, type RecentBlocks } from './recent-blocks.js';
import { loadServer, type Tip } from './server.js';
import { socket, type SocketState } from './socket.js';

const EARLIER_BLOCKS = 14;

/** The blocks of the one subscription that the page has for as long as it is open. */
let recent = NO_RECENT_BLOCKS;
let isSubscribed = false;
const watchers = new Set<(blocks: RecentBlocks) => void>();

/**
 * Returns the last blocks as they change, and whether events still arrive. All callers share one subscription.
 * @param first the tip to begin with; nothing is subscribed before it is known.
 */
export function useRecentBlocks(first: Tip | undefined): {
  readonly recent: RecentBlocks;
  readonly state: SocketState;
} {
  const [blocks, setBlocks] = useState(recent);
  const [state, setState] = useState<SocketState>('connecting');
  useEffect(() => {
    if (first === undefined) return undefined;
    subscribe(first);
    watchers.add(setBlocks);
    setBlocks(recent);
    const unwatch = socket.watch(setState);
    return () => {
      unwatch();
      watchers.delete(setBlocks);
    };
  }, [first]);
  return { recent: blocks, state };
}

function subscribe(first: Tip): void {
  if (isSubscribed) return;
  isSubscribed = true;
  const end = socket.subscribe({
    method: 'subscribeToBlocks',
    // After a lost connection the subscription resumes where it stopped: blocks disconnected meanwhile come first.
    params: () => {
      const [tip] = recent.blocks;
      return tip === undefined
        ? { fromHeight: Math.max(0, first.height - EARLIER_BLOCKS) }
        : { fromHeight: tip.height + 1, previousHash: tip.hash };
    },
    onEvent: (event) => publish(applyBlockEvent(recent, event, first.height)),
    onRejected: () => {
      // The server was restarted with another chain, which has none of the listed blocks.
      if (recent.blocks.length === 0) return;
      end();
      isSubscribed = false;
      publish(NO_RECENT_BLOCKS);
      void loadServer().then(({ tip }) => tip && subscribe(tip));
    },
  });
}

function publish(blocks: RecentBlocks): void {
  recent = blocks;
  for (const watcher of watchers) watcher(blocks);
}
