import {
  addressBalanceChanges,
  compactedAddressBalanceChanges,
  compactedRanges,
  decode,
} from '@dapikit/protocol';
import {
  ADDRESS_SPACES,
  CHANGE_INTEGER_BYTES,
  compactedChangesKey,
  LAST_CHANGE_KEY,
  NEXT_EXPIRATION_KEY,
} from '../state/address/address-keys.js';
import { compareBytes } from '../base/bytes/compare-bytes.js';
import { bytesKey } from '../base/bytes/bytes-key.js';
import { readInteger } from '../base/bytes/integer-bytes.js';
import { requireChainState } from '../state/chain/chain-state.js';
import type { StoreView } from '../store/store.js';
import { readWithOthers, type DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';

/**
 * Checks that the changes of blocks can be read and are of blocks that exist, that all compacted ones expire, and that the earliest
 * expiration is known.
 */
export async function verifyBalanceChanges(view: StoreView, differences: DifferenceList): Promise<void> {
  const { last } = await requireChainState(view);
  const height = last?.height ?? 0n;
  const [lastChange, next] = await view.getMany([LAST_CHANGE_KEY, NEXT_EXPIRATION_KEY]);
  const changedAt = lastChange === undefined ? 0n : integerIn(lastChange);
  if (changedAt === undefined || changedAt > height)
    differences.differ('address', LAST_CHANGE_KEY, lastChange);
  const latest = changedAt ?? 0n;
  for await (const { key, value } of entriesOf(view, ADDRESS_SPACES.balanceChanges)) {
    const changes = readable(() => decode(addressBalanceChanges, value));
    const changedBy = integerIn(key.subarray(1));
    if (changes === undefined || changes.length === 0 || changedBy === undefined || changedBy > latest)
      differences.differ('address', key, value);
  }
  const expiring = await verifyExpirations(view, next, differences);
  for await (const { key, value } of entriesOf(view, ADDRESS_SPACES.compactedChanges)) {
    const changes = readable(() => decode(compactedAddressBalanceChanges, value));
    const end = integerIn(key.slice(-CHANGE_INTEGER_BYTES)) ?? 0n;
    if (changes === undefined || !expiring.delete(bytesKey(key)) || end > latest)
      differences.differ('address', key, value);
  }
  for (const key of expiring) differences.differ('address', Buffer.from(key, 'latin1'));
}

/** Returns the keys of the compacted changes that expire. */
async function verifyExpirations(
  view: StoreView,
  next: Uint8Array | undefined,
  differences: DifferenceList,
): Promise<Set<string>> {
  const expiring = new Set<string>();
  let earliest: Uint8Array | undefined;
  for await (const { key, value } of entriesOf(view, ADDRESS_SPACES.changeExpirations)) {
    earliest ??= key.slice(1);
    const ranges = readable(() => decode(compactedRanges, value));
    if (ranges === undefined || integerIn(key.subarray(1)) === undefined)
      differences.differ('address', key, value);
    for (const { startHeight, endHeight } of ranges ?? []) {
      const compacted = bytesKey(compactedChangesKey(startHeight, endHeight));
      if (expiring.has(compacted)) differences.differ('address', key, value);
      expiring.add(compacted);
    }
  }
  if (compareBytes(next ?? new Uint8Array(), earliest ?? new Uint8Array()) !== 0)
    differences.differ('address', NEXT_EXPIRATION_KEY, next, earliest);
  return expiring;
}

const entriesOf = (view: StoreView, space: number) => readWithOthers(view, Uint8Array.of(space), () => []);

const integerIn = (bytes: Uint8Array): bigint | undefined =>
  bytes.length === CHANGE_INTEGER_BYTES ? readInteger(bytes, false) : undefined;
