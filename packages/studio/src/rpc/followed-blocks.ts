import { useEffect, useState } from 'preact/hooks';
import { blocksAfter, NO_BLOCKS, type Blocks } from './blocks.js';
import { askServer, type Tip } from './server.js';
import { socket, type SocketState } from './socket.js';

const EARLIER_BLOCKS = 14;

/** What the page follows of the chain, by one subscription for as long as it is open. */
let known = NO_BLOCKS;
let isFollowed = false;
const watchers = new Set<(blocks: Blocks) => void>();

/**
 * The last blocks as they come and go, and whether news of them still comes. Everybody who asks is told by the same subscription.
 * @param first the tip that is known to begin with; nothing is asked before it is known.
 */
export function useBlocks(first: Tip | undefined): { readonly known: Blocks; readonly state: SocketState } {
  const [blocks, setBlocks] = useState(known);
  const [state, setState] = useState<SocketState>('connecting');
  useEffect(() => {
    if (first === undefined) return undefined;
    follow(first);
    watchers.add(setBlocks);
    setBlocks(known);
    const unwatch = socket.watch(setState);
    return () => {
      unwatch();
      watchers.delete(setBlocks);
    };
  }, [first]);
  return { known: blocks, state };
}

function follow(first: Tip): void {
  if (isFollowed) return;
  isFollowed = true;
  const end = socket.subscribe({
    method: 'subscribeToBlocks',
    // After a lost connection the list goes on where it stopped: what was taken back meanwhile is told first.
    params: () => {
      const [tip] = known.blocks;
      return tip === undefined
        ? { fromHeight: Math.max(0, first.height - EARLIER_BLOCKS) }
        : { fromHeight: tip.height + 1, previousHash: tip.hash };
    },
    told: (event) => tell(blocksAfter(known, event, first.height)),
    refused: () => {
      // The server came back with another chain, on which nothing of the list is known.
      if (known.blocks.length === 0) return;
      end();
      isFollowed = false;
      tell(NO_BLOCKS);
      void askServer().then(({ tip }) => tip && follow(tip));
    },
  });
}

function tell(blocks: Blocks): void {
  known = blocks;
  for (const watcher of watchers) watcher(blocks);
}
