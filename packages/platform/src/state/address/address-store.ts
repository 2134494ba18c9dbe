import { decode, platformAddress } from '@dapikit/protocol';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { addressKey } from './address-keys.js';
import { noteBalanceChanges } from './balance-changes.js';

/** Describes the stored state of a platform address. */
export interface AddressState {
  /** Number of times that the address was an input. */
  readonly nonce: number;
  /** Credits. */
  readonly balance: bigint;
}

const NONCE_BYTES = 4;
const BALANCE_BYTES = 8;

/** Defines the stored form of an address: 12 bytes. */
export const ADDRESS_FORM = {
  toBytes: ({ nonce, balance }: AddressState): Uint8Array =>
    concatBytes([integerBytes(BigInt(nonce), NONCE_BYTES), integerBytes(balance, BALANCE_BYTES)]),
  /** @throws {RangeError} when the bytes are not those of an address */
  fromBytes: (bytes: Uint8Array): AddressState => {
    if (bytes.length !== NONCE_BYTES + BALANCE_BYTES)
      throw new RangeError(`expected ${NONCE_BYTES + BALANCE_BYTES} bytes, found ${bytes.length}`);
    return {
      nonce: Number(readInteger(bytes.subarray(0, NONCE_BYTES), false)),
      balance: readInteger(bytes.subarray(NONCE_BYTES), false),
    };
  },
};

/** Returns the nonces and balances of addresses, in their order; nothing for one that never had credits. */
export async function findAddresses(
  view: StoreView,
  addresses: readonly Uint8Array[],
): Promise<(AddressState | undefined)[]> {
  const found = await view.getMany(addresses.map(addressKey));
  return found.map((bytes) => bytes && ADDRESS_FORM.fromBytes(bytes));
}

/** Stores the nonce and the balance of an address. It notifies nobody: see {@link setAddress}. */
export function putAddress(view: WritableView, address: Uint8Array, state: AddressState): void {
  view.put(addressKey(address), ADDRESS_FORM.toBytes(state));
}

/** Sets the nonce and the balance of an address, and notes that the block does. */
export async function setAddress(
  view: WritableView,
  address: Uint8Array,
  state: AddressState,
): Promise<void> {
  putAddress(view, address, state);
  await noteBalanceChanges(view, [
    { address: decode(platformAddress, address), change: { type: 'set', credits: state.balance } },
  ]);
}

/** Adds credits to an address, and notes that the block does; a new one has nonce 0. */
export async function creditAddress(
  view: WritableView,
  address: Uint8Array,
  credits: bigint,
): Promise<AddressState> {
  const [{ nonce, balance } = { nonce: 0, balance: 0n }] = await findAddresses(view, [address]);
  const state = { nonce, balance: balance + credits };
  putAddress(view, address, state);
  await noteBalanceChanges(view, [
    { address: decode(platformAddress, address), change: { type: 'add', credits } },
  ]);
  return state;
}
