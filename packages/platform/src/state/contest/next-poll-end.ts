import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { endKey, endOf, endPrefix, endsPrefix } from './contest-keys.js';

const END_BYTES = 8;

/** Defines the key of when the next poll ends; what the keys of all ends begin with. */
export const NEXT_END_KEY: Uint8Array = endsPrefix();

/** Returns when the next poll ends, from {@link NEXT_END_KEY}. */
export const endBytes = (endsAt: number): Uint8Array => integerBytes(BigInt(endsAt), END_BYTES);

/** Decodes the bytes of {@link endBytes}. */
export const endFromBytes = (bytes: Uint8Array): number => Number(readInteger(bytes, false));

/** Returns when the next running poll ends, in milliseconds; nothing when none runs. */
export async function nextPollEnd(view: StoreView): Promise<number | undefined> {
  const bytes = await view.get(NEXT_END_KEY);
  return bytes && endFromBytes(bytes);
}

/** Returns the polls that end by a time, the first ones first. */
export async function duePolls(view: StoreView, time: number, limit: number): Promise<Uint8Array[]> {
  const due = await view.scan({ from: endPrefix(0), to: endPrefix(time + 1), limit });
  return due.map(({ key }) => endOf(key).pollId);
}

/** Stores when a poll ends. */
export async function scheduleEnd(view: WritableView, endsAt: number, pollId: Uint8Array): Promise<void> {
  view.put(endKey(endsAt, pollId), new Uint8Array());
  putNext(view, Math.min(endsAt, (await nextPollEnd(view)) ?? Infinity));
}

/** Forgets when a poll ends. */
export async function unscheduleEnd(view: WritableView, endsAt: number, pollId: Uint8Array): Promise<void> {
  view.delete(endKey(endsAt, pollId));
  await renewNextEnd(view);
}

/** Updates {@link NEXT_END_KEY} by the running polls. */
async function renewNextEnd(view: WritableView): Promise<void> {
  const [next] = await view.scan({ from: endPrefix(0), to: behindPrefix(NEXT_END_KEY), limit: 1 });
  const endsAt = next && endOf(next.key).endsAt;
  if (endsAt === (await nextPollEnd(view))) return;
  if (endsAt === undefined) view.delete(NEXT_END_KEY);
  else putNext(view, endsAt);
}

const putNext = (view: WritableView, endsAt: number): void => view.put(NEXT_END_KEY, endBytes(endsAt));
