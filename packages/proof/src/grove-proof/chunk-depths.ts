/** Limits how many levels of a tree one chunk has. */
export interface ChunkDepths {
  /** The fewest levels of the first chunk of a tree that has several. */
  readonly min: number;
  /** The most levels of a chunk. */
  readonly max: number;
}

/** The greatest height that is computed: the tree would have more nodes than 64 bits count. */
const MAX_HEIGHT = 92;

/** Returns the greatest height that a balanced tree with a number of nodes can have. Source: `calculate_max_tree_depth_from_count` in grovedb `merk/src/proofs/branch/depth.rs`. */
export function maxTreeHeight(nodes: bigint): number {
  if (nodes === 0n) return 0;
  // A tree of height h has at least F(h + 2) - 1 nodes, with the numbers of Fibonacci.
  let [previous, current] = [1n, 2n];
  for (let height = 1; height < MAX_HEIGHT; height += 1) {
    [previous, current] = [current, previous + current];
    if (current - 1n > nodes) return height;
  }
  return MAX_HEIGHT;
}

/**
 * Returns the levels of the first chunk of a tree: chunks of a tree that does not fit one are as even as possible.
 *
 * Source: `calculate_chunk_depths_with_minimum` in grovedb `merk/src/proofs/branch/depth.rs`.
 */
export function firstChunkDepth(height: number, { min, max }: ChunkDepths): number {
  if (height <= max) return height;
  const even = Math.ceil(height / Math.ceil(height / max));
  return Math.min(Math.max(even, min), max);
}
