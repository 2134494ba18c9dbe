import { decodeStateTransition, stateTransitionId } from '@dapikit/protocol';
import { compareBytes } from '../base/bytes/compare-bytes.js';
import { requireChainState } from '../state/chain/chain-state.js';
import type { StoreView } from '../store/store.js';
import {
  EXECUTED_FORM,
  executedKey,
  namedTransitionKey,
  TRANSITION_SPACES,
  transitionHeightKey,
  type ExecutedTransition,
} from '../state/transition-result/executed-transition.js';
import { namedIdentifiers } from '../state/transition-result/named-identifiers.js';
import { readWithOthers, type DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';

/** Returns a stored transition; nothing where it cannot be read, or lacks what it is found by. */
const read = (stored: Uint8Array): ExecutedTransition | undefined =>
  readable(() => {
    const executed = EXECUTED_FORM.fromBytes(stored);
    const { id, bytes, block, position = 0 } = executed;
    const isWhole =
      id instanceof Uint8Array &&
      bytes instanceof Uint8Array &&
      typeof block.height === 'bigint' &&
      Number.isInteger(position);
    return isWhole ? executed : undefined;
  });

/** Returns the keys under which the id of a transition is stored, that of its block first. */
function keysOf(bytes: Uint8Array): readonly Uint8Array[] {
  const executed = read(bytes);
  if (executed === undefined) return [];
  const { height } = executed.block;
  const named = readable(() => namedIdentifiers(decodeStateTransition(executed.bytes).value)) ?? [];
  return [
    transitionHeightKey(height, executed.position),
    ...named.map((id) => namedTransitionKey(id, height, executed.position)),
  ];
}

/**
 * Checks that every executed transition is stored under the hash of its bytes, the height of its block and the identifiers that it names,
 * and nothing else is.
 */
export async function verifyTransitions(view: StoreView, differences: DifferenceList): Promise<void> {
  const height = (await requireChainState(view)).last?.height ?? 0n;
  for await (const { key, value, others } of readWithOthers(
    view,
    Uint8Array.of(TRANSITION_SPACES.executedTransitions),
    (entry) => keysOf(entry.value),
  )) {
    const executed = read(value);
    const isSound =
      executed !== undefined &&
      executed.block.height <= height &&
      compareBytes(key, executedKey(stateTransitionId(executed.bytes))) === 0 &&
      others.every((id) => id !== undefined && compareBytes(id, executed.id) === 0);
    if (!isSound) differences.differ('transition', key, value);
  }
  for (const space of [TRANSITION_SPACES.transitionHeights, TRANSITION_SPACES.namedTransitions])
    for await (const { key, value, others } of readWithOthers(view, Uint8Array.of(space), (entry) => [
      executedKey(entry.value),
    ])) {
      const [bytes] = others;
      const isSound = bytes !== undefined && keysOf(bytes).some((one) => compareBytes(key, one) === 0);
      if (!isSound) differences.differ('transition', key, value);
    }
}
