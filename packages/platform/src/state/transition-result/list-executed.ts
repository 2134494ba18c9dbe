import { behindPrefix } from '../keys/tuple-key.js';
import { slicedView, TimeSlices } from '../../store/time-slices.js';
import type { StoreView } from '../../store/store.js';
import {
  EXECUTED_FORM,
  executedKey,
  heightBehind,
  namedTransitionKey,
  namedTransitionsPrefix,
  TRANSITION_SPACES,
  transitionHeightKey,
  type ExecutedTransition,
} from './executed-transition.js';

/** Selects executed transitions. */
export interface ExecutedPage {
  /** Transitions of lower blocks only; all of them when absent. */
  readonly beforeHeight?: bigint | undefined;
  readonly limit: number;
  /** Transitions that name an identity of 32 bytes only; all of them when absent. */
  readonly identityId?: Uint8Array | undefined;
}

/** Describes a page of executed transitions. */
export interface ExecutedList {
  /** The newest first. */
  readonly transitions: readonly ExecutedTransition[];
  /** The `beforeHeight` of the next page; absent behind the last one. */
  readonly nextBeforeHeight?: bigint;
}

/** Returns executed transitions, the newest first. A page ends with a block: it has more than `limit` where its last block has several. */
export async function listExecuted(
  storeView: StoreView,
  { beforeHeight, limit, identityId }: ExecutedPage,
): Promise<ExecutedList> {
  const slices = new TimeSlices();
  const view = slicedView(storeView, slices);
  const from =
    identityId === undefined
      ? Uint8Array.of(TRANSITION_SPACES.transitionHeights)
      : namedTransitionsPrefix(identityId);
  const firstOf = (height: bigint): Uint8Array =>
    identityId === undefined ? transitionHeightKey(height) : namedTransitionKey(identityId, height);
  const to = beforeHeight === undefined ? behindPrefix(from) : firstOf(beforeHeight);
  const entries = await view.scan({ from, to, reverse: true, limit });
  const last = entries.at(-1)?.key;
  if (last === undefined || entries.length < limit) return { transitions: await read(view, slices, entries) };
  const height = heightBehind(last, from.length);
  const first = firstOf(height);
  const rest = await view.scan({ from: first, to: last, reverse: true });
  const lower = await view.scan({ from, to: first, reverse: true, limit: 1 });
  return {
    transitions: await read(view, slices, [...entries, ...rest]),
    ...(lower.length > 0 && { nextBeforeHeight: height }),
  };
}

/** Returns the transitions whose ids entries have. */
async function read(
  view: StoreView,
  slices: TimeSlices,
  entries: readonly { readonly value: Uint8Array }[],
): Promise<readonly ExecutedTransition[]> {
  const stored = await view.getMany(entries.map(({ value }) => executedKey(value)));
  const transitions: ExecutedTransition[] = [];
  for (const bytes of stored) {
    await slices.next();
    if (bytes !== undefined) transitions.push(EXECUTED_FORM.fromBytes(bytes));
  }
  return transitions;
}
