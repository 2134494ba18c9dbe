import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { storedForm } from '../../base/bytes/stored-value.js';
import type { StoreView, WritableView } from '../../store/store.js';
import type { Block } from './block.js';

/** Describes an epoch by its first block. Only epochs that have a block are there. */
export interface EpochStart {
  /** From 0. */
  readonly epoch: number;
  readonly firstHeight: bigint;
  /** Milliseconds since the beginning of 1970. */
  readonly firstTime: number;
  /** The height of layer 1. */
  readonly firstCoreHeight: number;
  readonly protocolVersion: number;
}

/**
 * Lists the spaces of epochs in a store: the first byte of a key is the kind of the entry.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 04 | epoch, 4 bytes | its first block |
 */
export const EPOCH_SPACES = { epochStarts: 0x04 } as const;

const EPOCH_BYTES = 4;
/** Behind the last epoch that fits the key. */
const MAX_EPOCH = 2 ** 32 - 1;

export const EPOCH_FORM = storedForm<EpochStart>();

/** Returns the key of the first block of an epoch. */
export const epochKey = (epoch: number): Uint8Array =>
  Buffer.from([EPOCH_SPACES.epochStarts, ...integerBytes(BigInt(Math.min(epoch, MAX_EPOCH)), EPOCH_BYTES)]);

/** Stores the first block of an epoch. */
export function putEpochStart(view: WritableView, block: Block, protocolVersion: number): void {
  const { epoch, height, time, coreHeight } = block;
  const start = { epoch, firstHeight: height, firstTime: time, firstCoreHeight: coreHeight, protocolVersion };
  view.put(epochKey(epoch), EPOCH_FORM.toBytes(start));
}

/** Returns stored epochs from one on: the later ones when ascending, else it and the earlier ones, the latest first. */
export async function listEpochStarts(
  view: StoreView,
  {
    start,
    limit,
    ascending,
  }: { readonly start: number; readonly limit: number; readonly ascending: boolean },
): Promise<EpochStart[]> {
  const range = ascending
    ? { from: epochKey(start), to: Uint8Array.of(EPOCH_SPACES.epochStarts + 1) }
    : { from: epochKey(0), to: epochKey(start + 1), reverse: true };
  const entries = await view.scan({ ...range, limit });
  return entries.map(({ value }) => EPOCH_FORM.fromBytes(value));
}
