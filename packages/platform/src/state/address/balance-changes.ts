import {
  addressBalanceChanges,
  compactedAddressBalanceChanges,
  compactedRanges,
  decode,
  encode,
  type AddressBalanceChange,
} from '@dapikit/protocol';
import { Reader } from '@dapikit/protocol/codec';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import type { Block } from '../chain/block.js';
import type { Entry, KeyRange, StoreView, WritableView } from '../../store/store.js';
import {
  ADDRESS_SPACES,
  balanceChangesKey,
  CHANGE_INTEGER_BYTES,
  CHANGES_OF_BLOCK_KEY,
  compactedChangesKey,
  expirationKey,
  LAST_CHANGE_KEY,
  NEXT_EXPIRATION_KEY,
} from './address-keys.js';
import { compactChanges, mergeChanges, type ChangesOfBlock } from './merge-changes.js';

/** Blocks with changes, and changed addresses of such blocks, from which on they are compacted. Source: `max_blocks_before_compaction` and `max_addresses_before_compaction` in `packages/rs-platform-version` of dashpay/platform. */
const MIN_COMPACTED = { blocks: 64, addresses: 2048 };
/** Time that compacted changes stay, in ms: a week. Source: `compact_address_balances` in `packages/rs-drive` of dashpay/platform. */
const COMPACTED_STAY_MS = 604_800_000n;

/** Lists the keys that every block reads: what it changes in the credits of addresses, and when earlier changes expire. */
export const BALANCE_BLOCK_KEYS: readonly Uint8Array[] = [CHANGES_OF_BLOCK_KEY, NEXT_EXPIRATION_KEY];

/** Notes what a transition changes in the credits of addresses, for the queries of recent changes. */
export async function noteBalanceChanges(
  view: WritableView,
  changes: readonly AddressBalanceChange[],
): Promise<void> {
  const noted = await view.get(CHANGES_OF_BLOCK_KEY);
  const earlier = noted === undefined ? [] : decode(addressBalanceChanges, noted);
  view.put(CHANGES_OF_BLOCK_KEY, encode(addressBalanceChanges, mergeChanges(earlier, changes)));
}

/**
 * Stores what the block has changed in the credits of addresses, compacted with the changes of earlier blocks where these are many, and
 * removes compacted changes that have expired.
 *
 * Source: `store_address_balances_for_block_v0` and `cleanup_expired_address_balances` in `packages/rs-drive` of dashpay/platform.
 */
export async function settleBalanceChanges(view: WritableView, block: Block): Promise<void> {
  const [noted, next] = await view.getMany(BALANCE_BLOCK_KEYS);
  if (noted !== undefined) {
    view.delete(CHANGES_OF_BLOCK_KEY);
    view.put(LAST_CHANGE_KEY, integerBytes(block.height, CHANGE_INTEGER_BYTES));
    if (countIn(noted) > 0) await storeChanges(view, block, noted, next !== undefined);
  }
  if (next !== undefined && readInteger(next, false) <= BigInt(block.time))
    await removeExpired(view, BigInt(block.time));
}

async function storeChanges(
  view: WritableView,
  { height, time }: Block,
  changes: Uint8Array,
  hasExpirations: boolean,
): Promise<void> {
  const recent = await view.scan(rangeOf(ADDRESS_SPACES.balanceChanges));
  const addresses = recent.reduce((sum, { value }) => sum + countIn(value), countIn(changes));
  if (recent.length + 1 < MIN_COMPACTED.blocks && addresses < MIN_COMPACTED.addresses) {
    view.put(balanceChangesKey(height), changes);
    return;
  }
  const blocks = [...recent.map(changesOfBlock), { height, changes: decode(addressBalanceChanges, changes) }];
  const startHeight = blocks[0]?.height ?? height;
  for (const { key } of recent) view.delete(key);
  view.put(
    compactedChangesKey(startHeight, height),
    encode(compactedAddressBalanceChanges, compactChanges(blocks)),
  );
  const expiry = BigInt(time) + COMPACTED_STAY_MS;
  const key = expirationKey(expiry);
  const others = await view.get(key);
  const ranges = others === undefined ? [] : decode(compactedRanges, others);
  view.put(key, encode(compactedRanges, [...ranges, { startHeight, endHeight: height }]));
  if (!hasExpirations) view.put(NEXT_EXPIRATION_KEY, integerBytes(expiry, CHANGE_INTEGER_BYTES));
}

async function removeExpired(view: WritableView, time: bigint): Promise<void> {
  const { from, to } = rangeOf(ADDRESS_SPACES.changeExpirations);
  for (const { key, value } of await view.scan({ from, to: expirationKey(time + 1n) })) {
    for (const { startHeight, endHeight } of decode(compactedRanges, value))
      view.delete(compactedChangesKey(startHeight, endHeight));
    view.delete(key);
  }
  const [next] = await view.scan({ from, to, limit: 1 });
  if (next === undefined) view.delete(NEXT_EXPIRATION_KEY);
  else view.put(NEXT_EXPIRATION_KEY, next.key.slice(1));
}

/** Returns the changes of blocks from one on, the earliest first. */
export async function listBalanceChanges(
  view: StoreView,
  startHeight: bigint,
  limit: number,
): Promise<readonly ChangesOfBlock[]> {
  const { to } = rangeOf(ADDRESS_SPACES.balanceChanges);
  return (await view.scan({ from: balanceChangesKey(startHeight), to, limit })).map(changesOfBlock);
}

/** Returns compacted changes, the earliest first, whose last block is a given one or a later one, with the keys of their blocks. */
export async function listCompactedChanges(
  view: StoreView,
  startHeight: bigint,
  limit: number,
): Promise<readonly Entry[]> {
  const { from, to } = rangeOf(ADDRESS_SPACES.compactedChanges);
  const begin = compactedChangesKey(startHeight, 0n);
  const [before] = await view.scan({ from, to: begin, reverse: true, limit: 1 });
  const isInside =
    before !== undefined && readInteger(before.key.slice(-CHANGE_INTEGER_BYTES), false) >= startHeight;
  return view.scan({ from: isInside ? before.key : begin, to, limit });
}

/** Returns the height of the last block that changed an address; 0 where none did. */
export async function lastAddressChange(view: StoreView): Promise<bigint> {
  const height = await view.get(LAST_CHANGE_KEY);
  return height === undefined ? 0n : readInteger(height, false);
}

const changesOfBlock = ({ key, value }: Entry): ChangesOfBlock => ({
  height: readInteger(key.slice(1), false),
  changes: decode(addressBalanceChanges, value),
});

/** Returns how many addresses changes are about, without decoding them. */
export const countIn = (changes: Uint8Array): number => new Reader(changes).u32('the number of changes');

const rangeOf = (space: number): KeyRange => ({ from: Uint8Array.of(space), to: Uint8Array.of(space + 1) });
