import type { SpecialPayload } from '../../primitives/payload/payload.js';
import { RejectionError } from './rejection-error.js';

/** Maps the version bits that a chain has signals for to the heights of these. */
export type HardForkSignals = ReadonlyMap<number, number>;

/** Represents a chain without hard fork signals. */
export const NO_SIGNALS: HardForkSignals = new Map();

/**
 * Returns the signals of a chain with those of its next block.
 *
 * Source: `CMNHFManager::ProcessBlock` in `src/evo/mnhftx.cpp` of dashpay/dash.
 * @throws {RejectionError} when a bit is signalled twice
 */
export function addHardForkSignals(
  before: HardForkSignals,
  transactions: readonly { readonly payload?: SpecialPayload | undefined }[],
  height: number,
): HardForkSignals {
  const bits = transactions.flatMap(({ payload }) =>
    payload?.kind === 'mnHfTx' ? [payload.versionBit] : [],
  );
  if (bits.length === 0) return before;
  if (new Set(bits).size < bits.length) throw new RejectionError('bad-mnhf-duplicates-in-block');
  if (bits.some((bit) => before.has(bit))) throw new RejectionError('bad-mnhf-duplicate');
  return new Map([...before, ...bits.map((bit) => [bit, height] as const)]);
}
