import type { Layer1 } from '@dapikit/chain';
import { BLOCK_HASHES, recordedLayer1 } from './recorded-layer1.js';

/** The recorded node, as a memory knows it: its tip and its hashes are there at once. */
export function promptLayer1(): Layer1 {
  const recorded = recordedLayer1();
  const height = BLOCK_HASHES.length - 1;
  const hash = BLOCK_HASHES[height];
  if (hash === undefined) throw new Error('no tip was recorded');
  return {
    ...recorded,
    tip: () => ({ hash, height }),
    blockHash: (at) => BLOCK_HASHES[at] ?? recorded.blockHash(at),
  };
}
