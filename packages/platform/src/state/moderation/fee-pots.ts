import { storedForm } from '../../base/bytes/stored-value.js';
import { spaceKey } from '../keys/space-key.js';
import type { StoreView, WritableView } from '../../store/store.js';

/**
 * Lists the space of the fees of actions that nobody has claimed yet.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 1f | contract id, pot (1 byte) | its credits, and the epoch of the last claim |
 */
export const FEE_POT_SPACES = { pots: 0x1f } as const;

/** Lists the pots of a contract with the byte of their keys. */
const POT_BYTES = { owner: 0, moderators: 1 } as const;

/** Names a pot of a contract. */
export type PotName = keyof typeof POT_BYTES;

/** Lists the pots of a contract. */
export const POTS: readonly PotName[] = ['owner', 'moderators'];

/** Describes a pot. */
export interface FeePot {
  readonly credits: bigint;
  /** Epoch in which it was last paid out; absent where it never was. */
  readonly claimedIn?: number;
}

/** Defines its stored form. */
export const FEE_POT_FORM = storedForm<FeePot>();

const EMPTY: FeePot = { credits: 0n };

/** Returns the key of a pot. */
export const feePotKey = (contractId: Uint8Array, pot: PotName): Uint8Array =>
  spaceKey(FEE_POT_SPACES.pots, contractId, Uint8Array.of(POT_BYTES[pot]));

/** Returns a pot; an empty one where nothing was paid. */
export async function findFeePot(view: StoreView, contractId: Uint8Array, pot: PotName): Promise<FeePot> {
  const bytes = await view.get(feePotKey(contractId, pot));
  return bytes === undefined ? EMPTY : FEE_POT_FORM.fromBytes(bytes);
}

/** Stores a pot. */
export const putFeePot = (view: WritableView, contractId: Uint8Array, pot: PotName, value: FeePot): void =>
  view.put(feePotKey(contractId, pot), FEE_POT_FORM.toBytes(value));

/** Puts credits into a pot. */
export async function addToPot(
  view: WritableView,
  contractId: Uint8Array,
  pot: PotName,
  credits: bigint,
): Promise<void> {
  if (credits === 0n) return;
  const before = await findFeePot(view, contractId, pot);
  putFeePot(view, contractId, pot, { ...before, credits: before.credits + credits });
}
