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

/** Names the spaces whose entries are a time. */
type TimedClaims = 'preProgrammedClaims' | 'onceOnlyClaims';

/** Returns the time of a claim, in milliseconds: of the last pre-programmed distribution that an identity claimed, or when it claimed what each gets once. */
export async function findTimedClaim(
  view: StoreView,
  space: TimedClaims,
  { tokenId, identityId }: ClaimName,
): Promise<bigint | undefined> {
  const bytes = await view.get(accountKey(space, tokenId, identityId));
  return bytes === undefined ? undefined : readInteger(bytes, false);
}

/** Stores the time of a claim, in milliseconds. */
export function putTimedClaim(
  view: WritableView,
  space: TimedClaims,
  { tokenId, identityId }: ClaimName,
  time: bigint,
): void {
  view.put(accountKey(space, tokenId, identityId), integerBytes(time, TIME_BYTES));
}
