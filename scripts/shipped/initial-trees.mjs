// The trees of a platform without state: the first proof of a store does not have to build them, for they are read in a fifth of the time.
import {
  buildInitialTrees,
  encodeTreeNodes,
} from '../../packages/platform/dist/trees/state-tree/initial-trees.js';

/** Returns the file by its path. */
export const initialTrees = async () =>
  new Map([['packages/platform/assets/initial-trees.bin', encodeTreeNodes(await buildInitialTrees())]]);
