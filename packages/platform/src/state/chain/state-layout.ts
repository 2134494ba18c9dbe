import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { StoreUnavailableError } from '../../store/store-unavailable-error.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { STATE_KEYS } from './chain-state.js';

/**
 * Version of the layout of a state: of all its keys and values, and of what a new state contains. It goes up with every change of
 * them, as states of other layouts are rejected: `layout-fingerprint.test.ts` fails where it does not.
 */
export const STATE_LAYOUT = 9;

/** Defines the key of the layout of a state. */
export const LAYOUT_KEY = Uint8Array.of(0x0b);

const LAYOUT_BYTES = 4;

/** Defines the value under that key. */
export const LAYOUT_VALUE: Uint8Array = integerBytes(BigInt(STATE_LAYOUT), LAYOUT_BYTES);

/** Stores {@link STATE_LAYOUT} in a new state. */
export const putLayout = (view: WritableView): void => view.put(LAYOUT_KEY, LAYOUT_VALUE);

/** Describes the layout of a state in words, and the one that is expected. */
interface OtherLayout {
  readonly expected: string;
  readonly found: string;
}

/** Compares the layout of a state with {@link STATE_LAYOUT}; undefined where they are equal, or where there is no state. */
export async function findOtherLayout(view: StoreView): Promise<OtherLayout | undefined> {
  const [layout, ...state] = await view.getMany([LAYOUT_KEY, ...STATE_KEYS]);
  if (layout === undefined && state.every((one) => one === undefined)) return undefined;
  const found = layoutName(layout);
  const expected = `layout ${STATE_LAYOUT}`;
  return found === expected ? undefined : { expected, found };
}

/** Rejects a store with a state of another layout. @throws {StoreUnavailableError} `other-layout` */
export async function requireLayout(view: StoreView, storeName: string): Promise<void> {
  const other = await findOtherLayout(view);
  if (other !== undefined) throw new StoreUnavailableError(storeName, 'other-layout', other);
}

function layoutName(layout: Uint8Array | undefined): string {
  if (layout === undefined) return 'a state without a layout';
  return layout.length === LAYOUT_BYTES
    ? `layout ${readInteger(layout, false)}`
    : 'a layout that cannot be read';
}
