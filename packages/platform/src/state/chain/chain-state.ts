import { cachedForm } from '../../base/bytes/stored-value.js';
import type { Block, Network } from './block.js';
import { asBuffer } from '../../base/bytes/as-buffer.js';
import { StoreUnavailableError } from '../../store/store-unavailable-error.js';
import type { StoreView, WritableView } from '../../store/store.js';

/** Describes the state of the platform as a whole, stored under the key 02; the last block is under 03. */
export interface ChainState {
  readonly network: Network;
  /** The newest that it was opened with. */
  readonly protocolVersion: number;
  /** See `Quirks`: indices are written with it. */
  readonly flipsUnsignedKeys: boolean;
  /** Milliseconds. */
  readonly genesisTime: number;
  /** Number of ids that were made up for identities and masternodes. */
  readonly idsMade: number;
  /** The last block; none at first. */
  readonly last?: Block;
  /** Offset of the clock from the time of the host by explicit calls, in milliseconds; absent where the clock is not that of the host. */
  readonly timeOffset?: number;
  /** The state of the clock at a snapshot; its time in milliseconds. */
  readonly clock?: { readonly time: number; readonly isFrozen: boolean };
}

/** Lists the first bytes of the keys of the state as a whole, which have no others. */
export const STATE_SPACES = { chainState: 0x02, lastBlock: 0x03 } as const;

const STATE_KEY = Uint8Array.of(STATE_SPACES.chainState);
const STATE_FORM = cachedForm<ChainState>();
/** For itself, as every change of the platform writes it. */
const LAST_BLOCK_KEY = Uint8Array.of(STATE_SPACES.lastBlock);

/** Lists the keys that {@link findChainState} reads. */
export const STATE_KEYS: readonly Uint8Array[] = [STATE_KEY, LAST_BLOCK_KEY];

/** Returns the state, or nothing while no platform has used the store. @throws {StoreUnavailableError} when it is none. */
export async function findChainState(view: StoreView): Promise<ChainState | undefined> {
  return stateOf(await view.getMany(STATE_KEYS));
}

function stateOf([bytes, block]: readonly (Uint8Array | undefined)[]): ChainState | undefined {
  if (bytes === undefined) return undefined;
  try {
    const state = STATE_FORM.fromBytes(bytes);
    return block === undefined ? state : { ...state, last: blockFromBytes(block) };
  } catch (cause) {
    throw new StoreUnavailableError('the store', 'damaged', { cause, detail: 'a state that cannot be read' });
  }
}

/** Returns the state of a store that a platform has opened. */
export async function requireChainState(view: StoreView): Promise<ChainState> {
  const state = stateOf(await view.getMany(STATE_KEYS));
  if (state === undefined) throw new RangeError('the store has no platform state');
  return state;
}

export function putChainState(view: WritableView, { last, ...state }: ChainState): void {
  view.put(STATE_KEY, STATE_FORM.toBytes(state));
  if (last !== undefined) putLastBlock(view, last);
}

/** Stores the last block of the state. */
export function putLastBlock(view: WritableView, block: Block): void {
  view.put(LAST_BLOCK_KEY, blockBytes(block));
}

const BLOCK_BYTES = 32;

/** Returns a block as bytes, 8 each: height, time, height of layer 1 and epoch. */
function blockBytes({ height, time, coreHeight, epoch }: Block): Uint8Array {
  const bytes = Buffer.allocUnsafe(BLOCK_BYTES);
  bytes.writeBigUInt64BE(height, 0);
  bytes.writeBigUInt64BE(BigInt(time), 8);
  bytes.writeBigUInt64BE(BigInt(coreHeight), 16);
  bytes.writeBigUInt64BE(BigInt(epoch), 24);
  return bytes;
}

function blockFromBytes(stored: Uint8Array): Block {
  const bytes = asBuffer(stored);
  if (bytes.length !== BLOCK_BYTES)
    throw new RangeError(`expected ${BLOCK_BYTES} bytes, found ${bytes.length}`);
  return {
    height: bytes.readBigUInt64BE(0),
    time: Number(bytes.readBigUInt64BE(8)),
    coreHeight: Number(bytes.readBigUInt64BE(16)),
    epoch: Number(bytes.readBigUInt64BE(24)),
  };
}
