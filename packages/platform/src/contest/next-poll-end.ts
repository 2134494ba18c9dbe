import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView } from '../store/store.js';
import { endOf, endPrefix } from './contest-keys.js';

/** When the next running poll ends, in milliseconds; nothing when none runs. */
export async function nextPollEnd(view: StoreView): Promise<number | undefined> {
  const from = endPrefix();
  const [entry] = await view.scan({ from, to: behindPrefix(from), limit: 1 });
  return entry === undefined ? undefined : endOf(entry.key).endsAt;
}
