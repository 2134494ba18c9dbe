import { useEffect, useState } from 'preact/hooks';
import type { Tip } from '../rpc/server.js';
import { socket } from '../rpc/socket.js';
import { blocksAfter, NO_BLOCKS, type Blocks } from './blocks.js';

const EARLIER_BLOCKS = 14;

/** The last blocks as they come and go. @param first the tip that is known to begin with */
export function useBlocks(first: Tip | undefined): Blocks {
  const [known, setKnown] = useState(NO_BLOCKS);
  useEffect(() => {
    if (first === undefined) return undefined;
    let now = NO_BLOCKS;
    const unsubscribe = socket.subscribe({
      method: 'subscribeToBlocks',
      params: () => {
        now = { ...NO_BLOCKS, takenBack: now.takenBack };
        return { fromHeight: Math.max(0, first.height - EARLIER_BLOCKS) };
      },
      told: (event) => {
        now = blocksAfter(now, event, first.height);
        setKnown(now);
      },
    });
    return unsubscribe;
  }, [first]);
  return known;
}
