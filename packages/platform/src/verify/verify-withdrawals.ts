import { readInteger } from '../base/bytes/integer-bytes.js';
import {
  NEXT_UNLOCK_KEY,
  unlockKey,
  WITHDRAWAL_INTEGER_BYTES,
  WITHDRAWAL_SPACES,
} from '../state/keys/withdrawal-keys.js';
import { readPages } from '../store/read-pages.js';
import type { StoreView } from '../store/store.js';
import type { DifferenceList } from './difference-list.js';

/**
 * Checks the number of the next asset unlock, that no asset unlock is queued and broadcasted at once or has a number that comes later, and
 * that the credits which count against the limit can be read.
 */
export async function verifyWithdrawals(view: StoreView, differences: DifferenceList): Promise<void> {
  const next = await view.get(NEXT_UNLOCK_KEY);
  if (next !== undefined && next.length !== WITHDRAWAL_INTEGER_BYTES)
    differences.differ('withdrawal', NEXT_UNLOCK_KEY, next);
  const first = next?.length === WITHDRAWAL_INTEGER_BYTES ? readInteger(next, false) : 0n;
  for (const space of [WITHDRAWAL_SPACES.queued, WITHDRAWAL_SPACES.broadcasted])
    for await (const page of readPages(view, spaceRange(space)))
      for (const { key, value } of page) {
        const index = readInteger(key.subarray(1, 1 + WITHDRAWAL_INTEGER_BYTES), false);
        const isTwice =
          space === WITHDRAWAL_SPACES.queued &&
          (await view.get(unlockKey('broadcasted', index))) !== undefined;
        if (key.length !== 1 + WITHDRAWAL_INTEGER_BYTES || index >= first || isTwice)
          differences.differ('withdrawal', key, value);
      }
  for await (const page of readPages(view, spaceRange(WITHDRAWAL_SPACES.reserved)))
    for (const { key, value } of page)
      if (key.length !== 1 + WITHDRAWAL_INTEGER_BYTES || value.length !== WITHDRAWAL_INTEGER_BYTES)
        differences.differ('withdrawal', key, value);
}

const spaceRange = (space: number): { readonly from: Uint8Array; readonly to: Uint8Array } => ({
  from: Uint8Array.of(space),
  to: Uint8Array.of(space + 1),
});
