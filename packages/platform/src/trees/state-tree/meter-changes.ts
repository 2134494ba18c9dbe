import { ADDRESS_SPACES } from '../../state/address/address-keys.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import type { StorageWork } from '../../state/fee/storage-work.js';
import { IDENTITY_SPACES } from '../../state/identity/identity-entry-keys.js';
import { WITHDRAWAL_SPACES } from '../../state/keys/withdrawal-keys.js';
import { Overlay } from '../../store/overlay.js';
import type { StateChange, StoreView, WritableView } from '../../store/store.js';
import { isInTrees } from './change-operations.js';
import { Meter } from './meter.js';
import { meteredEntry } from './metered-entry.js';

/** Meters what the writes since a savepoint change in the trees of the state, whether the store has trees or not. */
export async function meterChanges(
  view: WritableView,
  mark: number,
  contracts: ContractBook,
  { isAddressless = false }: MeterOptions = {},
): Promise<StorageWork> {
  const changes = await view.changesSince(mark);
  let before: StoreView | undefined;
  const context = {
    now: { view, contracts },
    earlier: {
      // Few changes need it.
      get view() {
        before ??= stateBefore(view, changes);
        return before;
      },
      contracts,
    },
  };
  const meter = new Meter();
  for (const change of changes)
    if (isCharged(change.key) && !(isAddressless && isAddress(change.key)))
      await meter.add(await meteredEntry(change, context));
  return meter.work();
}

function stateBefore(view: StoreView, changes: readonly StateChange[]): StoreView {
  const earlier = new Overlay(view);
  for (const { key, before } of changes)
    if (before === undefined) earlier.delete(key);
    else earlier.put(key, before);
  return earlier;
}

/** Says what is metered. */
interface MeterOptions {
  /** True if platform addresses are left out. */
  readonly isAddressless?: boolean;
}

/** Entries of the whole platform: what it costs to write them is in the base fees. */
const UNCHARGED: ReadonlySet<number> = new Set([IDENTITY_SPACES.totalCredits, WITHDRAWAL_SPACES.nextUnlock]);

const isCharged = (key: Uint8Array): boolean => isInTrees(key) && !UNCHARGED.has(key[0] ?? 0);

const isAddress = (key: Uint8Array): boolean => key[0] === ADDRESS_SPACES.addresses;
