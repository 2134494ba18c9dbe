import { compareBytes } from '../base/bytes/compare-bytes.js';
import { requireChainState } from '../state/chain/chain-state.js';
import { EPOCH_FORM, EPOCH_SPACES, epochKey } from '../state/chain/epoch-store.js';
import type { StoreView } from '../store/store.js';
import { readWithOthers, type DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';

/**
 * Checks that every epoch is stored under its own number and begins after the one before it, and that the last one is that of the last
 * block. Nothing else refers to an epoch.
 */
export async function verifyEpochs(view: StoreView, differences: DifferenceList): Promise<void> {
  const { last } = await requireChainState(view);
  let height = 0n;
  let epoch: number | undefined;
  for await (const { key, value } of readWithOthers(
    view,
    Uint8Array.of(EPOCH_SPACES.epochStarts),
    () => [],
  )) {
    const start = readable(() => EPOCH_FORM.fromBytes(value));
    const isSound =
      typeof start?.firstHeight === 'bigint' &&
      typeof start.epoch === 'number' &&
      start.firstHeight > height &&
      last !== undefined &&
      start.firstHeight <= last.height &&
      start.epoch <= last.epoch &&
      compareBytes(key, epochKey(start.epoch)) === 0;
    if (isSound) [height, epoch] = [start.firstHeight, start.epoch];
    else differences.differ('epoch', key, value);
  }
  if (last !== undefined && epoch !== last.epoch) differences.differ('epoch', epochKey(last.epoch));
}
