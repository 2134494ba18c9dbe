import { storageWorkFee, type Fee } from '../../state/fee/processing-cost.js';
import type { WritableView } from '../../store/store.js';
import { meterChanges } from '../../trees/state-tree/meter-changes.js';
import type { Trace } from '../trace/trace.js';
import { addIncrease } from './fee-increase.js';
import type { TransitionEnvironment } from './transition.js';

/** Says what is metered. */
interface MeteredChanges {
  /** The savepoint before the changes. */
  readonly mark: number;
  /** True if platform addresses are left out; `false` when absent. */
  readonly isAddressless?: boolean;
  /** Bytes that are added beside the changes; 0 when absent. */
  readonly grownBytes?: number;
}

/** Returns what the changes since a savepoint cost in the trees, as a step of the trace. */
export async function meterStep(
  view: WritableView,
  { mark, isAddressless = false, grownBytes = 0 }: MeteredChanges,
  { contracts, trace }: Pick<TransitionEnvironment, 'contracts' | 'trace'>,
): Promise<Fee> {
  trace?.begin('Merk batch');
  const metered = await meterChanges(view, mark, contracts, { isAddressless });
  const work = { ...metered, addedBytes: metered.addedBytes + grownBytes };
  const fee = storageWorkFee(work);
  trace?.meter(work);
  trace?.charge(fee);
  return fee;
}

/** Begins the step that charges for the kind of the transition. */
export function baseFeeStep(trace: Trace | undefined, fee: Partial<Fee>): void {
  trace?.begin('base fee');
  trace?.charge(fee);
}

/** Begins the step that charges the payer; the fee increase that it offers belongs to it. */
export function feeStep(trace: Trace | undefined, processingFee: bigint, increase: bigint): void {
  trace?.begin('fee');
  trace?.charge({ processingFee: addIncrease(processingFee, increase) - processingFee });
}

/** Begins the step that takes a penalty after the current one rejected the transition. */
export function penaltyStep(trace: Trace | undefined): void {
  trace?.fail();
  trace?.begin('penalty');
}
