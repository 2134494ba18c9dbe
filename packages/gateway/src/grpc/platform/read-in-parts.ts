import { setImmediate as nextTurn } from 'node:timers/promises';

/** Ids that are read in one turn of the event loop: with a large contract each, some ten milliseconds. */
const MAX_IDS_AT_ONCE = 20;

/** Reads for ids in parts, with a turn of the event loop for other work between two of them. Returns all results in order. */
export async function readInParts<Result>(
  ids: readonly Uint8Array[],
  read: (part: readonly Uint8Array[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < ids.length; at += MAX_IDS_AT_ONCE) {
    if (at > 0) await nextTurn();
    results.push(...(await read(ids.slice(at, at + MAX_IDS_AT_ONCE))));
  }
  return results;
}
