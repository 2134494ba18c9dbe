import {
  compareAddresses,
  type AddressBalanceChange,
  type CompactedAddressBalanceChange,
  type PlatformAddress,
} from '@dapikit/protocol';

/** The most credits that fit 64 bits: sums that are greater count as these, as on the network. */
const MAX_CREDITS = 2n ** 64n - 1n;

const saturated = (credits: bigint): bigint => (credits < MAX_CREDITS ? credits : MAX_CREDITS);

const textOf = ({ type, hash }: PlatformAddress): string => `${type}${Buffer.from(hash).toString('latin1')}`;

const inOrder = <Change extends { readonly address: PlatformAddress }>(
  changes: Iterable<Change>,
): readonly Change[] => [...changes].toSorted((a, b) => compareAddresses(a.address, b.address));

/**
 * Adds changes to earlier ones of the same block. Source: `add_address_balances_in_update` in `packages/rs-drive-abci` of
 * dashpay/platform.
 */
export function mergeChanges(
  earlier: readonly AddressBalanceChange[],
  later: readonly AddressBalanceChange[],
): readonly AddressBalanceChange[] {
  const merged = new Map(earlier.map((one) => [textOf(one.address), one]));
  for (const { address, change } of later) {
    const before = merged.get(textOf(address))?.change;
    const isAdded = change.type === 'add' && before !== undefined;
    const credits = isAdded ? saturated(before.credits + change.credits) : change.credits;
    merged.set(textOf(address), {
      address,
      change: { type: isAdded ? before.type : change.type, credits },
    });
  }
  return inOrder(merged.values());
}

/** Describes what a block changed. */
export interface ChangesOfBlock {
  readonly height: bigint;
  readonly changes: readonly AddressBalanceChange[];
}

/**
 * Compacts the changes of blocks, the earliest first: credits that are set make what came before irrelevant, and others are added to them.
 * Source: `BlockAwareCreditOperation::merge` in `packages/rs-dpp/src/balances/credits.rs` of dashpay/platform.
 */
export function compactChanges(blocks: readonly ChangesOfBlock[]): readonly CompactedAddressBalanceChange[] {
  const merged = new Map<string, CompactedAddressBalanceChange>();
  for (const { height, changes } of blocks)
    for (const { address, change } of changes) {
      const before = merged.get(textOf(address))?.change;
      merged.set(textOf(address), { address, change: compactChange(before, height, change) });
    }
  return inOrder(merged.values());
}

function compactChange(
  before: CompactedAddressBalanceChange['change'] | undefined,
  height: bigint,
  change: AddressBalanceChange['change'],
): CompactedAddressBalanceChange['change'] {
  if (change.type === 'set') return change;
  if (before?.type === 'set') return { type: 'set', credits: saturated(before.credits + change.credits) };
  return { type: 'add', additions: new Map([...(before?.additions ?? []), [height, change.credits]]) };
}
