import { hex } from '@scure/base';
import type { PlainElement } from '../element/element.js';
import { NULL_HASH } from '../merk/hashes.js';

/** Source: `EMPTY_COMMITMENT_TREE_STATE_ROOT` in grovedb `grovedb-commitment-tree/src/lib.rs`. */
const EMPTY_COMMITMENT_TREE_ROOT = hex.decode(
  'e81f976cfc6eaf8369e856a46904756989a485261bafb678ec8fac6370a61197',
);

/**
 * Returns the root hash of an append-only tree without content; undefined for any other element. Source:
 * `grovedb/src/operations/insert/mod.rs` of grovedb.
 */
export function emptyContentRoot(element: PlainElement): Uint8Array | undefined {
  switch (element.type) {
    case 'commitmentTree':
      return EMPTY_COMMITMENT_TREE_ROOT;
    case 'mmrTree':
    case 'bulkAppendTree':
    case 'denseAppendOnlyFixedSizeTree':
      return NULL_HASH;
    default:
      return undefined;
  }
}
