import { decodeStateTransition, identityIdFromAddresses } from '@dapikit/protocol';
import { asBuffer } from '../bytes/as-buffer.js';
import { compareBytes } from '../bytes/compare-bytes.js';
import { behindPrefix } from '../keys/tuple-key.js';
import { slicedView, TimeSlices } from '../store/time-slices.js';
import type { StoreView } from '../store/store.js';
import {
  EXECUTED_FORM,
  executedKey,
  heightIn,
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

/** How many transitions are read at once. */
const PART = 100;
/** How many transitions one page reads at most, where few of them name an identity. */
const MAX_READ = 2000;

/** Returns executed transitions, the newest first. A page ends with a block: it has more than `limit` where its last block has several. */
export async function listExecuted(
  storeView: StoreView,
  { beforeHeight, limit, identityId }: ExecutedPage,
): Promise<ExecutedList> {
  const slices = new TimeSlices();
  const view = slicedView(storeView, slices);
  const from = Uint8Array.of(TRANSITION_SPACES.transitionHeights);
  const transitions: ExecutedTransition[] = [];
  let height: bigint | undefined;
  let to = beforeHeight === undefined ? behindPrefix(from) : transitionHeightKey(beforeHeight);
  for (let read = 0; read < MAX_READ; read += PART) {
    const entries = await view.scan({ from, to, reverse: true, limit: PART });
    const stored = await view.getMany(entries.map(({ value }) => executedKey(value)));
    for (const [at, { key }] of entries.entries()) {
      await slices.next();
      if (height !== undefined && heightIn(key) < height && transitions.length >= limit)
        return { transitions, nextBeforeHeight: height };
      height = heightIn(key);
      const bytes = stored[at];
      const executed = bytes && EXECUTED_FORM.fromBytes(bytes);
      if (executed !== undefined && (identityId === undefined || namesIdentity(executed, identityId)))
        transitions.push(executed);
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < PART) return { transitions };
    to = last.key;
  }
  // The next page has the whole block that was read last.
  const last = heightIn(to);
  return {
    transitions: transitions.filter(({ block }) => block.height > last),
    nextBeforeHeight: last + 1n,
  };
}

/** The first byte of a transition that creates an identity from addresses. Source: `StateTransition` in `packages/rs-dpp` of dashpay/platform. */
const CREATE_FROM_ADDRESSES = 10;
/** Integers of several bytes begin with this one or a higher one; a type may be written as one. */
const FIRST_LONG = 251;

/**
 * Returns whether a transition names an identity: in its bytes, or as the one that its addresses create. Only a transition that creates
 * an identity from addresses is decoded.
 */
function namesIdentity({ bytes }: ExecutedTransition, identityId: Uint8Array): boolean {
  if (asBuffer(bytes).includes(asBuffer(identityId))) return true;
  const [type = 0] = bytes;
  if (type !== CREATE_FROM_ADDRESSES && type < FIRST_LONG) return false;
  const { value } = decodeStateTransition(bytes);
  return (
    value.type === 'identityCreateFromAddresses' &&
    compareBytes(identityIdFromAddresses(value.inputs), identityId) === 0
  );
}
