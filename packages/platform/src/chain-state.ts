import { rememberedForm } from './bytes/stored-value.js';
import type { Block, Network } from './block.js';
import { StoreUnavailable } from './store/store-unavailable.js';
import type { StoreView, WritableView } from './store/store.js';

/** What a store knows of its platform as a whole; under the key 02. */
export interface ChainState {
  readonly network: Network;
  /** The newest that it was opened with. */
  readonly protocolVersion: number;
  /** See `Quirks`: indices are written with it. */
  readonly flipsUnsignedKeys: boolean;
  /** Milliseconds. */
  readonly genesisTime: number;
  /** How many ids of identities and masternodes were made up. */
  readonly idsMade: number;
  /** The last block; none at first. */
  readonly last?: Block;
  /** How the clock stood when a snapshot was taken; its time in milliseconds. */
  readonly clock?: { readonly time: number; readonly isFrozen: boolean };
}

const STATE_KEY = Uint8Array.of(0x02);
const STATE_FORM = rememberedForm<ChainState>();

/** The state, or nothing while no platform has used the store. @throws {StoreUnavailable} when it is none. */
export async function chainState(view: StoreView): Promise<ChainState | undefined> {
  const bytes = await view.get(STATE_KEY);
  if (bytes === undefined) return undefined;
  try {
    return STATE_FORM.fromBytes(bytes);
  } catch (cause) {
    throw new StoreUnavailable('the store', 'damaged', { cause, detail: 'a state that cannot be read' });
  }
}

/** The state of a store that a platform has opened. */
export async function openedState(view: StoreView): Promise<ChainState> {
  const state = await chainState(view);
  if (state === undefined)
    throw new RangeError('expected the store of a platform, found one without a state');
  return state;
}

export function putChainState(view: WritableView, state: ChainState): void {
  view.put(STATE_KEY, STATE_FORM.toBytes(state));
}
