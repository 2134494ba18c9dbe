import type { TimeSlices } from './time-slices.js';

/** The length of lists that are sorted in one step. */
const RUN_LENGTH = 500;

/** Returns the items in order; equal ones retain theirs. Ends slices where they are used up. */
export async function sortInSlices<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  slices: TimeSlices,
): Promise<readonly Item[]> {
  if (items.length <= RUN_LENGTH) return items.toSorted(compare);
  const middle = Math.ceil(items.length / 2);
  const front = await sortInSlices(items.slice(0, middle), compare, slices);
  const back = await sortInSlices(items.slice(middle), compare, slices);
  const sorted: Item[] = [];
  let at = 0;
  for (const item of back) {
    for (let other = front[at]; other !== undefined && compare(other, item) <= 0; other = front[at]) {
      sorted.push(other);
      at += 1;
      if (sorted.length % RUN_LENGTH === 0) await slices.next();
    }
    sorted.push(item);
    if (sorted.length % RUN_LENGTH === 0) await slices.next();
  }
  for (const item of front.slice(at)) sorted.push(item);
  return sorted;
}
