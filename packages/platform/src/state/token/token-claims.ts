import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { accountKey } from './token-keys.js';

const TIME_BYTES = 8;

/** Names what an identity claims. */
export interface ClaimName {
  readonly tokenId: Uint8Array;
  readonly identityId: Uint8Array;
}

/** Returns the bytes of the moment up to which an identity claimed a perpetual distribution: 8 of a height or a time, 2 of an epoch. */
export const findPerpetualClaim = (
  view: StoreView,
  { tokenId, identityId }: ClaimName,
): Promise<Uint8Array | undefined> => view.get(accountKey('perpetualClaims', tokenId, identityId));

/** Stores the moment up to which an identity claimed a perpetual distribution. */
export function putPerpetualClaim(
  view: WritableView,
  { tokenId, identityId }: ClaimName,
  moment: Uint8Array,
): void {
  view.put(accountKey('perpetualClaims', tokenId, identityId), moment);
}

/** Returns the time of the last pre-programmed distribution that an identity claimed, in milliseconds. */
export async function findPreProgrammedClaim(
  view: StoreView,
  { tokenId, identityId }: ClaimName,
): Promise<bigint | undefined> {
  const bytes = await view.get(accountKey('preProgrammedClaims', tokenId, identityId));
  return bytes === undefined ? undefined : readInteger(bytes, false);
}

/** Stores the time of the last pre-programmed distribution that an identity claimed, in milliseconds. */
export function putPreProgrammedClaim(
  view: WritableView,
  { tokenId, identityId }: ClaimName,
  time: bigint,
): void {
  view.put(accountKey('preProgrammedClaims', tokenId, identityId), integerBytes(time, TIME_BYTES));
}

/** Returns when an identity claimed what each gets once, in milliseconds. */
export async function findOnceOnlyClaim(
  view: StoreView,
  { tokenId, identityId }: ClaimName,
): Promise<bigint | undefined> {
  const bytes = await view.get(accountKey('onceOnlyClaims', tokenId, identityId));
  return bytes === undefined ? undefined : readInteger(bytes, false);
}

/** Stores when an identity claimed what each gets once, in milliseconds. */
export function putOnceOnlyClaim(view: WritableView, { tokenId, identityId }: ClaimName, time: bigint): void {
  view.put(accountKey('onceOnlyClaims', tokenId, identityId), integerBytes(time, TIME_BYTES));
}
