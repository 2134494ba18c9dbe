import { compareBytes } from '../bytes/compare-bytes.js';
import { EPOCH_FORM, EPOCH_SPACES, epochKey } from '../chain/epoch-store.js';
import type { StoreView } from '../store/store.js';
import { readable, readWithOthers, type DifferenceList } from './difference-list.js';

/** Checks that every epoch is stored under its own number and begins after the one before it. Nothing else refers to an epoch. */
export async function verifyEpochs(view: StoreView, differences: DifferenceList): Promise<void> {
  let height = 0n;
  for await (const { key, value } of readWithOthers(
    view,
    Uint8Array.of(EPOCH_SPACES.epochStarts),
    () => [],
  )) {
    const start = readable(() => EPOCH_FORM.fromBytes(value));
    const isSound =
      typeof start?.firstHeight === 'bigint' &&
      start.firstHeight > height &&
      compareBytes(key, epochKey(start.epoch)) === 0;
    if (isSound) height = start.firstHeight;
    else differences.differ('epoch', key, value);
  }
}
