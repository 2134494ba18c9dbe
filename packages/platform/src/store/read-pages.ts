import { concatBytes } from '../base/bytes/concat-bytes.js';
import type { Entry, KeyRange, StoreView } from './store.js';

const PAGE = 500;

/** Returns the entries of a range in pages, so that a large one does not fill the memory. */
export async function* readPages(
  view: StoreView,
  { from, to }: KeyRange,
  pageSize = PAGE,
): AsyncGenerator<Entry[]> {
  let next = from;
  for (;;) {
    const entries = await view.scan({ from: next, to, limit: pageSize });
    if (entries.length > 0) yield entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < pageSize) return;
    next = concatBytes([last.key, new Uint8Array(1)]);
  }
}
