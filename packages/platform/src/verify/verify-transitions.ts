import { stateTransitionId } from '@dapikit/protocol';
import { compareBytes } from '../bytes/compare-bytes.js';
import { requireChainState } from '../chain/chain-state.js';
import type { StoreView } from '../store/store.js';
import {
  EXECUTED_FORM,
  executedKey,
  TRANSITION_SPACES,
  transitionHeightKey,
  type ExecutedTransition,
} from '../transition-result/executed-transition.js';
import { readable, readWithOthers, type DifferenceList } from './difference-list.js';

const read = (bytes: Uint8Array): ExecutedTransition | undefined =>
  readable(() => EXECUTED_FORM.fromBytes(bytes));

/** Checks that every executed transition is stored under the hash of its bytes and the height of its block, and nothing else is. */
export async function verifyTransitions(view: StoreView, differences: DifferenceList): Promise<void> {
  const height = (await requireChainState(view)).last?.height ?? 0n;
  for await (const { key, value, others } of readWithOthers(
    view,
    Uint8Array.of(TRANSITION_SPACES.executedTransitions),
    (entry) => {
      const { block, position } = read(entry.value) ?? {};
      return [transitionHeightKey(block?.height ?? 0n, position)];
    },
  )) {
    const executed = read(value);
    const [id] = others;
    const isSound =
      executed !== undefined &&
      executed.block.height <= height &&
      compareBytes(key, executedKey(stateTransitionId(executed.bytes))) === 0 &&
      id !== undefined &&
      compareBytes(id, executed.id) === 0;
    if (!isSound) differences.differ('transition', key, value);
  }
  for await (const { key, value, others } of readWithOthers(
    view,
    Uint8Array.of(TRANSITION_SPACES.transitionHeights),
    (entry) => [executedKey(entry.value)],
  )) {
    const [bytes] = others;
    const { block, position } = (bytes && read(bytes)) ?? {};
    if (block === undefined || compareBytes(key, transitionHeightKey(block.height, position)) !== 0)
      differences.differ('transition', key, value);
  }
}
